import { brokenExclusions, type Role } from '@noren/core/staff/roles';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import {
  addStaff,
  endAccess,
  findStaffByEmail,
  lockStaff,
  reinviteStaff,
  setRoles,
} from '../../../platform/staff/staff-store.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { OperatorRequest } from '../request/requests-store.ts';

const EXCLUSION_WORDS = {
  administrator_money: 'An administrator can have no role that moves money.',
  administrator_personal_data: 'An administrator can have no role that reads personal data.',
  product_credit: 'Nobody makes products or scorecards and decides about credit.',
} as const;

/** @throws OperatorError when these roles exclude each other */
function requireCompatible(roles: readonly Role[]): void {
  const [broken] = brokenExclusions(roles);
  if (broken) throw new OperatorError('not_possible', EXCLUSION_WORDS[broken.name]);
}

/** Adds an invited person with roles, or ends the access of somebody who is to enrol again. The link is made afterwards. */
export async function inviteStaff(
  tx: Tx,
  deps: Deps,
  { detail, makerId, checkerId }: OperatorRequest & { kind: 'staff_invitation' },
): Promise<void> {
  const now = deps.now();
  if ('staffId' in detail) {
    if (detail.staffId === makerId || detail.staffId === checkerId)
      throw new OperatorError('own_request', 'You cannot reset your own passkeys. Ask two other administrators.');
    const person = await lockStaff(tx, detail.staffId);
    if (!person || person.state === 'removed') throw new OperatorError('unknown', 'There is no such person.');
    await endAccess(tx, detail.staffId, now);
    return reinviteStaff(tx, detail.staffId);
  }
  const { name, email, roles } = detail;
  if (!name || !email || !roles)
    throw new OperatorError('not_possible', 'An invitation needs a name, an email address and at least one role.');
  requireCompatible(roles);
  if (await findStaffByEmail(tx, email))
    throw new OperatorError('not_possible', 'Someone on the staff already has this email address.');
  const staffId = await addStaff(tx, { name, email, state: 'invited', now });
  await setRoles(tx, staffId, roles, now);
}

/** Gives somebody exactly these roles. @throws OperatorError for an own role, and for roles that exclude each other */
export async function changeRoles(
  tx: Tx,
  deps: Deps,
  { detail, makerId, checkerId }: OperatorRequest & { kind: 'role_change' },
): Promise<void> {
  const { staffId, roles } = detail;
  if (staffId === makerId || staffId === checkerId)
    throw new OperatorError('own_request', 'You cannot change your own roles. Ask another administrator.');
  const person = await lockStaff(tx, staffId);
  if (!person || person.state === 'removed') throw new OperatorError('unknown', 'There is no such person.');
  requireCompatible(roles);
  await setRoles(tx, staffId, roles, deps.now());
}
