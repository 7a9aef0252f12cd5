import type { Channel } from '@noren/contract/payment';
import { formatMoney } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { ChannelList } from '../../shared/loan/payment-channels.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Stack, Text } from '../../ui/layout/text.tsx';
import { Sheet } from '../../ui/overlay/dialog.tsx';
import type { Paying } from './use-pay.ts';

type Props = { paying: Paying; channels: readonly Channel[]; lenderName: string };

/** How to pay what was asked for. */
export function ChannelSheet({ paying, channels, lenderName }: Props) {
  const t = useT();
  const { ask, isSending } = paying;
  if (!ask) return null;
  return (
    <Sheet open title={t('pay.choose', { amount: formatMoney(ask.shownPaise) })} onClose={paying.close}>
      <Stack gap={3}>
        <Text>{t('repay.payee', { lender: lenderName })}</Text>
        {isSending ? <Skeleton lines={6} /> : <ChannelList channels={channels} onChoose={paying.choose} />}
      </Stack>
    </Sheet>
  );
}
