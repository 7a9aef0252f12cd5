import { type Step, stepGuard, UserStatus } from '@noren/core/people/status';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { NoAnswer } from '../api/api.ts';
import { loadAllTexts, useT } from '../i18n/index.ts';
import { AFTER_SIGN_IN, storePlainDraft } from '../session/drafts.ts';
import { type OnboardingStatus, readSession, useSession } from '../session/session.ts';
import { Loader } from '../ui/feedback/loader.tsx';
import { ErrorState } from '../ui/feedback/states.tsx';
import { createResource, useResource } from '../ui/routing/resource.ts';
import { Navigate, useLocation, useNavigate } from '../ui/routing/router.tsx';

const OfflineView = lazy(async () => {
  const [{ OfflineView: View }] = await Promise.all([import('./offline-view.tsx'), loadAllTexts()]);
  return { default: View };
});

/** The paths that are open without a session. Source: specification §2, global guard. */
const OPEN = new Set([
  '/login',
  '/lost-phone',
  '/privacy-policy',
  '/grievance',
  '/rate-card',
  '/fair-practice',
  '/noren',
  '/test',
  '/repay-code',
  '/stop-emails',
  '/sky-offline',
  '/sky-code',
  '/sky-scan',
  '/sky-eleven',
  '/pembayaran',
  '/pay',
  '/gallery',
]);

/** Whether a path is open without a session, whatever follows its first part. */
const isOpen = (path: string): boolean => OPEN.has(`/${path.split(/[/?]/)[1]}`);

/** The paths that require a complete certification. Source: specification §6. */
const CERTIFIED = new Set(['/home', '/loan', '/coupon']);

const STEPS: Record<string, Step> = {
  '/facial-auth/step-one': 'one',
  '/facial-auth/step-two': 'two',
  '/facial-auth/step-three': 'three',
};

/** Whether the guard loads the status before it lets a user in. */
export const requiresOnboardingStatus = (pathname: string): boolean =>
  pathname in STEPS || CERTIFIED.has(pathname);

interface GuardProps {
  children: ReactNode;
  /** Preloads the screen while the status is loading. */
  onWait?: (() => Promise<unknown>) | undefined;
}

/**
 * The global guard: without a session only open paths; products only when certified; certification
 * steps in order.
 */
export function Guard({ children, onWait }: GuardProps) {
  const { pathname, search } = useLocation();
  const { isSignedIn } = useSession();
  if (!isSignedIn && !isOpen(pathname))
    return <ToLanding key={pathname} tapped={readTapped(pathname + search)} />;

  if (requiresOnboardingStatus(pathname))
    return (
      <StatusGuard key={pathname} step={STEPS[pathname]} onWait={onWait}>
        {children}
      </StatusGuard>
    );

  return children;
}

/** What a tapped notification is about, with the query that names the order. */
const readTapped = (path: string): string | undefined =>
  /^(.+)[?&]from=notification$/.exec(path)?.[1];

/**
 * Goes to the landing page, unless the address is an open path already (the login screen, after a
 * 401). A user who tapped a notification goes on after signing in to what it is about, also if the
 * session was found to be over only then. Until then the loading screen stays, as the served page
 * has it.
 */
function ToLanding({ tapped }: { tapped: string | undefined }) {
  const navigate = useNavigate();
  useEffect(() => {
    if (tapped !== undefined) storePlainDraft(AFTER_SIGN_IN, { place: tapped });
    if (!isOpen(location.hash.slice(1))) navigate('/noren', { replace: true });
  }, [navigate, tapped]);

  return <Loader />;
}

let firstStatus: OnboardingStatus | undefined;

/**
 * The status with which a server-rendered screen is rendered and hydrated; undefined loads it, as
 * on every later screen.
 */
export function provideFirstStatus(onboardingStatus: OnboardingStatus | undefined): void {
  firstStatus = onboardingStatus;
}

interface StatusGuardProps extends GuardProps {
  step: Step | undefined;
}

/**
 * Loads the status before the screen is shown. The server checks the same rule when the step is
 * saved.
 */
function StatusGuard({ step, children, onWait }: StatusGuardProps) {
  const t = useT();
  const [onboardingStatus] = useState(() =>
    createResource(async () => {
      // The screen shows its own failure.
      onWait?.().catch(() => undefined);
      // Loaded when first needed: a visitor's landing page loads no status.
      const { loadOnboardingStatus } = await import('../api/onboarding-status.ts');
      return loadOnboardingStatus();
    }, firstStatus),
  );
  const { value, error, retry } = useResource(onboardingStatus);

  if (error instanceof NoAnswer)
    return (
      <Suspense fallback={<Loader text={t('ui.loading')} />}>
        <OfflineView text={error.message} onRetry={retry} />
      </Suspense>
    );

  if (error && readSession().token !== null)
    return <ErrorState text={error.message} onRetry={retry} />;
  if (!value) return <Loader text={t('ui.loading')} />;

  const redirect = redirectFor(value.bizStatus, step);
  return redirect === null ? children : <Navigate to={redirect} replace />;
}

/** The path a user with this status is sent to; null lets them in. */
function redirectFor(bizStatus: number, step: Step | undefined): string | null {
  if (!step) return bizStatus >= UserStatus.certified ? null : '/noren';
  const answer = stepGuard(bizStatus, step);
  return answer.enter ? null : answer.goTo;
}
