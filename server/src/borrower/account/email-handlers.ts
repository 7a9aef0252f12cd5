import { randomInt, randomUUID } from 'node:crypto';
import { CODES } from '@noren/contract/codes';
import type { EmailView } from '@noren/contract/email';
import type { Reason } from '@noren/contract/reasons';
import { EMAIL_CODE } from '@noren/core/people/email';
import {
  endEmails,
  type KnownEmail,
  makeStopLinks,
  readKnownEmail,
  stopByToken,
} from '../../people/email/email.ts';
import { countEmailTry, markConfirmed, saveEmailCode } from '../../people/email/email-store.ts';
import { requireNoPhoneChange } from '../../people/login/phone-change.ts';
import { recordOwnAction } from '../../platform/audit-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { CallError, conflict, notFound } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { requireCodeFor, requireCodeForSaved } from '../../platform/http/step-up.ts';
import type { Mail } from '../../platform/ports/mail.ts';
import { say } from '../../platform/translations/translations.ts';

/** @throws CallError 404 where no e-mail is sent */
function requireMail({ deps }: UserCtx): Mail {
  if (!deps.mail) throw notFound();
  return deps.mail;
}

function toView({ address, stored }: KnownEmail): EmailView {
  const { state = 'new', endedBecause = null, endedAt, confirmedAt, requestedAt } = stored ?? {};
  return { address, state, since: endedAt ?? confirmedAt ?? requestedAt ?? null, endedBecause };
}

async function emailView(ctx: UserCtx, db: Db | Tx): Promise<EmailView> {
  return toView(await readKnownEmail(db, ctx.deps.crypto, ctx.userId));
}

type Refusal = Extract<
  Reason,
  'not_held' | 'email_confirmed' | 'email_not_mine' | 'email_refused' | 'code_not_sent'
>;

const refuse = (reason: Refusal): CallError => conflict(`email.${reason}`, reason);

const codeGone = (): CallError => conflict('login.code_gone', 'code_gone');

/** @throws CallError 316 or 409 unless a code may be sent to the user's address now */
async function requireAddress(ctx: UserCtx): Promise<string> {
  const { db, crypto } = ctx.deps;
  requireCodeFor(ctx, 'change_saved');
  await requireNoPhoneChange(db, ctx.userId);

  const { address, stored } = await readKnownEmail(db, crypto, ctx.userId);
  if (address === null) throw refuse('not_held');
  if (stored?.state === 'confirmed') throw refuse('email_confirmed');
  if (stored?.endedBecause === 'not_mine') throw refuse('email_not_mine');

  return address;
}

const hashCode = (ctx: UserCtx, mailId: string, code: string): Buffer =>
  ctx.deps.crypto.hash('email_code', `${mailId}:${code}`);

/**
 * Sends a code to an address that nobody has confirmed: it may be a stranger's, so the mail has no
 * name, no number and no word of a loan.
 */
async function mailCode(ctx: UserCtx, address: string): Promise<void> {
  const { deps, userId, now, language } = ctx;
  const mail = requireMail(ctx);
  const code = String(randomInt(10 ** EMAIL_CODE.digits)).padStart(EMAIL_CODE.digits, '0');
  const mailId = randomUUID();

  await deps.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const codeHash = hashCode(ctx, mailId, code);
    await saveEmailCode(tx, deps.crypto, { userId, address, mailId, codeHash, now });
    await recordOwnAction(tx, { userId, now }, { action: 'email_code_sent', subject: mailId });
  });

  const { link, stopUrl } = makeStopLinks(deps, { userId, mailId });
  const minutes = String(EMAIL_CODE.validMs / 60_000);
  const answer = await mail.send({
    to: address,
    id: `${randomUUID()}.${mailId}`,
    subject: say(language, 'mail.code_subject'),
    text: say(language, 'mail.code_text', { code, minutes, link }),
    stopUrl,
    attachments: [],
  });

  if (answer.state === 'unknown') deps.log.warn('mail server did not answer about a code');
  if (answer.state !== 'refused') return;

  deps.log.error({ reason: answer.reason }, 'mail with a code refused by the server');
  if (!answer.isAddressGone) throw refuse('code_not_sent');

  const of = { userId, mailId, because: 'bounced', actor: 'program' } as const;
  await deps.db.transaction().execute((tx) => endEmails(tx, deps, of));
  throw refuse('email_refused');
}

/** The e-mail address of somebody who is signed in, and its end by the link of a mail. */
export const emailHandlers = {
  async viewEmail(ctx, _input, db) {
    requireMail(ctx);
    const view = await emailView(ctx, db);
    requireCodeForSaved(ctx, view.address !== null);
    return view;
  },

  sendEmailCode: twoPhase({
    async prepare(ctx) {
      requireMail(ctx);
      const address = await requireAddress(ctx);

      await takeOrRefuse(ctx, [
        ['email-code-user-minute', ctx.userId],
        ['email-code-user-day', ctx.userId],
        ['email-code-address-day', address.toLowerCase()],
      ]);

      await mailCode(ctx, address);
    },
    commit: async () => ({
      resendAfterSeconds: EMAIL_CODE.resendAfterMs / 1_000,
      expiresInSeconds: EMAIL_CODE.validMs / 1_000,
    }),
  }),

  confirmEmail: twoPhase({
    async prepare(ctx, { body: { code } }) {
      const { deps, userId, now } = ctx;
      requireMail(ctx);
      requireCodeFor(ctx, 'change_saved');
      await requireNoPhoneChange(deps.db, userId);

      const waiting = await countEmailTry(deps.db, userId, now);
      if (!waiting) throw codeGone();

      const { mailId, codeHash } = waiting;
      if (!deps.crypto.isSameHash(codeHash, hashCode(ctx, mailId, code)))
        throw new CallError(CODES.invalidInput, 'login.code_wrong', {
          data: { reason: 'code_wrong' },
        });

      return mailId;
    },
    async commit(ctx, _input, tx, mailId: string) {
      const { userId, deps, now } = ctx;
      await lockUser(tx, userId);
      await requireNoPhoneChange(tx, userId);
      // The details were corrected meanwhile: the code was for the address before.
      const { stored } = await readKnownEmail(tx, deps.crypto, userId);
      const isCurrent = stored?.mailId === mailId;
      if (!isCurrent || !(await markConfirmed(tx, { userId, mailId, now }))) throw codeGone();

      await recordOwnAction(tx, { userId, now }, { action: 'email_confirmed', subject: mailId });

      return emailView(ctx, tx);
    },
  }),

  async removeEmail(ctx, _input, tx) {
    const { userId, deps } = ctx;
    requireMail(ctx);
    requireCodeFor(ctx, 'change_saved');
    const { stored } = await readKnownEmail(tx, deps.crypto, userId);
    if (stored) {
      const { mailId } = stored;
      await endEmails(tx, deps, { userId, mailId, because: 'removed', actor: 'user' });
    }

    return emailView(ctx, tx);
  },

  async stopEmails({ deps }, { body: { token } }, tx) {
    await stopByToken(tx, deps, token);
    return {};
  },
} satisfies Partial<Handlers>;
