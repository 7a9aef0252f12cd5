import { describe, expect, test } from 'vitest';
import { PERMISSIONS } from './permissions.ts';
import {
  brokenExclusions,
  EXCLUSIONS,
  listPermissions,
  mayUse,
  ROLE_PERMISSIONS,
  ROLES,
} from './roles.ts';

describe('roles', () => {
  test('no single role breaks an exclusion, and every permission belongs to one', () => {
    for (const role of ROLES) expect(brokenExclusions([role]), role).toEqual([]);
    expect(listPermissions(ROLES)).toEqual(PERMISSIONS);
    for (const role of ROLES)
      expect(new Set(ROLE_PERMISSIONS[role]).size, role).toBe(ROLE_PERMISSIONS[role].length);
  });

  test('an administrator has no permission of money or personal data', () => {
    const { other: money } = EXCLUSIONS[0]!;
    for (const permission of listPermissions(['administrator']))
      expect(money).not.toContain(permission);
    expect(listPermissions(['administrator'])).not.toContain('person.read');
  });

  test('excluded roles are named, and what they exclude cannot be used', () => {
    expect(brokenExclusions(['administrator', 'payments']).map(({ name }) => name)).toEqual([
      'administrator_money',
      'administrator_personal_data',
    ]);
    expect(brokenExclusions(['product_manager', 'credit_officer']).map(({ name }) => name)).toEqual(
      ['product_credit'],
    );
    expect(mayUse(['administrator', 'payments'], 'approve.waiver')).toBe(false);
    expect(mayUse(['administrator', 'payments'], 'approve.reversal')).toBe(false);
    expect(mayUse(['administrator', 'payments'], 'staff.manage')).toBe(false);
    expect(mayUse(['administrator', 'payments'], 'work.read')).toBe(true);
  });

  test('an auditor changes nothing', () => {
    for (const permission of listPermissions(['auditor']))
      expect(permission).toMatch(/\.(read|find|export)$/);
  });

  test('each kind of request can be proposed by one person and approved by another', () => {
    for (const permission of PERMISSIONS) {
      const [act] = permission.split('.');
      if (act !== 'propose' && act !== 'approve') continue;

      expect(
        ROLES.some((role) => mayUse([role], permission)),
        permission,
      ).toBe(true);
    }
  });
});
