import { viewAccount } from '@noren/contract/bank';
import type { Call } from '@noren/contract/call';
import { viewPhoneChange } from '@noren/contract/phone-change';
import type { FacePurpose } from '@noren/core/people/face-purpose';
import { markStale } from '../../api/hooks.tsx';
import { useNavigate } from '../../ui/routing/router.tsx';
import { FaceStage } from './face-stage.tsx';

type Props = { purpose: FacePurpose; path: string; stale: Call };

/** A face check by itself, which returns to the screen that it is for. */
function FaceCheckFor({ purpose, path, stale }: Props) {
  const navigate = useNavigate();

  const onDone = () => {
    markStale(stale);
    navigate(path, { replace: true });
  };

  return <FaceStage purpose={purpose} isSaving={false} onDone={onDone} backTo={path} />;
}

/** The face check that ends the wait of a changed bank account. */
export function AccountFaceCheck() {
  return <FaceCheckFor purpose="account" path="/modify-bank-info" stale={viewAccount} />;
}

/** The face check that requests another phone number. */
export function PhoneFaceCheck() {
  return <FaceCheckFor purpose="phone" path="/phone-number" stale={viewPhoneChange} />;
}

// One file for all proofs of an account's owner: the first screen names each file that it may load.
export { LostPhoneProof } from './lost-phone-proof.tsx';
export { PhoneCardProof } from './phone-proof.tsx';
