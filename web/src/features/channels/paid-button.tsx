import { reportPaid } from '@noren/contract/payment';
import { viewPayment } from '@noren/contract/repayment';
import { useEffect } from 'react';
import { refresh, useSend } from '../../api/hooks.tsx';
import { useT } from '../../i18n/index.ts';
import { Button } from '../../ui/layout/button.tsx';
import { toast } from '../../ui/overlay/toast.tsx';

/** "I have paid": queries the provider at once. If nothing has arrived yet, a toast says so. */
export function PaidButton({
  code,
  kind = 'primary',
}: {
  code: string;
  kind?: 'primary' | 'ghost';
}) {
  const t = useT();
  const { send, isSending } = useSend(reportPaid);

  // It disappears once the payment is checked, and the focus with it.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.querySelector('h1')?.focus();
    },
    [],
  );

  const say = async () => {
    const answer = await send({ body: { code } });
    if (answer?.state === 'pending') toast(t('pay.not_arrived'));
    refresh(viewPayment);
  };

  return (
    <Button kind={kind} busy={isSending} onClick={() => void say()}>
      {t('pay.i_paid')}
    </Button>
  );
}
