/** Texts of proposals about a person. */
export const personActTexts = {
  next: 'Next',
  about: 'Each is shown first, asked for with a reason, and decided by somebody else.',
  waits: 'Waits for a second person',
  waitsFor: (kind: string, maker: string) => `${kind}, by ${maker}`,
  freeze: 'Freeze new lending',
  freezeWhy: 'Applications and payouts of this person are refused, with plain words. Running loans go on.',
  unfreeze: 'Unfreeze lending',
  unfreezeWhy: 'This person can apply again, and payouts that wait are sent.',
  limit: 'Change the limit',
  limitWhy:
    'It may fall, not below what is owed or held. Above what was evaluated it rises by the borrower’s own request alone.',
  newLimit: 'New limit',
  kyc: 'Record full KYC',
  kycWhy: 'The identity was checked in person or by video. It lifts the year’s ceiling.',
  how: 'How it was checked',
  howHint: 'Such as “by video, case 17”. No personal data.',
  show: 'Show what it does',
  ask: 'Ask for it',
  asked: 'The request waits for a second person, in Approvals.',
} as const;
