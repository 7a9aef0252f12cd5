import { UserStatus } from '@noren/core/people/status';
/** The history of a person's loan; days count back from the business day. */
export interface LoanScenario {
  readonly paidOutDaysAgo: number;
  readonly payout: 'succeed' | 'fail' | 'lost';
  readonly repaidDaysAgo?: number;
}

/** A person's history up to the moment the browser is signed in as them. */
export interface PersonScenario {
  readonly bizStatus: Exclude<UserStatus, typeof UserStatus.regular>;
  /** The cards are already read; the face check is next. */
  readonly hasDocuments?: true;
  /** No code of a card was read: the person is known by pictures alone. */
  readonly hasNoCode?: true;
  readonly credit?: 'approved' | 'evaluating' | 'declined' | 'review';
  readonly loan?: LoanScenario;
}

/** A state of the app to jump to. `path` follows `#`; `{repayId}` is replaced. */
interface Place {
  readonly name: string;
  readonly path: string;
  readonly scenario: PersonScenario;
}

const certified = { bizStatus: UserStatus.certified, credit: 'approved' } as const;

// A Noren 7: due seven days after disbursement.
const paidOut = (paidOutDaysAgo: number): PersonScenario => ({
  ...certified,
  loan: { paidOutDaysAgo, payout: 'succeed' },
});

const repaid: PersonScenario = {
  ...certified,
  loan: { paidOutDaysAgo: 5, payout: 'succeed', repaidDaysAgo: 1 },
};

/** Every state a new invented person can be in, by the id that the controls use. */
export const STARTING_POINTS = {
  'new': {
    name: 'New, no questionnaire yet (10)',
    path: '/identity-auth',
    scenario: { bizStatus: UserStatus.registered },
  },
  identity: {
    name: 'Identity due (20)',
    path: '/facial-auth/step-one',
    scenario: { bizStatus: UserStatus.identityDue },
  },
  face: {
    name: 'Cards read, face check due (20)',
    path: '/facial-auth/step-one',
    scenario: { bizStatus: UserStatus.identityDue, hasDocuments: true },
  },
  personal: {
    name: 'Personal information due (30)',
    path: '/facial-auth/step-two',
    scenario: { bizStatus: UserStatus.personalInfoDue },
  },
  contacts: {
    name: 'Contacts due (40)',
    path: '/facial-auth/step-three',
    scenario: { bizStatus: UserStatus.contactsDue },
  },
  bank: {
    name: 'Bank account due (50)',
    path: '/facial-auth/step-four',
    scenario: { bizStatus: UserStatus.bankAccountDue },
  },
  limit: { name: 'Certified, with a limit (60)', path: '/home', scenario: certified },
  pictures: {
    name: 'Certified by pictures alone (60)',
    path: '/home',
    scenario: { ...certified, hasNoCode: true },
  },
  evaluating: {
    name: 'Certified, limit still being evaluated (60)',
    path: '/home',
    scenario: { bizStatus: UserStatus.certified, credit: 'evaluating' },
  },
  review: {
    name: 'Certified, a person looks at it (60)',
    path: '/home',
    scenario: { bizStatus: UserStatus.certified, credit: 'review' },
  },
  declined: {
    name: 'Certified, declined (60)',
    path: '/home',
    scenario: { bizStatus: UserStatus.certified, credit: 'declined' },
  },
  regular: { name: 'Regular, one loan settled (70)', path: '/home', scenario: repaid },
  active: { name: 'Loan running', path: '/order', scenario: paidOut(2) },
  'due-tomorrow': { name: 'Loan due tomorrow', path: '/repay/{repayId}', scenario: paidOut(6) },
  overdue: { name: 'Loan five days overdue', path: '/repay/{repayId}', scenario: paidOut(12) },
  disbursing: {
    name: 'Loan being paid out',
    path: '/order',
    scenario: { ...certified, loan: { paidOutDaysAgo: 0, payout: 'lost' } },
  },
  'payout-failed': {
    name: 'Paying out failed',
    path: '/order',
    scenario: { ...certified, loan: { paidOutDaysAgo: 0, payout: 'fail' } },
  },
  settled: { name: 'Loan settled', path: '/order', scenario: repaid },
} as const satisfies Record<string, Place>;

export type StartingPointId = keyof typeof STARTING_POINTS;

export const STARTING_POINT_IDS = Object.keys(STARTING_POINTS) as [
  StartingPointId,
  ...StartingPointId[],
];
