import { CONTACTS_A_DAY, CONTACTS_A_WEEK, type ContactBar, WEEK_DAYS } from '@noren/core/lending/contact-rules';
import { formatDay } from '@noren/core/money/time';

const WORDS: Readonly<Record<ContactBar['why'], string>> = {
  claim: 'A nominee told us of the borrower’s death. Nobody raises dues; the nominee is answered.',
  hold: 'A contact hold runs.',
  answer_due:
    'The borrower waits for an answer of ours: a payment in checking, a proof, a complaint or a provider’s report.',
  promise: 'The borrower promised to pay, and the day has not passed.',
  no_officer: 'Nobody is assigned. Assign an officer first.',
  other_officer: 'The borrower was notified of another officer’s name. Assign yourself first.',
  not_notified: 'The message that names the officer was not sent yet. It goes out between 8:00 and 19:00.',
  week: `${CONTACTS_A_WEEK} contacts in ${WEEK_DAYS} days are the most.`,
  day: `${CONTACTS_A_DAY} contacts on a day are the most.`,
  hours: 'Dues are raised between 8:00 and 19:00 only.',
};

/** Why a borrower may not be contacted now, and from when it is possible again. */
export function barWords({ why, from }: ContactBar): string {
  if (from === null) return WORDS[why];
  return `${WORDS[why]} Possible again on ${formatDay(from.day)} from ${from.hour}:00.`;
}
