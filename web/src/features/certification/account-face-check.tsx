import { viewAccount } from '@noren/contract/bank';
import type { Call } from '@noren/contract/call';
import { viewPhoneChange } from '@noren/contract/phone-change';
import { markStale } from '../../api/hooks.tsx';
import { useNavigate } from '../../ui/routing/router.tsx';
import { FaceStage } from './face-stage.tsx';

/** A face check by itself, which returns to the screen that it is for. */
function FaceCheckFor({ path, stale }: { path: string; stale: Call }) {
  const navigate = useNavigate();

  const onDone = () => {
    markStale(stale);
    navigate(path, { replace: true });
  };

  // Nobody looks at a picture here.
  return <FaceStage needsCamera isSaving={false} onDone={onDone} backTo={path} />;
}

/** The face check that ends the wait of a changed bank account. */
export function AccountFaceCheck() {
  return <FaceCheckFor path="/modify-bank-info" stale={viewAccount} />;
}

/** The face check that requests another phone number. */
export function PhoneFaceCheck() {
  return <FaceCheckFor path="/phone-number" stale={viewPhoneChange} />;
}
