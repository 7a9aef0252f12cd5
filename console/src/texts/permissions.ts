import type { ApprovalKind } from '@noren/core/staff/approval-kinds';
import { isPermission, type PlainPermission } from '@noren/core/staff/permissions';
import { isRole, type Role } from '@noren/core/staff/roles';

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  support: 'Support',
  reviewer: 'Reviewer',
  credit_officer: 'Credit officer',
  payments: 'Payments officer',
  collections: 'Collections officer',
  grievance_officer: 'Grievance officer',
  nodal_officer: 'Principal nodal officer',
  product_manager: 'Product manager',
  accountant: 'Accountant',
  auditor: 'Auditor',
  administrator: 'Administrator',
};

const APPROVAL_NAMES: Readonly<Record<ApprovalKind, string>> = {
  waiver: 'waiver',
  write_off: 'write-off',
  reversal: 'payment reversal',
  payment_move: 'payment move',

  refund_retry: 'refund retry',
  refund_payout: 'refund by payout',
  payout_reversal: 'payout reversal',
  payout_cancel: 'payout cancellation',

  proof: 'payment proof',
  unclaimed_payment_claim: 'assignment of unclaimed funds',
  unclaimed_payment_return: 'return of unclaimed funds',
  settlement_offer: 'settlement offer',

  coupon: 'coupon campaign',
  product_version: 'product version',
  scorecard_version: 'scorecard version',
  level_ceiling: 'ceiling of an identity level',

  limit_override: 'limit override',
  full_kyc: 'full KYC',
  risk_class: 'risk class',
  contact_hold: 'contact hold',
  lending_freeze: 'lending freeze for one person',
  lending_start: 'restart of lending',

  erasure: 'data erasure',
  nominee_claim: 'nominee’s claim',

  staff_invitation: 'staff invitation',
  role_change: 'role change',
  key_rotation: 'key rotation',
  configuration: 'app setting',

  close_days: 'day-end close',
  undo_closes: 'undo of day-end closes',
  link_campaign: 'links to a segment',
  sanctions_list: 'sanctions list',
};

const PLAIN: Readonly<Record<PlainPermission, string>> = {
  'work.read': 'see the work queue',

  'person.find': 'search for people',
  'person.read': 'see a person',
  'person.reveal': 'reveal personal data',
  'person.note': 'write notes about a person',
  'person.end_sessions': 'end a borrower’s sessions',
  'person.remove_passkey': 'remove a borrower’s passkey',

  'loan.read': 'see loans',

  'review.identity': 'review identities',
  'review.bank_name': 'review account names',
  'review.score': 'review scores',
  'review.correction': 'review corrections',
  'review.sanctions': 'review sanctions hits',
  'sanctions.read': 'see sanctions lists',

  'money.read': 'see money in and out',
  'money.resolve': 'resolve discrepancies',

  'collections.read': 'see collections',
  'collections.work': 'work collections',
  'collections.assign': 'assign collections officers',

  'complaints.read': 'see complaints',
  'complaints.answer': 'answer complaints',
  'complaints.escalated': 'answer escalated complaints',
  'complaints.principal': 'answer complaints at the last level',

  'products.read': 'see products',

  'books.read': 'see the books',
  'books.export': 'export the books',
  'books.close': 'close a month of the books',

  'day.read': 'see the day',
  'day.requeue': 'retry failed jobs',
  'audit.read': 'see the audit',
  'staff.read': 'see staff',
  'staff.manage': 'manage staff',
  'links.make': 'send links',
  'lending.stop': 'stop lending',
};

/** A kind of request in words: "Move of a payment"; its code if unknown. */
export function approvalName(kind: string): string {
  const name = (APPROVAL_NAMES as Readonly<Record<string, string>>)[kind] ?? kind;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A permission in words: "see loans", "propose: waiver"; its code if unknown. */
export function permissionName(permission: string): string {
  if (!isPermission(permission)) return permission;

  const [act, kind] = permission.split('.') as [string, string];
  const approval = APPROVAL_NAMES[kind as ApprovalKind];
  if ((act === 'propose' || act === 'approve') && approval !== undefined)
    return `${act}: ${approval}`;

  return PLAIN[permission as PlainPermission];
}

/** Roles in words; a role's code if unknown. */
export function roleNames(roles: readonly string[]): string {
  return roles.map((role) => (isRole(role) ? ROLE_NAMES[role] : role)).join(', ');
}
