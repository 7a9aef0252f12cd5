import { CODES } from '@noren/contract/codes';
import { type Bill, billDetail, billList } from '@noren/contract/orders';
import { cancelOrder } from '@noren/contract/preorder';
import { useState } from 'react';
import { ApiError, NoAnswer } from '../../api/api.ts';
import { refresh, useSend } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { clearDraft, saveDraft } from '../../session/drafts.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

/** Takes an application back before it is paid out, after asking. A failed payout has its own panel for that. */
export function Withdraw({ bill }: { bill: Bill }) {
  const t = useT();
  const { send, isSending } = useSend(cancelOrder, 'screen');
  const [isAsked, setAsked] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  if (!bill.mayWithdraw || bill.next === 'fix_bank') return null;
  const { repayId } = bill;
  const withdraw = async () => {
    setTrouble(undefined);
    // A code may be asked for first: the way back opens this order again.
    saveDraft('orders', { repayId });
    const answer = await send({ body: { repayId } }, (error) => {
      if (error instanceof ApiError && error.code === CODES.confirmByCode) return;
      clearDraft('orders');
      setTrouble(error.message);
      // It may have gone out meanwhile: the order shows where it stands.
      if (!(error instanceof NoAnswer)) refresh(billDetail, billList);
    });
    if (!answer) return;
    clearDraft('orders');
    setAsked(false);
    toast(t('orders.withdrawn'));
    refresh();
  };
  return (
    <>
      <Button kind="ghost" onClick={() => setAsked(true)}>
        {t('orders.withdraw')}
      </Button>
      <Dialog
        open={isAsked}
        title={t('orders.withdraw_title')}
        onClose={() => setAsked(false)}
        actions={
          <>
            <Button kind="ghost" busy={isSending} onClick={() => void withdraw()}>
              {t('orders.withdraw_yes')}
            </Button>
            <Button kind="ghost" disabled={isSending} onClick={() => setAsked(false)}>
              {t('orders.cancel_no')}
            </Button>
          </>
        }
      >
        <p>{t('orders.withdraw_text')}</p>
        <div role="alert">{trouble && <Notice tone="due" title={trouble} />}</div>
      </Dialog>
    </>
  );
}
