import { creditInfo } from '@noren/contract/loans';
import { cancelWaiting } from '@noren/contract/preorder';
import { refresh, useSend } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { Button } from '../../ui/layout/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

/** Cancels a loan accepted during the evaluation; it can be accepted again. */
export function CancelWaitingLoan({ proposalNo }: { proposalNo: string }) {
  const t = useT();
  const { send, isSending } = useSend(cancelWaiting);

  const withdraw = async () => {
    const answer = await send({ body: { proposalNo } });
    if (answer) toast(t('home.application_withdrawn'));
    refresh(creditInfo);
  };

  return (
    <Button kind="quiet" busy={isSending} onClick={() => void withdraw()}>
      {t('home.withdraw_application')}
    </Button>
  );
}
