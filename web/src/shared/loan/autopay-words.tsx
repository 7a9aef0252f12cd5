import type { AutopayState } from '@noren/contract/autopay';
import { formatDay, formatMoney } from '../../i18n/format.ts';
import { type TextId, useT } from '../../i18n/index.ts';
import { Callout, type Tone } from '../../ui/feedback/callout.tsx';

type MandateView = NonNullable<AutopayState['mandate']>;
type DebitView = NonNullable<AutopayState['debit']>;

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

/** The newest debit: when, how much, and why it was not made. */
export function DebitWords({ debit }: { debit: DebitView }) {
  const t = useT();
  const { state, day, amountPaise, reason } = debit;
  return (
    <Callout
      tone={TONES[state]}
      title={t(`autopay.debit_${state}`, { amount: formatMoney(amountPaise), day: formatDay(day) })}
      text={reason === null ? undefined : t(`autopay.because_${reason}`)}
    />
  );
}
