import { ROLES } from '@noren/core/staff/roles';
import type { Db, Tx } from '../../platform/db/db.ts';
import { orTooMany } from '../../platform/staff/attempts.ts';
import { appendStaffAct, recordStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { listShownPasskeys } from '../../platform/staff/passkey-store.ts';
import {
  addNewPasskey,
  askForNewPasskey,
  askForPasskey,
  checkPasskey,
} from '../../platform/staff/passkeys.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { OpenStaffCtx, StaffCtx, StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { findInvitation, useInvitation } from '../../platform/staff/staff-invitation-store.ts';
import {
  activateStaff,
  endSessions,
  findStaff,
  listStaffSessions,
} from '../../platform/staff/staff-store.ts';
import { sandboxPerson, sandboxPersonName } from './sandbox-people.ts';
import { describeMe, signIn } from './sign-in.ts';

async function requireInvitation(db: Db | Tx, token: string, now: number) {
  const invited = await findInvitation(db, token, now);
  if (!invited) throw new StaffError('not_found', 'invitation_ended');
  return invited;
}

function requireSandbox({ deps }: OpenStaffCtx): void {
  if (!deps.config.isSandbox) throw new StaffError('not_found', 'call_unknown');
}

/** Sign-in, enrolment and the own access of the lender's people. */
export const staffSessionHandlers = {
  staffMe: async (ctx) => describeMe(ctx, ctx.session),

  beginStaffSignIn: async (ctx, _input, db) => {
    await orTooMany(ctx);
    return { options: await askForPasskey(db, ctx.console, { purpose: 'sign_in', now: ctx.now }) };
  },

  staffSignIn: async (ctx, { body }, db) => {
    await orTooMany(ctx);

    const { assertion } = body;
    const { passkey } = await checkPasskey(db, ctx.console, {
      purpose: 'sign_in',
      assertion,
      now: ctx.now,
    }).catch((error: unknown) => {
      ctx.deps.security.record('staff_sign_in', { call: 'staffSignIn' });
      throw error;
    });

    return signIn(ctx, passkey.staffId, 'passkey');
  },

  staffSignOut: async (ctx, _input, db) => {
    const { staffId } = ctx.staff;
    const { sessionId } = ctx.session;

    await endSessions(db, staffId, ctx.now, sessionId);
    await recordStaffAct(db, { at: ctx.now, staffId, action: 'signed_out', subject: sessionId });
    ctx.setSessionToken(null);

    return {};
  },

  beginEnrolment: async (ctx, { body }, db) => {
    await orTooMany(ctx);
    const { staffId, name, email, roles } = await requireInvitation(db, body.token, ctx.now);
    const of = { purpose: 'enrol' as const, staffId, name, email, now: ctx.now };
    return { name, email, roles: [...roles], options: await askForNewPasskey(db, ctx.console, of) };
  },

  enrol: async (ctx, { body }, db) => {
    await orTooMany(ctx);

    const { token, attestation, passkeyName: name } = body;
    const { now } = ctx;
    const { staffId } = await requireInvitation(db, token, now);

    return signIn(ctx, staffId, 'passkey', async (tx) => {
      if (!(await useInvitation(tx, token, now)))
        throw new StaffError('not_found', 'invitation_ended');

      await addNewPasskey(tx, ctx.console, { purpose: 'enrol', staffId, attestation, name, now });
      await activateStaff(tx, staffId);
      await appendStaffAct(tx, {
        at: now,
        staffId,
        action: 'passkey_added',
        detail: { by: 'invitation' },
      });
    });
  },

  beginPasskey: async (ctx, _input, db) => {
    requireOwnPasskeys(ctx);
    const { staffId, name, email } = ctx.staff;
    const of = { purpose: 'add_passkey' as const, staffId, name, email, now: ctx.now };
    return { options: await askForNewPasskey(db, ctx.console, of) };
  },

  addPasskey: async (ctx, { body }, tx) => {
    requireOwnPasskeys(ctx);

    const { staffId } = ctx.staff;
    const { attestation, passkeyName: name } = body;

    await addNewPasskey(tx, ctx.console, {
      purpose: 'add_passkey',
      staffId,
      attestation,
      name,
      now: ctx.now,
    });

    await appendStaffAct(tx, {
      at: ctx.now,
      staffId,
      action: 'passkey_added',
      detail: { by: 'passkey' },
    });

    return {};
  },

  myAccess: async (ctx, _input, db) => {
    const { staffId } = ctx.staff;
    const sessions = await listStaffSessions(db, staffId, ctx.now);

    return {
      passkeys: await listShownPasskeys(db, staffId),
      sessions: sessions.map((session) => ({
        ...session,
        isThis: session.sessionId === ctx.session.sessionId,
      })),
    };
  },

  endMySession: async (ctx, { body }, tx) => {
    const { staffId } = ctx.staff;
    if ((await endSessions(tx, staffId, ctx.now, body.sessionId)) === 0)
      throw new StaffError('not_found', 'session_ended');

    await appendStaffAct(tx, {
      at: ctx.now,
      staffId,
      action: 'session_ended',
      subject: body.sessionId,
    });

    return {};
  },

  sandboxStaff: async (ctx) => {
    requireSandbox(ctx);
    return { people: ROLES.map((role) => ({ role, name: sandboxPersonName(role, 'first') })) };
  },

  sandboxSignIn: async (ctx, { body }) => {
    requireSandbox(ctx);

    const staffId = await sandboxPerson(ctx.deps.db, body.role, body.who, ctx.now);
    if ((await findStaff(ctx.deps.db, staffId))?.state !== 'active')
      throw new StaffError('not_possible', 'sandbox_person_removed');

    return signIn(ctx, staffId, 'sandbox');
  },
} satisfies Partial<StaffHandlers>;

/** A sandbox's person signs in by a tap; a passkey of theirs would confirm nothing. */
function requireOwnPasskeys({ session }: StaffCtx): void {
  if (session.assurance === 'sandbox')
    throw new StaffError('not_possible', 'sandbox_has_no_passkeys');
}
