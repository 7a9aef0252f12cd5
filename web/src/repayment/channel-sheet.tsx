import type { Channel } from '@noren/contract/payment';
import { formatMoney } from '../i18n/format.ts';
import { useT } from '../i18n/index.ts';
import { ChannelList } from '../session-channels.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Stack, Text } from '../ui/text.tsx';
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
