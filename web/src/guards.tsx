import { type Step, stepGuard } from '@noren/core/status';
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from './i18n/index.ts';
import { readSession, useSession } from './session.ts';
import { Loader } from './ui/loader.tsx';
import { Navigate, useLocation, useNavigate } from './ui/router.tsx';
import { ErrorState } from './ui/states.tsx';

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

/** The global guard: without a token only the open screens; products only when certified; steps in their order. */
export function Guard({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { isSignedIn } = useSession();
  if (!isSignedIn && !OPEN.has(pathname)) return <ToFront key={pathname} />;
  const step = STEPS[pathname];
  if (step || CERTIFIED.has(pathname))
    return (
      <StandingGuard key={pathname} path={pathname} step={step}>
        {children}
      </StandingGuard>
    );
  return children;
}

/** To the front page, unless the address leads to an open screen already: to sign-in, after a refused token. */
function ToFront() {
  const navigate = useNavigate();
  useEffect(() => {
    const place = location.hash.slice(1).split('?')[0] ?? '';
    if (!OPEN.has(place)) navigate('/noren', { replace: true });
  }, [navigate]);
  return null;
}

interface Asked {
  path: string;
  step: Step | undefined;
  children: ReactNode;
}

/** Asks for the status before the screen shows; the server asks the same rule again when the step is saved. */
function StandingGuard({ path, step, children }: Asked) {
  const t = useT();
  const [goesTo, setGoesTo] = useState<string | null | undefined>();
  const [failed, setFailed] = useState<Error | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` is what "Try again" changes
  useEffect(() => {
    let isHere = true;
    setFailed(null);
    // Loaded when first needed: the landing page of a visitor asks nothing.
    const asked = import('./api-standing.ts').then(({ loadStanding }) => loadStanding());
    asked.then(
      ({ bizStatus }) => isHere && setGoesTo(placeFor(bizStatus, step)),
      (error: Error) => isHere && readSession().token !== null && setFailed(error),
    );
    return () => {
      isHere = false;
    };
  }, [path, step, tries]);
  if (failed) return <ErrorState text={failed.message} onRetry={() => setTries(tries + 1)} />;
  if (goesTo === undefined) return <Loader text={t('ui.loading')} />;
  return goesTo === null ? children : <Navigate to={goesTo} replace />;
}

/** Where a user with this status is sent instead, or null to let them in. */
function placeFor(bizStatus: number, step: Step | undefined): string | null {
  if (!step) return bizStatus >= 60 ? null : '/noren';
  const answer = stepGuard(bizStatus, step);
  return answer.enter ? null : answer.goTo;
}
