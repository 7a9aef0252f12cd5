import type { Proof } from '@noren/contract/servicing';
import { formatDay, formatMoment, formatMoney } from '../../i18n/format.ts';
import { type TextId, useT } from '../../i18n/index.ts';
import { CHANNEL_SCREENS } from '../../shared/loan/payment-channels.tsx';
import { Callout, Chip, type Tone } from '../../ui/feedback/callout.tsx';
import { Card, Row } from '../../ui/layout/card.tsx';
import { Stack } from '../../ui/layout/text.tsx';

// @ASSUMED a proof is decided within two working days, as its text says.
const STATES: Record<Proof['state'], { word: TextId; text: TextId; tone: Tone }> = {
  received: { word: 'proof.received', text: 'proof.received_text', tone: 'due' },
  matched: { word: 'proof.matched', text: 'proof.matched_text', tone: 'good' },
  reversed: { word: 'proof.reversed', text: 'proof.reversed_text', tone: 'bad' },
  refused: { word: 'proof.refused', text: 'proof.refused_text', tone: 'bad' },
};

/** The state of the proof just sent. */
export function ProofSent({ proof }: { proof: Proof }) {
  const t = useT();
  const { word, text, tone } = STATES[proof.state];

  return (
    <div role="status">
      <Callout tone={tone} title={t(word)} text={proof.reason ?? t(text)} />
    </div>
  );
}

/** The proofs of an order, newest first, each with its state and, if refused, the reason. */
export function ProofList({ proofs }: { proofs: readonly Proof[] }) {
  const t = useT();
  if (proofs.length === 0) return null;

  return (
    <section>
      <Stack gap={3}>
        <h2>{t('proof.earlier')}</h2>
        {proofs.map((proof) => {
          const { word, text, tone } = STATES[proof.state];

          return (
            <Card key={proof.proofId} rows label={t('proof.of', { utr: proof.utrMasked })}>
              <Row label={formatMoment(proof.sentAt)} value={<Chip tone={tone}>{t(word)}</Chip>} />
              <Row label={t('proof.amount')} value={formatMoney(proof.amountPaise)} />
              <Row label={t('proof.paid_on')} value={formatDay(proof.paidOn)} />
              <Row label={t('proof.utr')} value={proof.utrMasked} />
              <Row label={t('proof.channel')} value={t(CHANNEL_SCREENS[proof.channel].name)} />
              <Row label={proof.reason ?? t(text)} value="" />
            </Card>
          );
        })}
      </Stack>
    </section>
  );
}
