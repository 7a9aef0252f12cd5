import {
  consentTexts,
  decideConsentState,
  PURPOSES,
  type Purpose,
} from '@noren/core/people/consent';
import type { ConsentTexts } from '@noren/core/people/consent-texts';
import { lockCredit } from '../../lending/credit/credit-store.ts';
import { hasRunningLoan } from '../../people/account/store.ts';
import { lockDecisions, readConsents, type StoredConsent } from '../../people/consent-store.ts';
import { currentTexts, recordDecision } from '../../people/consents.ts';
import type { Tx } from '../../platform/db/db.ts';
import { conflict } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { takeOrRefuse } from '../../platform/http/rate-limits.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';

function consentView(records: readonly StoredConsent[], purpose: Purpose, texts: ConsentTexts) {
  const newest = records.findLast((record) => record.purpose === purpose);

  return {
    purpose,
    textVersion: texts[purpose].textVersion,
    isRequired: texts[purpose].isRequired,
    state: decideConsentState(records, purpose, texts),
    decidedAt: newest ? (newest.withdrawnAt ?? newest.at) : null,
  };
}

function isActive(records: readonly StoredConsent[], purpose: Purpose): boolean {
  const state = decideConsentState(records, purpose);
  return state === 'given' || state === 'outdated';
}

/**
 * Checks that a consent may be withdrawn. A required one may not be while a loan is open or applied
 * for.
 * @throws CallError 316 when a code is needed, 409 when a loan is open
 */
async function requireWithdrawable(ctx: UserCtx, tx: Tx, purpose: Purpose): Promise<void> {
  const { userId } = ctx;
  const { isRequired } = consentTexts[purpose];

  if (isRequired) await lockCredit(tx, userId);
  await lockDecisions(tx, userId);

  if (!isActive(await readConsents(tx, userId, purpose), purpose)) return;

  // The holder of a forwarded link may continue certification, but not withdraw the borrower's
  // consents.
  requireCodeFor(ctx, 'change_saved');
  if (isRequired && (await hasRunningLoan(tx, userId)))
    throw conflict('privacy.loan_runs', 'loan_runs');
}

export const accountHandlers = {
  async viewConsents(ctx, _input, db) {
    const records = await readConsents(db, ctx.userId);
    const texts = currentTexts(ctx.deps);
    return { consents: PURPOSES.map((purpose) => consentView(records, purpose, texts)) };
  },

  saveConsent: twoPhase({
    prepare: async (ctx) => takeOrRefuse(ctx, [['consent-user-day', ctx.userId]]),
    async commit(ctx, { body }, tx) {
      const { userId, language, now, deviceId } = ctx;
      const { purpose, textVersion, given: isGiven } = body;

      // The holder of a forwarded link may continue the certification, but agrees to nothing in the
      // borrower's name.
      if (isGiven) requireCodeFor(ctx, 'agree');
      else await requireWithdrawable(ctx, tx, purpose);

      const decision = {
        userId,
        purpose,
        isGiven,
        textVersion,
        language,
        channel: 'web',
        deviceId,
        at: now,
      };
      await recordDecision(tx, ctx.deps, decision);

      const records = await readConsents(tx, userId, purpose);
      return consentView(records, purpose, currentTexts(ctx.deps));
    },
  }),

  async consentHistory(ctx, _input, db) {
    const [records, hasLoan] = await Promise.all([
      readConsents(db, ctx.userId),
      hasRunningLoan(db, ctx.userId),
    ]);
    const texts = currentTexts(ctx.deps);

    return {
      purposes: PURPOSES.map((purpose) => ({
        purpose,
        state: decideConsentState(records, purpose, texts),
        textVersion: texts[purpose].textVersion,
        isRequired: consentTexts[purpose].isRequired,
        mayWithdraw: isActive(records, purpose) && !(consentTexts[purpose].isRequired && hasLoan),
        records: records
          .filter((record) => record.purpose === purpose)
          .map(({ decision, textVersion, language, items, at, withdrawnAt, deviceId }) => ({
            decision,
            textVersion,
            isCurrentText: textVersion === texts[purpose].textVersion,
            language,
            items: [...items],
            at,
            withdrawnAt,
            isThisDevice: deviceId === null ? null : deviceId === ctx.deviceId,
          }))
          .toReversed(),
      })),
    };
  },
} satisfies Partial<Handlers>;
