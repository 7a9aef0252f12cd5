import type { Permission } from '@noren/core/staff/permissions';
import { mayUse, type Role } from '@noren/core/staff/roles';
import { StaffError } from './staff-error.ts';

/** @throws StaffError forbidden, naming the permission that is missing */
export function requirePermission(
  { roles }: { readonly roles: readonly Role[] },
  permission: Permission,
): void {
  if (mayUse(roles, permission)) return;

  throw new StaffError(
    'forbidden',
    { reason: 'permission_missing', permission },
    { data: { permission } },
  );
}
