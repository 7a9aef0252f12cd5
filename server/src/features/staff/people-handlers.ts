import { permissionsOf } from '@noren/core/staff/roles';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffHandlers } from '../../platform/staff/staff-handler.ts';
import {
  endSessions,
  INVITATION_MS,
  listStaff,
  listStaffWithRole,
  lockStaff,
  makeInvitation,
  removeStaff,
} from '../../platform/staff/staff-store.ts';
import { readLastActs } from './store.ts';

type PeopleCalls = 'staffList' | 'invitationLink' | 'removePerson' | 'endPersonSessions' | 'accessReview';

/** The lender's people, as an administrator sees them. */
export const staffPeopleHandlers: StaffHandlers<PeopleCalls> = {
  staffList: async (_ctx, _input, db) => {
    const people = await listStaff(db);
    const isAloneAllowed = (await listStaffWithRole(db, 'administrator')).length < 2;
    return {
      people: people.map(({ isSandbox: _, roles, ...person }) => ({ ...person, roles: [...roles] })),
      isAloneAllowed,
    };
  },

  invitationLink: async (ctx, { body }, tx) => {
    const person = await lockStaff(tx, body.staffId);
    if (person?.state !== 'invited')
      throw new StaffError('not_possible', 'Only somebody whose invitation was approved and not used gets a link.');
    const token = await makeInvitation(tx, body.staffId, ctx.now);
    const { staffId } = ctx.staff;
    await appendStaffAct(tx, { at: ctx.now, staffId, action: 'invitation_link_made', subject: body.staffId });
    return { url: `${ctx.console.origin}/enrol#${token}`, expiresAt: ctx.now + INVITATION_MS };
  },

  removePerson: async (ctx, { body }, tx) => {
    const { staffId, now } = { staffId: ctx.staff.staffId, now: ctx.now };
    if (body.staffId === staffId) throw new StaffError('not_possible', 'Nobody can remove themselves.');
    const person = await lockStaff(tx, body.staffId);
    if (!person || person.state === 'removed') throw new StaffError('not_found', 'There is no such person.');
    await removeStaff(tx, body.staffId, now);
    const { reason } = body;
    await appendStaffAct(tx, { at: now, staffId, action: 'staff_removed', subject: body.staffId, detail: { reason } });
    return {};
  },

  endPersonSessions: async (ctx, { body }, tx) => {
    const ended = await endSessions(tx, body.staffId, ctx.now);
    const { staffId } = ctx.staff;
    await appendStaffAct(tx, {
      at: ctx.now,
      staffId,
      action: 'sessions_ended',
      subject: body.staffId,
      detail: { ended },
    });
    return { ended };
  },

  accessReview: async (_ctx, _input, db) => {
    const people = await listStaff(db);
    const acts = await readLastActs(db);
    return {
      rows: people.map(({ staffId, name, roles }) => ({
        staffId,
        name,
        roles: [...roles],
        permissions: [...permissionsOf(roles)],
        lastActs: acts.filter((act) => act.staffId === staffId).map(({ action, at }) => ({ action, at })),
      })),
    };
  },
};
