import type { StaffErrorBody, StaffErrorCode } from '@noren/contract/staff/wire';
import { isPermission, type Permission } from '@noren/core/staff/permissions';
import { mayUse, ROLES } from '@noren/core/staff/roles';
import { permissionName, roleNames } from '../texts/permissions.ts';
import { callTexts } from '../texts/problems.ts';

/** Failures that the server did not report: of the network, the browser or the passkey. */
type LocalErrorCode =
  | 'offline'
  | 'unreadable'
  | 'no_answer'
  | 'passkey_cancelled'
  | 'passkey_missing'
  | 'too_long';
export type CallErrorCode = StaffErrorCode | LocalErrorCode;

const UNCERTAIN: readonly CallErrorCode[] = ['offline', 'unreadable', 'no_answer', 'fault'];

/** A staff call that failed or was refused. */
export class StaffError extends Error {
  readonly code: CallErrorCode;
  readonly fields: NonNullable<StaffErrorBody['fields']>;
  readonly options: unknown;
  readonly data: unknown;
  /** For a forbidden call: the missing permission and the roles that have it. */
  readonly missing: { readonly permission: string; readonly roles: string } | undefined;

  constructor(body: Omit<StaffErrorBody, 'code'> & { readonly code: CallErrorCode }) {
    super(body.message);
    this.name = 'StaffError';
    this.code = body.code;
    this.fields = body.fields ?? [];
    this.options = body.options;
    this.data = body.data;

    const missing = readPermission(body.data);
    this.missing =
      body.code === 'forbidden' && missing !== undefined ? describeMissing(missing) : undefined;
  }

  /**
   * Whether the server may have carried out the call although no answer arrived. A retry must then
   * send the same request id.
   */
  get isUncertain(): boolean {
    return UNCERTAIN.includes(this.code);
  }
}

export function localError(code: LocalErrorCode): StaffError {
  const messages = {
    offline: callTexts.offline,
    unreadable: callTexts.unreadable,
    no_answer: callTexts.noAnswer,
    passkey_cancelled: callTexts.passkeyCancelled,
    passkey_missing: callTexts.passkeyMissing,
    too_long: callTexts.tooLong,
  };

  return new StaffError({ code, message: messages[code] });
}

/** The permission that the server says is missing. */
function readPermission(data: unknown): Permission | undefined {
  const { permission } = (data ?? {}) as { readonly permission?: unknown };
  return typeof permission === 'string' && isPermission(permission) ? permission : undefined;
}

function describeMissing(permission: Permission): { permission: string; roles: string } {
  return {
    permission: permissionName(permission),
    roles: roleNames(ROLES.filter((role) => mayUse([role], permission))),
  };
}
