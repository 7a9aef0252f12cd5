import { homeFor, UserStatus } from '@noren/core/people/status';
import { useEffect, useState } from 'react';
import { loadOnboardingStatus } from '../../api/onboarding-status.ts';
import { advanceOnboardingStatus, readSession, useSession } from '../../session/session.ts';
import { useLocation, useNavigate } from '../../ui/routing/router.tsx';

/** Where the user stands: undefined while it loads; `failed` when it could not be asked. */
export function useOnboardingStatus() {
  const { standing } = useSession();
  const [failed, setFailed] = useState<Error | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` is what asks again
  useEffect(() => {
    let isHere = true;
    setFailed(null);
    loadOnboardingStatus().catch((error: Error) => isHere && setFailed(error));
    return () => {
      isHere = false;
    };
  }, [tries]);
  return { bizStatus: standing?.bizStatus, failed, retry: () => setTries(tries + 1) };
}

/** The step someone with this status has to take next; the questionnaire before all. */
export function nextStepPath(bizStatus: number): string {
  const home = homeFor(bizStatus);
  return home === '/noren' ? '/survey' : home;
}

/**
 * Goes on after a step was saved: to the next step when it was the one due; a correction goes to `corrected`.
 * @returns a function of the status the save answered
 */
export function useNextStep(corrected = '/identity-auth'): (bizStatus: number) => void {
  const navigate = useNavigate();
  return (bizStatus) => {
    const before = readSession().standing?.bizStatus ?? 0;
    advanceOnboardingStatus(bizStatus);
    navigate(bizStatus > before || bizStatus >= UserStatus.certified ? nextStepPath(bizStatus) : corrected, {
      replace: true,
    });
  };
}

/** Back as the browser does; on a screen the app was opened at, to `fallback`. For a Page's `onBeforeBack`. */
export function useBackTo(fallback: string): () => boolean {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => {
    if (key !== 'default') return true;
    navigate(fallback, { replace: true });
    return false;
  };
}
