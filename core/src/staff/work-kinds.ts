import { APPROVAL_KINDS } from './approval-kinds.ts';
import type { Permission } from './permissions.ts';
import { mayUse, ROLES, type Role } from './roles.ts';

/** Kinds of work, in the order of the queue's tabs. */
export const WORK_KINDS = [
  'identity',
  'bank_name',
  'score',
  'correction',
  'sanctions',
  'proof',
  'unclaimed',
  'refund',
  'payout',
  'discrepancy',
  'complaint',
  'escalation',
  'last_level',
  'complaint_alarm',
  'approval',
  'close_failure',
  'self_check',
] as const;

export type WorkKind = (typeof WORK_KINDS)[number];

interface WorkRule {
  /** Any of these permissions shows the kind. */
  readonly reads: readonly Permission[];
  /** Any of these permissions allows claiming it. */
  readonly acts: readonly Permission[];
  /** Within how many hours it should be done; null where the work itself has a date. */
  readonly hours: number | null;
}

const approvals = APPROVAL_KINDS.map((kind) => `approve.${kind}` as const);

const ofReview = (permission: Permission, hours: number): WorkRule => ({
  reads: [permission],
  acts: [permission],
  hours,
});

const ofMoney = (hours: number, ...acts: Permission[]): WorkRule => ({
  reads: ['money.read'],
  acts,
  hours,
});

/**
 * The roles that see and claim each kind, and its due time. @ASSUMED the hours: two where a
 * borrower waits at a screen or money is lost, four for a decision about credit or a refund, a day
 * for the rest; a complaint has the regulator's days.
 */
export const WORK_RULES: Readonly<Record<WorkKind, WorkRule>> = {
  identity: ofReview('review.identity', 2),
  bank_name: ofReview('review.bank_name', 2),
  score: ofReview('review.score', 4),
  correction: ofReview('review.correction', 24),
  sanctions: ofReview('review.sanctions', 4),
  proof: ofMoney(24, 'propose.proof', 'approve.proof'),
  unclaimed: ofMoney(24, 'propose.unclaimed_payment_claim', 'propose.unclaimed_payment_return'),
  refund: ofMoney(4, 'propose.refund_retry', 'propose.refund_payout'),
  payout: ofMoney(2, 'money.resolve', 'propose.payout_cancel'),
  discrepancy: ofMoney(4, 'money.resolve'),
  complaint: { reads: ['complaints.read'], acts: ['complaints.answer'], hours: null },
  escalation: { reads: ['complaints.read'], acts: ['complaints.escalated'], hours: null },
  last_level: { reads: ['complaints.read'], acts: ['complaints.principal'], hours: null },
  complaint_alarm: { reads: ['complaints.read'], acts: ['complaints.escalated'], hours: null },
  approval: { reads: approvals, acts: approvals, hours: 48 },
  close_failure: { reads: ['day.read'], acts: ['day.requeue', 'propose.close_days'], hours: 2 },
  self_check: { reads: ['day.read'], acts: ['day.requeue', 'propose.close_days'], hours: 4 },
};

/** A claim expires after this time unless extended. */
export const CLAIM_MS = 10 * 60_000;

const mayAny = (roles: readonly Role[], permissions: readonly Permission[]): boolean =>
  permissions.some((permission) => mayUse(roles, permission));

/** Whether these roles see items of a kind. */
export function maySeeWork(roles: readonly Role[], kind: WorkKind): boolean {
  return mayUse(roles, 'work.read') && mayAny(roles, WORK_RULES[kind].reads);
}

/** Whether these roles may claim items of a kind. */
export function mayTakeWork(roles: readonly Role[], kind: WorkKind): boolean {
  return maySeeWork(roles, kind) && mayAny(roles, WORK_RULES[kind].acts);
}

/** The roles that see a kind. */
export function rolesThatSee(kind: WorkKind): readonly Role[] {
  return ROLES.filter((role) => maySeeWork([role], kind));
}

/** The tabs of the queue and the kinds of each. */
export const WORK_TABS = {
  identity: ['identity'],
  name: ['bank_name'],
  score: ['score'],
  corrections: ['correction'],
  sanctions: ['sanctions'],
  proofs: ['proof'],
  money: ['unclaimed', 'refund', 'payout', 'discrepancy'],
  complaints: ['complaint', 'escalation', 'last_level', 'complaint_alarm'],
  approvals: ['approval'],
  faults: ['close_failure', 'self_check'],
} as const satisfies Record<string, readonly WorkKind[]>;

export type WorkTab = keyof typeof WORK_TABS;
