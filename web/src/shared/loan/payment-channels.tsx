import type { Channel } from '@noren/contract/payment';
import { type TextId, useT } from '../../i18n/index.ts';
import { readDraft, storePlainDraft } from '../../session/drafts.ts';
import { Card, RowLink } from '../../ui/layout/card.tsx';

interface ChannelScreen {
  path: string;
  name: TextId;
  /** What it needs and how long the money takes. */
  note: TextId;
}

/**
 * Each way to pay: its screen, its name, what it needs. Source: specification §2, the routes of the
 * channel pages.
 */
export const CHANNEL_SCREENS: Record<Channel, ChannelScreen> = {
  upi: { path: '/sky-scan', name: 'pay.by_upi', note: 'pay.by_upi_note' },
  bank_transfer: { path: '/va', name: 'pay.by_bank_transfer', note: 'pay.by_bank_transfer_note' },
  bill_code: { path: '/sky-code', name: 'pay.by_bill_code', note: 'pay.by_bill_code_note' },
  cash_counter: {
    path: '/sky-offline',
    name: 'pay.by_cash_counter',
    note: 'pay.by_cash_counter_note',
  },
  convenience_store: {
    path: '/sky-eleven',
    name: 'pay.by_convenience_store',
    note: 'pay.by_convenience_store_note',
  },
  payment_link: {
    path: '/pembayaran',
    name: 'pay.by_payment_link',
    note: 'pay.by_payment_link_note',
  },
};

/**
 * The path of a payment over a channel. A provider's link, and a bank transfer without a session,
 * are on the payment's own page.
 */
export function paymentPath(code: string, channel: Channel, isSignedIn: boolean): string {
  const isInPlace = channel === 'payment_link' || (channel === 'bank_transfer' && !isSignedIn);
  if (isInPlace) return `/pembayaran?code=${code}&by=${channel}`;
  return `${CHANNEL_SCREENS[channel].path}?code=${code}`;
}

type Props = { channels: readonly Channel[]; onChoose: (channel: Channel) => void };

/** The ways to pay, in one plain list: none is chosen before or remembered. */
export function ChannelList({ channels, onChoose }: Props) {
  const t = useT();

  return (
    <Card rows label={t('pay.ways')}>
      {channels.map((channel) => (
        <RowLink
          key={channel}
          label={t(CHANNEL_SCREENS[channel].name)}
          note={t(CHANNEL_SCREENS[channel].note)}
          onClick={() => onChoose(channel)}
        />
      ))}
    </Card>
  );
}

const ROOM = 'pay.orders';

/** Notes which order a payment's code belongs to: its public page does not say. */
export function rememberOrder(code: string, repayId: string): void {
  storePlainDraft(ROOM, { ...readDraft(ROOM), [code]: repayId });
}

/** The order of a payment started in this tab; undefined for any other. */
export function orderOfPayment(code: string): string | undefined {
  return readDraft(ROOM)[code];
}
