import { CODES } from '@noren/contract/codes';
import { type Bill, billDetail, billList } from '@noren/contract/orders';
import { cancelOrder } from '@noren/contract/preorder';
import { OrderStatus } from '@noren/core/lending/order-status';
import { useState } from 'react';
import { ApiError, NoAnswer } from '../../api/api.ts';
import { refresh, useSend } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { clearDraft, storePlainDraft } from '../../session/drafts.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

/**
 * Withdraws an application before its payout, after a confirmation; quieter than what an order is
 * for. A failed payout is cancelled in its own panel.
 */
export function Withdraw({ bill }: { bill: Bill }) {
  const t = useT();
  const { send, isSending } = useSend(cancelOrder);
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const [trouble, setTrouble] = useState<string>();

  if (!bill.mayWithdraw || bill.next === 'fix_bank') return null;

  const { repayId } = bill;

  const withdraw = async () => {
    setTrouble(undefined);
    // A code confirmation may come first: afterwards this order is open again.
    storePlainDraft('orders', { repayId });

    const answer = await send({ body: { repayId } }, (error) => {
      if (error instanceof ApiError && error.code === CODES.confirmByCode) return;

      clearDraft('orders');
      setTrouble(error.message);
      // It may have been paid out in the meantime: the order shows its status.
      if (!(error instanceof NoAnswer)) refresh(billDetail, billList);
    });
    if (!answer) return;

    clearDraft('orders');
    setConfirmOpen(false);
    // A payout that waits at the provider is cancelled there first; the order shows the result.
    toast(
      t(answer.borrowStatus === OrderStatus.cancelled ? 'orders.withdrawn' : 'orders.withdrawing'),
    );
    refresh();
  };

  return (
    <>
      <Button kind="quiet" onClick={() => setConfirmOpen(true)}>
        {t('orders.withdraw')}
      </Button>
      <Dialog
        open={isConfirmOpen}
        title={t('orders.withdraw_title')}
        onClose={() => setConfirmOpen(false)}
        actions={
          <>
            <Button kind="ghost" busy={isSending} onClick={() => void withdraw()}>
              {t('orders.withdraw_yes')}
            </Button>
            <Button kind="ghost" disabled={isSending} onClick={() => setConfirmOpen(false)}>
              {t('orders.cancel_no')}
            </Button>
          </>
        }
      >
        <p>{t('orders.withdraw_text')}</p>
        <div role="alert">{trouble && <Callout tone="due" title={trouble} />}</div>
      </Dialog>
    </>
  );
}
