import { type ApprovalKind, MONEY_KINDS, PAYMENT_KINDS, PRODUCT_KINDS } from './approval-kinds.ts';
import { PERMISSIONS, type Permission, PLAIN_PERMISSIONS } from './permissions.ts';

export const ROLES = [
  'support',
  'reviewer',
  'credit_officer',
  'payments',
  'collections',
  'grievance_officer',
  'nodal_officer',
  'product_manager',
  'accountant',
  'auditor',
  'administrator',
] as const;

export type Role = (typeof ROLES)[number];

const propose = (...kinds: ApprovalKind[]): Permission[] =>
  kinds.map((kind) => `propose.${kind}` as const);
const approve = (...kinds: ApprovalKind[]): Permission[] =>
  kinds.map((kind) => `approve.${kind}` as const);

const both = (...kinds: ApprovalKind[]): Permission[] => [
  ...propose(...kinds),
  ...approve(...kinds),
];

const people: readonly Permission[] = ['work.read', 'person.find', 'person.read', 'person.note'];

/** What every officer for complaints may do. */
const officers: readonly Permission[] = [
  ...people,
  'person.reveal',
  'loan.read',
  'complaints.read',
  'complaints.answer',
  'complaints.escalated',
];

/**
 * The permissions of each role. A person may have several roles, unless two of them exclude each
 * other.
 */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  support: [
    ...people,
    'person.end_sessions',
    'person.remove_passkey',
    'loan.read',
    'complaints.read',
    'complaints.answer',
    'links.make',
    ...propose('contact_hold', 'erasure', 'nominee_claim', 'link_campaign'),
  ],
  reviewer: [
    ...people,
    'person.reveal',
    'person.remove_passkey',
    'review.identity',
    'review.bank_name',
    'review.correction',
    'review.sanctions',
    'sanctions.read',
    ...propose('full_kyc', 'risk_class', 'lending_freeze', 'sanctions_list'),
    ...approve('erasure', 'nominee_claim'),
  ],
  credit_officer: [
    ...people,
    'person.reveal',
    'loan.read',
    'review.score',
    'sanctions.read',
    'lending.stop',
    ...both('limit_override', 'lending_freeze', 'lending_start', 'sanctions_list'),
    ...approve('full_kyc', 'risk_class', 'waiver', 'settlement_offer'),
  ],
  payments: [
    ...people,
    'loan.read',
    'money.read',
    'money.resolve',
    'lending.stop',
    ...both(...PAYMENT_KINDS),
    ...propose('waiver'),
  ],
  collections: [
    ...people,
    'person.reveal',
    'loan.read',
    'collections.read',
    'collections.work',
    'collections.assign',
    'links.make',
    ...both('contact_hold', 'link_campaign'),
    ...propose('waiver', 'settlement_offer', 'write_off'),
  ],
  grievance_officer: [
    ...officers,
    'lending.stop',
    ...both('contact_hold'),
    ...propose('waiver', 'coupon'),
    ...approve('link_campaign'),
  ],
  nodal_officer: [...officers, 'complaints.principal'],
  product_manager: ['work.read', 'products.read', 'lending.stop', ...both(...PRODUCT_KINDS)],
  accountant: [
    'work.read',
    'loan.read',
    'money.read',
    'books.read',
    'books.export',
    'books.close',
    'day.read',
    ...both('close_days', 'undo_closes', 'write_off'),
    ...approve('waiver', 'settlement_offer', 'refund_payout', 'lending_start'),
  ],
  auditor: [
    'work.read',
    'person.find',
    'person.read',
    'loan.read',
    'sanctions.read',
    'money.read',
    'collections.read',
    'complaints.read',
    'products.read',
    'books.read',
    'books.export',
    'day.read',
    'audit.read',
    'staff.read',
  ],
  administrator: [
    'work.read',
    'day.read',
    'day.requeue',
    'staff.read',
    'staff.manage',
    'lending.stop',
    ...both('staff_invitation', 'role_change', 'key_rotation'),
  ],
};

/** Two sets of permissions that nobody may have together. */
export interface Exclusion {
  readonly name: 'administrator_money' | 'administrator_personal_data' | 'product_credit';
  readonly one: readonly Permission[];
  readonly other: readonly Permission[];
}

const administration: readonly Permission[] = [
  'staff.manage',
  ...both('staff_invitation', 'role_change'),
];

/**
 * Source: `docs/console.md`, "Exclusions". That nobody approves a request of their own is checked
 * with each request.
 */
export const EXCLUSIONS: readonly Exclusion[] = [
  {
    name: 'administrator_money',
    one: administration,
    other: ['money.resolve', ...both(...MONEY_KINDS)],
  },
  {
    name: 'administrator_personal_data',
    one: administration,
    other: [
      'person.find',
      'person.read',
      'person.reveal',
      ...PLAIN_PERMISSIONS.filter((permission) => permission.startsWith('review.')),
    ],
  },
  {
    name: 'product_credit',
    one: both('product_version', 'scorecard_version', 'level_ceiling'),
    other: ['review.score', 'approve.limit_override'],
  },
];

/** The permissions of somebody with these roles, in the order of {@link PERMISSIONS}. */
export function listPermissions(roles: readonly Role[]): readonly Permission[] {
  const held = new Set(roles.flatMap((role) => ROLE_PERMISSIONS[role]));
  return PERMISSIONS.filter((permission) => held.has(permission));
}

/** The exclusions that these roles together break. */
export function brokenExclusions(roles: readonly Role[]): readonly Exclusion[] {
  const held = new Set(listPermissions(roles));
  return EXCLUSIONS.filter(
    ({ one, other }) => one.some((p) => held.has(p)) && other.some((p) => held.has(p)),
  );
}

/**
 * Whether somebody with these roles may use a permission: they have it, and no exclusion that
 * concerns it is broken.
 */
export function mayUse(roles: readonly Role[], permission: Permission): boolean {
  if (!listPermissions(roles).includes(permission)) return false;
  return !brokenExclusions(roles).some(
    ({ one, other }) => one.includes(permission) || other.includes(permission),
  );
}

/** Whether a text names a role. */
export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}
