import { CODES } from '@noren/contract/codes';
import { UserStatus } from '@noren/core/people/status';
import { ApiError } from '../../api/api.ts';
import { useFreshOnboardingStatus } from '../../api/use-onboarding-status.ts';
import { useT } from '../../i18n/index.ts';
import { nextStepPath } from '../../shared/steps/certification-steps.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';

/**
 * Whether a step was refused because it is not open: finished in another tab or on another phone,
 * or not due yet.
 */
export function isStepClosed(error: unknown): boolean {
  return (
    error instanceof ApiError && error.code === CODES.conflict && error.data?.reason === 'step'
  );
}

/**
 * Tells the user that this step is not open any more, or not yet, and links to the step that is
 * due.
 */
export function StepClosed() {
  const t = useT();
  // The status this tab knew is outdated. If it cannot be loaded, the overview of the steps loads
  // it again.
  const { status, error } = useFreshOnboardingStatus();
  const isDone = status !== undefined && status.bizStatus >= UserStatus.certified;

  const path = status
    ? isDone
      ? '/home'
      : nextStepPath(status.bizStatus)
    : error && '/identity-auth';

  return (
    <div role="alert">
      <Callout
        tone="due"
        title={t('certification.step_moved')}
        text={t(isDone ? 'certification.step_all_done' : 'certification.step_go_on')}
        main={
          path && (
            <ButtonLink to={path} replace>
              {t(isDone ? 'certification.to_home' : 'certification.to_due_step')}
            </ButtonLink>
          )
        }
      />
    </div>
  );
}
