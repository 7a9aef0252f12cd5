import { viewAccount } from '@noren/contract/bank';
import { markStale } from '../../api/hooks.tsx';
import { useNavigate } from '../../ui/routing/router.tsx';
import { FaceStage } from './face-stage.tsx';

const ACCOUNT = '/modify-bank-info';

/** The face check that ends the wait of a changed bank account. */
export function AccountFaceCheck() {
  const navigate = useNavigate();

  const onDone = () => {
    markStale(viewAccount);
    navigate(ACCOUNT, { replace: true });
  };

  return <FaceStage isSaving={false} onDone={onDone} backTo={ACCOUNT} />;
}
