import type { ClassBasis, Reminder, RiskClass, UnpostedReason } from '@noren/core/lending/renewal';

/** Texts of the update of a borrower's details that the law asks for every few years. */
export const renewalTexts = {
  title: 'Risk and update of details',
  none: 'Nothing to confirm until this person is certified',
  riskClass: 'Risk class',
  classes: { low: 'Low', medium: 'Medium', high: 'High' } satisfies Record<RiskClass, string>,
  why: 'Why',
  bases: {
    at_a_distance: 'By law: no one at the lender has met this person',
    full_kyc: 'Full KYC was done',
    decided: 'Decided by staff',
  } satisfies Record<ClassBasis, string>,
  confirmed: 'Last confirmed',
  due: 'To be confirmed by',
  heldFrom: 'New lending on hold from',
  states: { settled: 'Nothing to do', open: 'Requested', late: 'Late' },
  reminders: 'Reminders',
  noReminders: 'None yet',
  reminder: {
    before_1: 'First before the date',
    before_2: 'Second before the date',
    before_3: 'Third before the date',
    after_1: 'First after the date',
    after_2: 'Second after the date',
    after_3: 'Third after the date',
  } satisfies Record<Reminder, string>,
  byApp: 'in the app and by SMS',
  byLetter: 'letter',
  toPost: 'to be posted',
  unposted: {
    no_address: 'no address',
    undeliverable: 'cannot be delivered',
  } satisfies Record<UnpostedReason, string>,
  changeWhy:
    'Sets when the details are to be confirmed next: after 2 years for high, 8 for medium and 10 for low risk. One person may raise the class; lowering it takes two.',
  newClass: 'New class',
} as const;
