import { type Step, stepGuard, UserStatus } from '@noren/core/people/status';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { NoAnswer } from '../api/api.ts';
import { loadAllTexts, useT } from '../i18n/index.ts';
import { AFTER_SIGN_IN, saveDraft } from '../session/drafts.ts';
import { readSession, useSession } from '../session/session.ts';
import { Loader } from '../ui/feedback/loader.tsx';
import { ErrorState } from '../ui/feedback/states.tsx';
import { Navigate, useLocation, useNavigate } from '../ui/routing/router.tsx';

const OfflineView = lazy(async () => {
  const [{ OfflineView: View }] = await Promise.all([import('./offline-view.tsx'), loadAllTexts()]);
  return { default: View };
});

/** What someone without a token may reach. Source: specification §2, global guard. */
const OPEN = new Set([
  '/login',
  '/privacy-policy',
  '/noren',
  '/test',
  '/repay-code',
  '/sky-offline',
  '/sky-code',
  '/sky-scan',
  '/sky-eleven',
  '/pembayaran',
  '/gallery',
]);

/** What asks for a complete certification. Source: specification §6. */
const CERTIFIED = new Set(['/home', '/loan', '/coupon']);

const STEPS: Record<string, Step> = {
  '/facial-auth/step-one': 'one',
  '/facial-auth/step-two': 'two',
  '/facial-auth/step-three': 'three',
};

/** Whether the guard asks for the status before it lets anybody in there. */
export const requiresOnboardingStatus = (pathname: string): boolean => pathname in STEPS || CERTIFIED.has(pathname);

interface Guarded {
  children: ReactNode;
  /** Has what is guarded come while the status is asked for. */
  onWait?: (() => Promise<unknown>) | undefined;
}

/** The global guard: without a token only the open screens; products only when certified; steps in their order. */
export function Guard({ children, onWait }: Guarded) {
  const { pathname, search } = useLocation();
  const { isSignedIn } = useSession();
  if (!isSignedIn && !OPEN.has(pathname)) return <ToFront key={pathname} isNotified={cameByNotification(search)} />;
  if (requiresOnboardingStatus(pathname))
    return (
      <StandingGuard key={pathname} path={pathname} step={STEPS[pathname]} onWait={onWait}>
        {children}
      </StandingGuard>
    );
  return children;
}

const cameByNotification = (search: string): boolean => new URLSearchParams(search).get('from') === 'notification';

/**
 * To the front page, unless the address leads to an open screen already: to sign-in, after a refused token. Who tapped a
 * notification signs in and goes on to what it told of.
 */
function ToFront({ isNotified }: { isNotified: boolean }) {
  const navigate = useNavigate();
  useEffect(() => {
    const place = location.hash.slice(1);
    if (OPEN.has(place.split('?')[0] ?? '')) return;
    // With what it names: the order that the notification told of.
    if (isNotified) saveDraft(AFTER_SIGN_IN, { place: place.replace(/[?&]from=notification$/, '') });
    navigate(isNotified ? '/login' : '/noren', { replace: true });
  }, [navigate, isNotified]);
  return null;
}

interface Asked extends Guarded {
  path: string;
  step: Step | undefined;
}

/** Asks for the status before the screen shows; the server asks the same rule again when the step is saved. */
function StandingGuard({ path, step, children, onWait }: Asked) {
  const t = useT();
  const [goesTo, setGoesTo] = useState<string | null | undefined>();
  const [failed, setFailed] = useState<Error | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` is what "Try again" changes
  useEffect(() => {
    let isHere = true;
    setFailed(null);
    // What does not come is told by the screen itself.
    onWait?.().catch(() => undefined);
    // Loaded when first needed: the landing page of a visitor asks nothing.
    const asked = import('../api/onboarding-status.ts').then(({ loadOnboardingStatus }) => loadOnboardingStatus());
    asked.then(
      ({ bizStatus }) => isHere && setGoesTo(placeFor(bizStatus, step)),
      (error: Error) => isHere && readSession().token !== null && setFailed(error),
    );
    return () => {
      isHere = false;
    };
  }, [path, step, tries]);
  const tryAgain = () => setTries(tries + 1);
  if (failed instanceof NoAnswer)
    return (
      <Suspense fallback={<Loader text={t('ui.loading')} />}>
        <OfflineView text={failed.message} onRetry={tryAgain} />
      </Suspense>
    );
  if (failed) return <ErrorState text={failed.message} onRetry={tryAgain} />;
  if (goesTo === undefined) return <Loader text={t('ui.loading')} />;
  return goesTo === null ? children : <Navigate to={goesTo} replace />;
}

/** Where a user with this status is sent instead, or null to let them in. */
function placeFor(bizStatus: number, step: Step | undefined): string | null {
  if (!step) return bizStatus >= UserStatus.certified ? null : '/noren';
  const answer = stepGuard(bizStatus, step);
  return answer.enter ? null : answer.goTo;
}
