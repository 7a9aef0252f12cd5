import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Figure } from '../../ui/layout/text.tsx';
import type { Payment } from './use-payment.ts';

/** What a payment is of, and who gets it. */
export function AmountToPay({ payment }: { payment: Payment }) {
  const t = useT();

  return (
    <Figure
      label={t('pay.to', { payee: payment.payeeName })}
      value={formatMoney(payment.amountPaise)}
    />
  );
}
