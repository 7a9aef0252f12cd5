/** Texts of proposals about a person. */
export const personActTexts = {
  next: 'Next',
  about:
    'You see the effect first. ' +
    'Every change needs a reason, and almost every one a second person’s approval.',

  waits: 'Waiting for approval',
  waitsFor: (kind: string, maker: string) => `${kind}, by ${maker}`,

  freeze: 'Freeze new lending',
  freezeWhy: 'New applications and unsent payouts are refused. Existing loans are not affected.',
  unfreeze: 'Unfreeze lending',
  unfreezeWhy: 'This person can apply again, and held payouts are sent.',

  limit: 'Change the limit',
  limitWhy:
    'The limit cannot go below what is in use, nor above the highest amount assessed or requested.',
  newLimit: 'New limit',

  kyc: 'Record full KYC',
  kycWhy: 'The identity was checked in person or by video. This removes the yearly ceiling.',
  how: 'How it was checked',
  howHint: 'Such as “by video, case 17”. No personal data.',

  coupon: 'Give a coupon',
  couponWhy: 'For this person only, valid from approval.',
  couponKind: 'Discount on',
  couponKinds: { fee: 'The fee of a new loan', interest: 'Interest', repay: 'A repayment in full' },
  couponAmount: 'Amount',
  couponLeast: 'Minimum loan amount',
  couponDays: 'Valid for, in days',

  erasure: 'Decide an erasure request',
  erasureWhy:
    'For a request that needs a person: before its week has passed, or by letter. What the law has kept is shown with its day. Give the requester the result yourself: after an erasure they get no messages.',
  askedBy: 'Requested by',
  askers: { borrower: 'The borrower', nominee: 'The nominee, after the borrower’s death' },
  decision: 'Decision',
  decisions: { erase: 'Erase', refuse: 'Refuse, with a reason' },

  refusal: 'Reason, as the borrower reads it in the app',
  refusals: {
    loan_runs: 'A loan is open or being processed',
    refund_runs: 'A refund is being processed',
    payment_checked: 'A proof of payment is being checked',
    not_proved: 'The requester’s identity was not proved',
  },

  claim: 'Record a nominee’s claim',
  claimWhy:
    'After the borrower’s death. We stop pursuing dues, end all sessions, and block sign-in and new lending. The debt stays on the books: waive it or write it off separately.',
  endClaim: 'End the nominee’s claim',
  endClaimWhy: 'The claim was wrong. Sign-in, lending and reminders resume.',

  evidence: 'Where the evidence is filed',
  evidenceHint: 'Such as “letter 17 of 2026”. No personal data.',

  risk: 'Change the risk class',

  show: 'Preview',
  ask: 'Propose',
  done: 'Done.',
  asked: 'Sent for approval. See Approvals.',
} as const;
