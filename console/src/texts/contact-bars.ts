import type { RefusalValues } from '@noren/contract/staff/refusals';
import {
  CONTACTS_A_DAY,
  CONTACTS_A_WEEK,
  type ContactBarReason,
  WEEK_DAYS,
} from '@noren/core/lending/contact-rules';
import { businessDay, formatDay } from '@noren/core/money/time';

const WORDS: Readonly<Record<ContactBarReason, string>> = {
  claim: 'A nominee has reported the borrower’s death. Do not ask for payment; answer the nominee.',
  hold: 'On contact hold.',
  answer_due:
    'We owe the borrower an answer first: on a payment being checked, a proof, a complaint or a provider’s report.',
  promise: 'The borrower has an open promise to pay or settlement offer.',
  no_officer: 'No officer is assigned. Assign one first.',
  other_officer: 'The borrower was given another officer’s name. Assign yourself first.',
  not_notified:
    'The borrower has not been sent the officer’s name yet. The message goes out between 8:00 and 19:00.',
  week: `Limit of ${CONTACTS_A_WEEK} contacts in ${WEEK_DAYS} days reached.`,
  day: `Daily limit of ${CONTACTS_A_DAY} contacts reached.`,
  hours: 'Contact is allowed only between 8:00 and 19:00.',
};

/**
 * Why a borrower may not be contacted now, and from when it is possible again. A hold is named with
 * its last day.
 */
export function barText({ why, from, holdUntil }: RefusalValues['contact_barred']): string {
  if (why === 'hold' && holdUntil !== null)
    return `On contact hold until ${formatDay(businessDay(holdUntil))}.`;

  if (from === null) return WORDS[why];
  return `${WORDS[why]} Possible again from ${from.hour}:00 on ${formatDay(businessDay(from.day))}.`;
}
