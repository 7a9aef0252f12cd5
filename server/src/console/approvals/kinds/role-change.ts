import { findStaff, lockStaff, setRoles } from '../../../platform/staff/staff-store.ts';
import { OperatorError } from '../request/operator-error.ts';
import { requireCompatible } from './compatible-roles.ts';
import type { Kind } from './kind.ts';

/** Gives somebody exactly these roles: never one's own, and none that exclude each other. */
export const roleChange: Kind<'role_change'> = {
  facts: async (tx, _, { detail }) => {
    const roles = (await findStaff(tx, detail.staffId))?.roles ?? [];
    return [{ what: 'roles', value: roles.length === 0 ? 'none' : roles.join(', ') }];
  },

  execute: async (tx, deps, { detail, makerId, checkerId }) => {
    const { staffId, roles } = detail;
    if (staffId === makerId || staffId === checkerId)
      throw new OperatorError('own_request', 'changes_own_roles');

    const person = await lockStaff(tx, staffId);
    if (!person || person.state === 'removed') throw new OperatorError('unknown', 'person_unknown');

    requireCompatible(roles);
    await setRoles(tx, staffId, roles, deps.now());
  },
};
