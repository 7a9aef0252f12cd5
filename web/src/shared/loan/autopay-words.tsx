import type { AutopayState } from '@noren/contract/autopay';
import type { ReactNode } from 'react';
import { formatDay, formatMoney } from '../../i18n/format.ts';
import { type TextId, useT } from '../../i18n/index.ts';
import { Callout, type Tone } from '../../ui/feedback/callout.tsx';

type MandateView = NonNullable<AutopayState['mandate']>;
export type DebitView = NonNullable<AutopayState['debit']>;

/** How a mandate stands, in words. */
export function autopayStateText({ state, isPaused }: MandateView): TextId {
  return state === 'confirmed' && isPaused ? 'autopay.state_paused' : `autopay.state_${state}`;
}

const TONES: Record<DebitView['state'], Tone> = {
  planned: 'plain',
  announced: 'plain',
  presented: 'plain',
  unknown: 'plain',
  paid: 'good',
  failed: 'bad',
  withdrawn: 'due',
};

/** What a debit that is not decided means for somebody who could pay by hand. */
const MEANINGS: Partial<Record<DebitView['state'], TextId>> = {
  planned: 'autopay.coming_text',
  announced: 'autopay.coming_text',
  presented: 'autopay.asked_text',
  unknown: 'autopay.asked_text',
};

/** The newest debit: when, how much, what it means for the payer, or why it was not made. */
export function DebitWords({ debit, action }: { debit: DebitView; action?: ReactNode }) {
  const t = useT();
  const { state, day, amountPaise, needsPin, reason } = debit;
  const meaning = MEANINGS[state];

  return (
    <Callout
      tone={TONES[state]}
      title={t(`autopay.debit_${state}`, { amount: formatMoney(amountPaise), day: formatDay(day) })}
      text={
        reason === null
          ? meaning && [t(meaning), needsPin && t('autopay.with_pin')].filter(Boolean).join(' ')
          : t(`autopay.because_${reason}`)
      }
      action={action}
    />
  );
}
