import { formatTime, toBusinessDay } from '@noren/core/money/time';
import { listPermissions } from '@noren/core/staff/roles';
import { csvFile } from '../../platform/csv.ts';
import type { Db } from '../../platform/db/db.ts';
import { FileAnswer } from '../../platform/http/call-handler.ts';
import { appendStaffAct, recordStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { cutPage } from '../../platform/staff/page.ts';
import { listShownPasskeys } from '../../platform/staff/passkey-store.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffHandlers } from '../../platform/staff/staff-handler.ts';
import {
  INVITATION_MS,
  makeInvitation,
  readInvitedUntil,
} from '../../platform/staff/staff-invitation-store.ts';
import {
  countAdministratorsEver,
  endSessions,
  findListedStaff,
  type ListedStaff,
  listRoleHistory,
  listStaff,
  listStaffSessions,
  lockStaff,
  removeStaff,
} from '../../platform/staff/staff-store.ts';
import { readLastActs } from '../access/store.ts';

const PAGE = 100;
/** More than any lender has: the review is one document. */
const MOST_PEOPLE = 10_000;

function shown({ isSandbox: _, roles, ...person }: ListedStaff) {
  return { ...person, roles: [...roles] };
}

/** Who may do what, and when they last did each kind of act. */
async function readAccess(db: Db) {
  const people = await listStaff(db, { after: null, limit: MOST_PEOPLE });
  const acts = await readLastActs(db);

  return people.map(({ staffId, name, roles }) => ({
    staffId,
    name,
    roles: [...roles],
    permissions: [...listPermissions(roles)],
    lastActs: acts
      .filter((act) => act.staffId === staffId)
      .map(({ action, at }) => ({ action, at })),
  }));
}

/** The lender's people, as an administrator sees them. */
export const staffPeopleHandlers = {
  staffList: async (_ctx, { query }, db) => {
    const people = await listStaff(db, { after: query.after ?? null, limit: PAGE + 1 });
    const { rows, next } = cutPage(people, PAGE, ({ staffId }) => staffId);
    const isAloneAllowed = (await countAdministratorsEver(db)) < 2;

    return { rows: rows.map(shown), next, isAloneAllowed };
  },

  staffPerson: async ({ now }, { params }, db) => {
    const { staffId } = params;
    const person = await findListedStaff(db, staffId);
    if (!person) throw new StaffError('not_found', 'person_unknown');

    return {
      person: shown(person),
      roles: await listRoleHistory(db, staffId),
      passkeys: await listShownPasskeys(db, staffId),
      sessions: await listStaffSessions(db, staffId, now),
      invitedUntil: await readInvitedUntil(db, staffId, now),
    };
  },

  invitationLink: async (ctx, { body }, tx) => {
    const person = await lockStaff(tx, body.staffId);
    if (person?.state !== 'invited') throw new StaffError('not_possible', 'invitation_has_no_link');

    const token = await makeInvitation(tx, body.staffId, ctx.now);
    const { staffId } = ctx.staff;

    await appendStaffAct(tx, {
      at: ctx.now,
      staffId,
      action: 'invitation_link_made',
      subject: body.staffId,
    });

    return { url: `${ctx.console.origin}/enrol#${token}`, expiresAt: ctx.now + INVITATION_MS };
  },

  removePerson: async (ctx, { body }, tx) => {
    const { staffId, now } = { staffId: ctx.staff.staffId, now: ctx.now };
    if (body.staffId === staffId) throw new StaffError('not_possible', 'removes_self');

    const person = await lockStaff(tx, body.staffId);
    if (!person || person.state === 'removed') throw new StaffError('not_found', 'person_unknown');

    await removeStaff(tx, body.staffId, now);

    const { reason } = body;
    await appendStaffAct(tx, {
      at: now,
      staffId,
      action: 'staff_removed',
      subject: body.staffId,
      detail: { reason },
    });

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

  accessReview: async (_ctx, _input, db) => ({ rows: await readAccess(db) }),

  accessReviewFile: async ({ staff, now, today }, _input, db) => {
    const rows = await readAccess(db);
    const lines = rows.flatMap(({ name, roles, permissions, lastActs }) => {
      const last = lastActs.reduce<number | null>(
        (latest, { at }) => Math.max(latest ?? 0, at),
        null,
      );
      const seen = last === null ? '' : `${toBusinessDay(last)} ${formatTime(last)}`;

      return permissions.map((permission) => [name, roles.join(' '), permission, seen]);
    });
    const bytes = csvFile(['Name', 'Roles', 'Permission', 'Last act (IST)'], lines);
    const { staffId } = staff;

    await recordStaffAct(db, {
      at: now,
      staffId,
      action: 'access_review_exported',
      detail: { people: rows.length },
    });

    return new FileAnswer(bytes, 'text/csv; charset=utf-8', `access-review-${today}.csv`);
  },
} satisfies Partial<StaffHandlers>;
