import { viewPhoneChange } from '@noren/contract/phone-change';
import { markStale } from '../../api/hooks.tsx';
import { loadOnboardingStatus } from '../../api/onboarding-status.ts';
import { useNavigate } from '../../ui/routing/router.tsx';
import { FaceStage } from './face-stage.tsx';

const PHONE = '/phone-number';

/** The face check that asks for another phone number. */
export function PhoneFaceCheck() {
  const navigate = useNavigate();

  const onDone = () => {
    markStale(viewPhoneChange);
    void loadOnboardingStatus();
    navigate(PHONE, { replace: true });
  };

  return <FaceStage isSaving={false} onDone={onDone} backTo={PHONE} />;
}
