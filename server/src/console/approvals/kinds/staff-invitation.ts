import type { Tx } from '../../../platform/db/db.ts';
import {
  addStaff,
  countAdministratorsEver,
  endAccess,
  findStaffByEmail,
  lockStaff,
  reinviteStaff,
  setRoles,
} from '../../../platform/staff/staff-store.ts';
import { OperatorError } from '../request/operator-error.ts';
import { requireCompatible } from './compatible-roles.ts';
import type { Kind, RequestOfKind } from './kind.ts';

/**
 * Adds an invited person with roles, or ends the access of somebody who is to enrol again. The link
 * is made afterwards.
 */
export const staffInvitation: Kind<'staff_invitation'> = {
  execute: async (tx, deps, request) => {
    const { detail } = request;
    const now = deps.now();
    if ('staffId' in detail) return inviteAgain(tx, request, { staffId: detail.staffId, now });

    const { name, email, roles } = detail;
    if (!name || !email || !roles) throw new OperatorError('not_possible', 'invitation_incomplete');

    requireCompatible(roles);

    if (await findStaffByEmail(tx, email)) throw new OperatorError('not_possible', 'email_taken');

    const staffId = await addStaff(tx, { name, email, state: 'invited', now });
    await setRoles(tx, staffId, roles, now);
  },

  /**
   * Until a second administrator has signed in, the first may invite one alone: never again after
   * that, or the last one left could make others as they like.
   */
  mayBeAlone: async (tx, _, { detail }) =>
    'roles' in detail &&
    detail.roles.includes('administrator') &&
    (await countAdministratorsEver(tx)) < 2,
};

async function inviteAgain(
  tx: Tx,
  { makerId, checkerId }: RequestOfKind<'staff_invitation'>,
  { staffId, now }: { staffId: string; now: number },
): Promise<void> {
  if (staffId === makerId || staffId === checkerId)
    throw new OperatorError('own_request', 'resets_own_passkeys');

  const person = await lockStaff(tx, staffId);
  if (!person || person.state === 'removed') throw new OperatorError('unknown', 'person_unknown');

  await endAccess(tx, staffId, now);
  await reinviteStaff(tx, staffId);
}
