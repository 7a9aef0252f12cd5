import type { Voucher } from '@noren/contract/servicing';
import { formatDay, formatMoment, formatMoney } from '../../i18n/format.ts';
import { type MessageId, useT } from '../../i18n/index.ts';
import { CHANNEL_SCREENS } from '../../shared/loan/payment-channels.tsx';
import { Chip, Notice, type Tone } from '../../ui/feedback/notice.tsx';
import { Card, Row } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/text.tsx';

// @ASSUMED a proof is decided within two working days, as its text says.
const STATES: Record<Voucher['state'], { word: MessageId; text: MessageId; tone: Tone }> = {
  received: { word: 'voucher.received', text: 'voucher.received_text', tone: 'due' },
  matched: { word: 'voucher.matched', text: 'voucher.matched_text', tone: 'good' },
  reversed: { word: 'voucher.reversed', text: 'voucher.reversed_text', tone: 'bad' },
  refused: { word: 'voucher.refused', text: 'voucher.refused_text', tone: 'bad' },
};

/** The state of the proof just sent. */
export function VoucherSent({ voucher }: { voucher: Voucher }) {
  const t = useT();
  const { word, text, tone } = STATES[voucher.state];
  return (
    <div role="status">
      <Notice tone={tone} title={t(word)} text={voucher.reason ?? t(text)} />
    </div>
  );
}

/** The proofs of an order, newest first, each with its state and, if refused, the reason. */
export function VoucherList({ vouchers }: { vouchers: readonly Voucher[] }) {
  const t = useT();
  if (vouchers.length === 0) return null;
  return (
    <section>
      <Stack gap={3}>
        <h2>{t('voucher.earlier')}</h2>
        {vouchers.map((voucher) => {
          const { word, text, tone } = STATES[voucher.state];
          return (
            <Card key={voucher.voucherId} rows label={t('voucher.of', { utr: voucher.utrMasked })}>
              <Row label={formatMoment(voucher.sentAt)} value={<Chip tone={tone}>{t(word)}</Chip>} />
              <Row label={t('voucher.amount')} value={formatMoney(voucher.amountPaise)} />
              <Row label={t('voucher.paid_on')} value={formatDay(voucher.paidOn)} />
              <Row label={t('voucher.utr')} value={voucher.utrMasked} />
              <Row label={t('voucher.channel')} value={t(CHANNEL_SCREENS[voucher.channel].name)} />
              <Row label={voucher.reason ?? t(text)} value="" />
            </Card>
          );
        })}
      </Stack>
    </section>
  );
}
