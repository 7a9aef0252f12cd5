import type { Channel } from '@noren/contract/payment';
import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { ChannelList } from '../../shared/loan/payment-channels.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Sheet } from '../../ui/overlay/dialog.tsx';
import type { PaymentFlow, RequestedPayment } from './use-pay.ts';

type Props = {
  paymentFlow: PaymentFlow;
  requested: RequestedPayment;
  channels: readonly Channel[];
  lenderName: string;
};

/** The choice of the payment channel. */
export function ChannelSheet({ paymentFlow, requested, channels, lenderName }: Props) {
  const t = useT();

  return (
    <Sheet
      open
      title={t('pay.choose', { amount: formatMoney(requested.shownPaise) })}
      onClose={paymentFlow.close}
    >
      <Stack gap={3}>
        <Text>{t('repay.payee', { lender: lenderName })}</Text>
        {paymentFlow.isSending ? (
          <Skeleton lines={6} />
        ) : (
          <ChannelList channels={channels} onChoose={paymentFlow.choose} />
        )}
      </Stack>
    </Sheet>
  );
}
