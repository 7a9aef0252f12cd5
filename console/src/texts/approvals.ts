import type { StaffProposal } from '@noren/contract/staff/approvals';

type FieldIn<P> = P extends unknown ? keyof P : never;
/** The fields of a proposal that are shown by their name; ids and terms are shown otherwise. */
type ShownField = Exclude<
  FieldIn<StaffProposal>,
  | ('kind' | 'repayId' | 'journalId' | 'userId' | 'staffId' | 'proofId' | 'listId')
  | ('terms' | 'card' | 'coupon' | 'campaign' | 'change')
>;

/** Texts of requests that need a second person. */
export const approvalTexts = {
  title: 'Approvals',

  lists: 'Lists of requests',
  toDecide: 'To approve',
  mine: 'My proposals',
  history: 'History',

  noneToDecide: 'Nothing is waiting for you',
  noneMine: 'You have no proposals',
  noneYet: 'No decisions yet',

  kind: 'Request',
  order: 'Order',
  maker: 'Proposed by',
  checker: 'Decided by',
  reason: 'Reason',
  age: 'Waiting',
  expires: 'Expires',
  decided: 'Decided',
  amount: 'Amount',
  person: 'Person',

  state: 'State',
  states: {
    open: 'Open',
    approved: 'Approved',
    refused: 'Rejected',
    withdrawn: 'Withdrawn',
    expired: 'Expired',
  },

  alone: 'You alone, within your limit',
  comments: 'Comments',
  yourTurn: 'Your turn',
  you: 'You',
  open: 'Enter opens',
} as const;

/** Texts of a request's effect. */
export const effectTexts = {
  owes: 'Owes now',
  wouldOwe: 'Would owe',
  overdue: (days: number) => (days === 1 ? 'Overdue 1 day' : `Overdue ${days} days`),
  order: (repayId: string) => `Order ${repayId}`,

  journals: 'Journals that will be posted',
  journalsAbout: 'Calculated by the same code that posts them',
  journal: (name: string, repayId: string | null, day: string) =>
    repayId === null
      ? `${name}, not tied to an order, value date ${day}`
      : `${name}, order ${repayId}, value date ${day}`,

  messages: 'Messages to borrowers',
  message: (to: string, language: string) => `To ${to}, in ${language}`,

  nothing: {
    orders: 'changes no order',
    journals: 'posts no journal',
    messages: 'sends no message',
  },
  nothingDone: {
    orders: 'changed no order',
    journals: 'posted no journal',
    messages: 'sent no message',
  },
  itDoes: (parts: readonly string[]) => `It ${new Intl.ListFormat('en-IN').format(parts)}.`,

  owed: 'Owed before',
  owesAfter: 'Owed after',
  journalsDone: 'Posted journals',
  journalsDoneAbout: 'Open a title to see the journal in its loan or in the books',
  messagesDone: 'Messages sent to borrowers',
} as const;

/** Texts of one request. */
export const requestTexts = {
  proposal: 'Proposal',
  proposedBy: (name: string) => `Proposed by ${name}`,

  alert: 'The effect has changed',
  alertWhy: 'Nothing has been done. Check what is different, then decide again.',
  seen: 'You saw',

  changed: 'What changed since the proposal',
  changedNothing: 'Nothing has changed since it was proposed.',
  changedCount: (count: number) => (count === 1 ? '1 figure' : `${count} figures`),

  when: 'As proposed',
  now: 'Now',
  whenDone: 'As approved',
  wouldOwe: (repayId: string) => `${repayId} would owe`,
  owesNow: (repayId: string) => `${repayId} owes`,
  journals: 'Journals',
  messages: 'Messages',

  checks: 'Checks',
  checkBalanced: 'Every journal balances',
  checkPossible: 'Possible now',
  checkSame: 'Same effect as when proposed',
  yes: 'Yes',
  no: 'No',
  change: 'See what would change',

  people: 'Two people',
  maker: 'Maker',
  checker: 'Checker',
  waits: 'Not decided yet',
  rule: 'You cannot approve your own proposal.',

  decide: 'Decide',
  approve: 'Approve',
  reject: 'Reject with a reason',
  rejectTitle: 'Reject this request',
  rejectHint: 'The proposer sees this. Borrowers do not.',

  withdraw: 'Withdraw',
  withdrawWhy: 'Nothing changes. You can propose it again later.',

  passkey: 'You will be asked for your passkey.',
  approved: 'Approved and done.',
  rejected: 'Rejected.',
  withdrawn: 'Withdrawn.',

  happened: {
    approved: 'The answer was lost, but the request was approved and carried out.',
    refused: 'The answer was lost. The request was rejected.',
    withdrawn: 'The answer was lost. The request was withdrawn, so nothing was done.',
    expired: 'The answer was lost. The request has expired, so nothing was done.',
  },

  notYours: 'Someone else must approve your proposal.',
  notForYou: 'Your roles cannot approve this request.',

  decidedWhy: 'Reason for the decision',
  effectThen: 'As proposed',
  effectDone: 'What was done',
  amountNow: 'Amount',
  none: 'None',

  field: {
    amountPaise: 'Amount',
    bucket: 'Limited to',
    toRepayId: 'To order',
    payPaise: 'To pay',
    payBy: 'Pay by',
    limitPaise: 'New limit',
    level: 'Identity level',
    ceilingPaise: 'New ceiling',
    citation: 'Rule or opinion',
    isFrozen: 'Freeze new lending',
    riskClass: 'Risk class',
    effectiveFrom: 'Takes effect on',
    from: 'From',
    until: 'Until',
    days: 'Days',

    askedBy: 'Requested',
    isClaimed: 'Record the claim',
    evidence: 'Proof on file',
    decision: 'Decision',
    why: 'Why',
    refundRef: 'Refund',
    provider: 'Provider',
    providerRef: 'Provider’s reference',
    how: 'How',
    through: 'Up to',
    keyId: 'Key',
    name: 'Name',
    email: 'Email',
    roles: 'Roles',
    segment: 'Segment',
    most: 'Maximum links',
  } satisfies Readonly<Record<ShownField, string>> as Readonly<Record<string, string>>,
} as const;

/** Texts of the comments on a request. */
export const commentTexts = {
  title: 'Comments',
  hint: 'The proposer and everyone who can approve it see this. Borrowers do not.',
  none: 'No comments yet',
  comment: 'Comment',
  send: 'Send comment',
  sent: 'Comment sent.',
} as const;

/** Texts of the proposal dialog. */
export const proposeTexts = {
  preview: 'Preview',
  hint: 'The approver sees this. The borrower does not.',
  proposed: 'Sent for approval.',
  doneAlone: 'Done. The amount is within what you can approve alone.',
  openIt: 'Open that request',
} as const;
