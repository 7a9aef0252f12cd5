import type { Instrument } from '@noren/contract/payment';
import { formatMoney } from '../../i18n/format.ts';
import { formatList } from '../../i18n/format-list.ts';
import { useT } from '../../i18n/index.ts';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { CodeCard } from './code-card.tsx';
import { PaySteps } from './pay-steps.tsx';
import type { Payment } from './use-payment.ts';

type Cash = Extract<Instrument, { channel: 'cash_counter' | 'convenience_store' }>;
type Props = { payment: Payment; instrument: Cash };

/** Paying in cash: where to pay, the code to show, and the steps. */
export function CashDetails({ payment, instrument }: Props) {
  const t = useT();
  const { payCode, networks, channel } = instrument;
  const amount = formatMoney(payment.amountPaise);

  return (
    <Stack gap={4}>
      {networks.length > 0 && (
        <Text>{t(`pay.cash_where_${channel}`, { networks: formatList(networks) })}</Text>
      )}
      <CodeCard payment={payment} code={payCode} label={t('pay.pay_code')} />
      <PaySteps
        steps={[t(`pay.cash_go_${channel}`), t('pay.cash_say', { amount }), t('pay.cash_receipt')]}
      />
    </Stack>
  );
}
