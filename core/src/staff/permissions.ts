import { APPROVAL_KINDS, type ApprovalKind } from './approval-kinds.ts';

/**
 * What a member of staff may do besides proposing and approving. A `read` permission changes
 * nothing.
 */
export const PLAIN_PERMISSIONS = [
  'work.read',
  'person.find',
  'person.read',
  'person.reveal',
  'person.note',
  'person.end_sessions',
  'person.remove_passkey',
  'loan.read',
  'review.identity',
  'review.bank_name',
  'review.score',
  'review.correction',
  'review.sanctions',
  'sanctions.read',
  'money.read',
  'money.resolve',
  'collections.read',
  'collections.work',
  'collections.assign',
  'complaints.read',
  'complaints.answer',
  'complaints.escalated',
  'complaints.principal',
  'products.read',
  'books.read',
  'books.export',
  'books.close',
  'day.read',
  'day.requeue',
  'audit.read',
  'staff.read',
  'staff.manage',
  'links.make',
  'lending.stop',
] as const;

export type PlainPermission = (typeof PLAIN_PERMISSIONS)[number];
/** `propose.waiver` may ask for a waiver, `approve.waiver` may decide somebody else's. */
export type Permission = PlainPermission | `propose.${ApprovalKind}` | `approve.${ApprovalKind}`;

/** Every permission, in the order of the printed matrix. */
export const PERMISSIONS: readonly Permission[] = [
  ...PLAIN_PERMISSIONS,
  ...APPROVAL_KINDS.flatMap((kind) => [`propose.${kind}`, `approve.${kind}`] as const),
];

/** Whether a text names a permission. */
export function isPermission(text: string): text is Permission {
  return (PERMISSIONS as readonly string[]).includes(text);
}
