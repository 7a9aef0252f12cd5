import { viewAccount } from '@noren/contract/bank';
import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import { type Bill, billDetail, billList, failBorrowHandler } from '@noren/contract/orders';
import { useState } from 'react';
import { ApiError, NoAnswer } from '../../api/api.ts';
import { goToConfirm } from '../../api/confirm.ts';
import { refresh, useCall, useSend } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { clearDraft, storePlainDraft } from '../../session/drafts.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Trouble } from '../../ui/feedback/trouble.tsx';
import { Button, ButtonLink } from '../../ui/layout/button.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { PayoutDeadline } from './payout-deadline.tsx';

type Props = { bill: Bill; payout: AnswerOf<typeof billDetail>['payout'] };

/** A failed payout: retry to the saved account, change the account, or cancel the loan. */
export function FixPayout({ bill, payout }: Props) {
  const t = useT();
  const { repayId } = bill;
  // A retry to the same closed account would fail again: changing the account comes first.
  const isAccounts = payout?.isAccountsFault ?? false;
  const { send, isSending } = useSend(failBorrowHandler);
  const [isCancelOpen, setCancelOpen] = useState(false);
  const [locked, setLocked] = useState<string | null>(null);

  const act = async (action: 'retry' | 'cancel') => {
    // A code confirmation may come first: afterwards this order is open again.
    storePlainDraft('orders', { repayId });

    const answer = await send({ body: { repayId, action } }, (error) => {
      if (error instanceof NoAnswer || error.code !== CODES.confirmByCode) clearDraft('orders');
      if (error instanceof ApiError && error.code === CODES.lockedByOverdue)
        setLocked(error.message);
    });
    setCancelOpen(false);

    if (answer) {
      clearDraft('orders');
      refresh();
    } else refresh(billDetail, billList);
  };

  const change = (
    <ButtonLink kind={isAccounts ? 'primary' : 'ghost'} to="/modify-bank-info">
      {t('orders.change_account')}
    </ButtonLink>
  );

  return (
    <Stack gap={3}>
      <Callout
        tone="due"
        title={t('orders.status_failed')}
        text={
          payout !== null && (
            <>
              {t('orders.failed_account', { last4: payout.accountLast4 })} {payout.reason}
            </>
          )
        }
      />
      <Text>{t(isAccounts ? 'orders.fix_account_text' : 'orders.fix_text')}</Text>
      <PayoutDeadline bill={bill} />
      {locked !== null && <Trouble title={locked} />}
      {isAccounts && change}
      <SendAgain
        kind={isAccounts ? 'ghost' : 'primary'}
        repayId={repayId}
        busy={isSending && !isCancelOpen}
        onSend={() => void act('retry')}
      />
      {!isAccounts && change}
      <Button kind="ghost" onClick={() => setCancelOpen(true)}>
        {t('orders.cancel')}
      </Button>
      <CancelDialog
        open={isCancelOpen}
        busy={isSending}
        onCancel={() => void act('cancel')}
        onKeep={() => setCancelOpen(false)}
      />
    </Stack>
  );
}

type CancelDialogProps = { open: boolean; busy: boolean; onCancel: () => void; onKeep: () => void };

function CancelDialog({ open, busy, onCancel, onKeep }: CancelDialogProps) {
  const t = useT();

  return (
    <Dialog
      open={open}
      title={t('orders.cancel_title')}
      onClose={onKeep}
      actions={
        <>
          <Button kind="ghost" busy={busy} onClick={onCancel}>
            {t('orders.cancel_yes')}
          </Button>
          <Button kind="ghost" onClick={onKeep}>
            {t('orders.cancel_no')}
          </Button>
        </>
      }
    >
      {t('orders.cancel_text')}
    </Dialog>
  );
}

type AgainProps = { kind: 'primary' | 'ghost'; repayId: string; busy: boolean; onSend: () => void };

/** Retries the payout to the saved account; a link session sees the account only after a code. */
function SendAgain({ kind, repayId, busy, onSend }: AgainProps) {
  const t = useT();
  const { data, error, isFetching, refetch } = useCall(viewAccount, { isOptional: true });

  const confirm = () => {
    storePlainDraft('orders', { repayId });
    goToConfirm(false);
  };

  if (data?.account) {
    const { bankName: bank, accountLast4: last4 } = data.account;
    return (
      <Button kind={kind} busy={busy} onClick={onSend}>
        {t('orders.send_again', { bank, last4 })}
      </Button>
    );
  }

  if (data) return <Text tone="bad">{t('orders.no_account')}</Text>;

  if (error instanceof ApiError && error.code === CODES.confirmByCode)
    return (
      <Button kind={kind} onClick={confirm}>
        {t('orders.see_account')}
      </Button>
    );

  if (error)
    return <ErrorState text={error.message} busy={isFetching} onRetry={() => void refetch()} />;

  return <Skeleton height={3.25} />;
}
