import { consentTexts, PURPOSES, type Purpose, standingConsent } from '@noren/core/consent';
import { type KeptConsent, readConsents, recordDecision } from '../consents.ts';
import type { Handlers } from '../handler.ts';
import { needCodeFor } from '../step-up.ts';

function shown(records: readonly KeptConsent[], purpose: Purpose) {
  const newest = records.findLast((record) => record.purpose === purpose);
  return {
    purpose,
    textVersion: consentTexts[purpose].textVersion,
    isRequired: consentTexts[purpose].isRequired,
    state: standingConsent(records, purpose),
    decidedAt: newest ? (newest.withdrawnAt ?? newest.at) : null,
  };
}

function isStanding(records: readonly KeptConsent[], purpose: Purpose): boolean {
  const state = standingConsent(records, purpose);
  return state === 'given' || state === 'outdated';
}

/** What a user agreed to, and deciding it. */
export const accountHandlers: Handlers<'viewConsents' | 'saveConsent'> = {
  async viewConsents(ctx, _input, db) {
    const records = await readConsents(db, ctx.userId);
    return { consents: PURPOSES.map((purpose) => shown(records, purpose)) };
  },

  async saveConsent(ctx, { body }, tx) {
    const { userId, language, now } = ctx;
    const { purpose, textVersion, given: isGiven } = body;
    // Whoever holds a forwarded link may take a step, but not take back what the borrower agreed to.
    if (!isGiven && isStanding(await readConsents(tx, userId, purpose), purpose)) needCodeFor(ctx, 'change_saved');
    await recordDecision(tx, { userId, purpose, isGiven, textVersion, language, channel: 'web', at: now });
    return shown(await readConsents(tx, userId, purpose), purpose);
  },
};
