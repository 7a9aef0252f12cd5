import type { PhoneChangeView } from '@noren/contract/phone-change';
import { maskPhone } from '@noren/core/people/identity-numbers';
import { UserStatus } from '@noren/core/people/status';
import { hasCardPicture } from '../../people/certification/document-store.ts';
import { requireNoPhoneChange, stopChange } from '../../people/login/phone-change.ts';
import { beginChange, readOpenChange } from '../../people/login/phone-change-store.ts';
import { readPhone } from '../../people/login/store.ts';
import { recordOwnAction } from '../../platform/audit-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { findOwner } from '../../platform/db/name-owners-store.ts';
import { type CallError, conflict } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { mayShowSavedData, requireCodeFor } from '../../platform/http/step-up.ts';
import { type CheckedCode, checkCode, consumeCode, sendCode } from './codes.ts';
import { listProofs } from './phone-proof.ts';

type Refusal = NonNullable<PhoneChangeView['refused']> | 'phone_same' | 'phone_taken';

/** The text of a refusal gives the number where the lender is called. */
function refuse({ deps }: UserCtx, reason: Refusal): CallError {
  const values = { phone: deps.appConfig.lender.grievance.phone };
  return conflict(`phone.${reason}`, reason, values);
}

async function findRefusal(ctx: UserCtx, db: Db | Tx): Promise<PhoneChangeView['refused']> {
  if (ctx.session.bizStatus < UserStatus.certified) return 'not_certified';
  return (await hasCardPicture(db, ctx.userId)) ? null : 'no_picture';
}

export async function phoneView(ctx: UserCtx, db: Db | Tx): Promise<PhoneChangeView> {
  const { userId, now, deps, session } = ctx;
  const open = await readOpenChange(db, deps.crypto, { userId, now });

  return {
    maskedPhone: session.maskedPhone,
    change: open && {
      state: open.state,
      maskedPhone: mayShowSavedData(ctx) ? maskPhone(open.newPhone) : null,
      requestedAt: open.requestedAt,
      dueAt: open.dueAt,
    },
    refused: await findRefusal(ctx, db),
    proofs: await listProofs(ctx, db),
  };
}

/** @throws CallError 316 or 409 unless this session may ask for this number now */
async function requireNewPhone(ctx: UserCtx, db: Db | Tx, phone: string): Promise<string> {
  requireCodeFor(ctx, 'change_phone');

  const refusal = await findRefusal(ctx, db);
  if (refusal) throw refuse(ctx, refusal);
  await requireNoPhoneChange(db, ctx.userId);

  const oldPhone = await readPhone(db, ctx.deps.crypto, ctx.userId);
  if (oldPhone === phone) throw refuse(ctx, 'phone_same');

  return oldPhone;
}

/** Another phone number for the account of somebody who is signed in. */
export const phoneChangeHandlers = {
  viewPhoneChange: (ctx, _input, db) => phoneView(ctx, db),

  sendNewPhoneCode: twoPhase({
    async prepare(ctx, { body: { phone } }) {
      await requireNewPhone(ctx, ctx.deps.db, phone);
      return sendCode(ctx, { phone, purpose: 'new_phone', userId: ctx.userId });
    },
    commit: async (_ctx, _input, _tx, sent) => sent,
  }),

  beginPhoneChange: twoPhase({
    async prepare(ctx, { body: { phone, otpRef, code } }) {
      const { userId, deps, now } = ctx;
      await requireNewPhone(ctx, deps.db, phone);
      const checked = await checkCode(ctx, { phone, purpose: 'new_phone', userId, otpRef, code });
      await takeOrRefuse({ deps, now }, [['phone-change-user-day', userId]]);
      return checked;
    },
    async commit(ctx, { body: { phone } }, tx, checked: CheckedCode) {
      const { userId, deps, now } = ctx;
      await consumeCode(ctx, tx, checked);
      await lockUser(tx, userId);

      const oldPhone = await requireNewPhone(ctx, tx, phone);
      // Only who holds the number learns that it has an account.
      const owner = await findOwner(tx, {
        kind: 'phone',
        name: deps.crypto.hashes('phone', phone),
      });
      if (owner !== null && owner !== userId) throw refuse(ctx, 'phone_taken');

      const { sessionId } = ctx.session;
      const changeId = await beginChange(tx, deps.crypto, {
        userId,
        oldPhone,
        newPhone: phone,
        sessionId,
        way: 'signed_in',
        now,
      });
      await recordOwnAction(
        tx,
        { userId, now },
        { action: 'phone_change_begun', subject: changeId, detail: { session: sessionId } },
      );

      return phoneView(ctx, tx);
    },
  }),

  async stopPhoneChange(ctx, _input, tx) {
    const { userId, deps } = ctx;
    // Any session may: to stop a change takes nothing from the owner, and the first message about
    // it goes to the old number with a link.
    const wasStopped = await stopChange(tx, deps, { userId, because: 'user', actor: 'user' });

    return { ...(await phoneView(ctx, tx)), wasStopped };
  },
} satisfies Partial<Handlers>;
