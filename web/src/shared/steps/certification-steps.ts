import { homeFor, UserStatus } from '@noren/core/people/status';
import { useFreshOnboardingStatus } from '../../api/use-onboarding-status.ts';
import { advanceOnboardingStatus, readSession, useSession } from '../../session/session.ts';
import { useLocation, useNavigate } from '../../ui/routing/router.tsx';

/**
 * The last known status, requested again when the screen is opened; undefined while none is known.
 */
export function useOnboardingStatus() {
  const { onboardingStatus } = useSession();
  const { error, retry } = useFreshOnboardingStatus();
  return { bizStatus: onboardingStatus?.bizStatus, error, retry };
}

/** The path of the step that is due at this status; a new user starts with the questionnaire. */
export function nextStepPath(bizStatus: number): string {
  const home = homeFor(bizStatus);
  return home === '/noren' ? '/survey' : home;
}

/**
 * Navigates after a step was saved: to the next step when the saved one was due, otherwise to
 * `corrected`.
 * @returns a function that takes the status from the answer of the save
 */
export function useNextStep(corrected = '/identity-auth'): (bizStatus: number) => void {
  const navigate = useNavigate();

  return (bizStatus) => {
    const before = readSession().onboardingStatus?.bizStatus ?? 0;
    advanceOnboardingStatus(bizStatus);
    navigate(
      bizStatus > before || bizStatus >= UserStatus.certified ? nextStepPath(bizStatus) : corrected,
      {
        replace: true,
      },
    );
  };
}

/**
 * For a Page's `onBeforeBack`: goes back as the browser does, or to `fallback` on the screen the
 * app was opened at.
 */
export function useBackTo(fallback: string): () => boolean {
  const navigate = useNavigate();
  const { key } = useLocation();

  return () => {
    if (key !== 'default') return true;
    navigate(fallback, { replace: true });
    return false;
  };
}
