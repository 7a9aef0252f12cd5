import { CODES } from '@noren/contract/codes';
import { UserStatus } from '@noren/core/people/status';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api.ts';
import { loadOnboardingStatus } from '../../api/onboarding-status.ts';
import { useT } from '../../i18n/index.ts';
import { nextStepPath } from '../../shared/steps/certification-steps.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ButtonLink } from '../../ui/layout/button.tsx';

/** Whether a step was refused because it is not open: another tab or phone has gone on, or was never there. */
export function isStepClosed(error: unknown): boolean {
  return error instanceof ApiError && error.code === CODES.conflict && error.data?.reason === 'step';
}

/** Says that this step is not open any more or not yet, and leads to the one that is. */
export function WayOn() {
  const t = useT();
  // Asked anew: what this tab knew is what has become wrong. Where it cannot be asked, the list of parts asks again.
  const [place, setPlace] = useState<string>();
  useEffect(() => {
    loadOnboardingStatus().then(
      ({ bizStatus }) => setPlace(bizStatus >= UserStatus.certified ? '/home' : nextStepPath(bizStatus)),
      () => setPlace('/identity-auth'),
    );
  }, []);
  const isDone = place === '/home';
  return (
    <div role="alert">
      <Notice
        tone="due"
        title={t('certification.step_moved')}
        text={t(isDone ? 'certification.step_all_done' : 'certification.step_go_on')}
        main={
          place && (
            <ButtonLink to={place} replace>
              {t(isDone ? 'certification.to_home' : 'certification.to_due_step')}
            </ButtonLink>
          )
        }
      />
    </div>
  );
}
