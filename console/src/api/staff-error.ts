import type { StaffErrorBody, StaffErrorCode } from '@noren/contract/staff/staff-call';
import { isPermission, type Permission } from '@noren/core/staff/permissions';
import { mayUse, ROLES } from '@noren/core/staff/roles';
import { permissionName, roleNames } from '../texts/permissions.ts';
import { callTexts } from '../texts/problems.ts';

/** What can go wrong on the way, besides what the server refuses. */
export type CallErrorCode = StaffErrorCode | 'offline' | 'unreadable' | 'passkey_cancelled' | 'passkey_missing';

/** A staff call that was not answered, or refused. */
export class StaffError extends Error {
  readonly code: CallErrorCode;
  readonly fields: NonNullable<StaffErrorBody['fields']>;
  readonly options: unknown;
  readonly data: unknown;
  /** The missing permission and who has it, where the call is forbidden for want of one. */
  readonly missing: { readonly permission: string; readonly roles: string } | undefined;

  constructor(body: Omit<StaffErrorBody, 'code'> & { readonly code: CallErrorCode }, needed?: Permission) {
    super(body.message);
    this.name = 'StaffError';
    this.code = body.code;
    this.fields = body.fields ?? [];
    this.options = body.options;
    this.data = body.data;
    const missing = permissionIn(body.data) ?? needed;
    this.missing = body.code === 'forbidden' && missing !== undefined ? whoMay(missing) : undefined;
  }

  /** Whether the server may have done it all the same: the same request id must be sent again. */
  get isUncertain(): boolean {
    return this.code === 'offline' || this.code === 'unreadable' || this.code === 'fault';
  }
}

export function localError(code: 'offline' | 'unreadable' | 'passkey_cancelled' | 'passkey_missing'): StaffError {
  const messages = {
    offline: callTexts.offline,
    unreadable: callTexts.unreadable,
    passkey_cancelled: callTexts.passkeyCancelled,
    passkey_missing: callTexts.passkeyMissing,
  };
  return new StaffError({ code, message: messages[code] });
}

/** The permission that the server names: a call may need more than its own. */
function permissionIn(data: unknown): Permission | undefined {
  const { permission } = (data ?? {}) as { readonly permission?: unknown };
  return typeof permission === 'string' && isPermission(permission) ? permission : undefined;
}

function whoMay(permission: Permission): { permission: string; roles: string } {
  return {
    permission: permissionName(permission),
    roles: roleNames(ROLES.filter((role) => mayUse([role], permission))),
  };
}
