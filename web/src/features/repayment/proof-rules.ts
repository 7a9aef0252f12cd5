import type { Channel } from '@noren/contract/payment';
import { addDays, businessDay } from '@noren/core/money/time';
import { checkUtr } from '@noren/core/people/identity-numbers';
import { readAmount } from '@noren/core/typed/amount';
import type { Translate } from '../../i18n/index.ts';
import type { DescribeRefusal, Problems } from '../../shared/forms/form.ts';
import { isDay } from '../../ui/form/day.ts';

/** The form values of a proof of payment, in the page's order. */
export const emptyProof = { utr: '', amount: '', paidOn: '', channel: '' };
export type ProofForm = typeof emptyProof;

// @ASSUMED an older transfer is traced by customer service.
const OLDEST_DAYS = 180;
const MAX_PAISE = 1_000_000_000;

/** The first and last allowed payment day. */
export function daysOfPayment(today: string): { min: string; max: string } {
  return { min: addDays(businessDay(today), -OLDEST_DAYS), max: today };
}

/** The problems of a proof's form values. */
export function checkProof(values: ProofForm, today: string, t: Translate): Problems<ProofForm> {
  const problems: Problems<ProofForm> = {};
  const utr = checkUtr(values.utr);

  if (!utr.ok) problems.utr = t(utr.fault === 'empty' ? 'proof.utr_empty' : 'proof.utr_wrong');

  const amount = readAmount(values.amount);
  if (!amount.ok || amount.value < 1 || amount.value > MAX_PAISE)
    problems.amount = t('proof.amount_wrong');

  const { min, max } = daysOfPayment(today);
  if (!isDay(values.paidOn)) problems.paidOn = t('proof.day_wrong');
  else if (values.paidOn < min || values.paidOn > max) problems.paidOn = t('proof.day_outside');
  if (values.channel === '') problems.channel = t('proof.channel_empty');

  return problems;
}

/** The request fields of a valid form. */
export function toProofBody(values: ProofForm) {
  const utr = checkUtr(values.utr);
  const amount = readAmount(values.amount);

  return {
    utr: utr.ok ? utr.value : values.utr,
    amountPaise: amount.ok ? amount.value : 0,
    paidOn: values.paidOn,
    channel: values.channel as Channel,
  };
}

export const describeRefusal: DescribeRefusal<ProofForm> = (path, _problem, t) => {
  switch (path) {
    case 'utr':
      return { field: 'utr', text: t('proof.utr_wrong') };
    case 'amountPaise':
      return { field: 'amount', text: t('proof.amount_wrong') };
    case 'paidOn':
      return { field: 'paidOn', text: t('proof.day_outside') };
    case 'channel':
      return { field: 'channel', text: t('proof.channel_empty') };
    default:
      return null;
  }
};
