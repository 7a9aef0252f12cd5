import { CODES } from '@noren/contract/codes';
import { decideConsent, goesOnWithout, mayCollect, type Purpose } from '@noren/core/people/consent';
import { type ConsentTexts, consentTextsFor } from '@noren/core/people/consent-texts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { Deps } from '../platform/deps.ts';
import { CallError } from '../platform/http/call-error.ts';
import type { UserCtx } from '../platform/http/handler.ts';
import {
  insertConsent,
  lockDecisions,
  markConsentsWithdrawn,
  readConsents,
} from './consent-store.ts';

/** A consent decision to record. */
export interface Decision {
  readonly userId: string;
  readonly purpose: Purpose;
  readonly isGiven: boolean;
  readonly textVersion: string;
  readonly language: string;
  readonly channel: string;
  readonly deviceId: string;
  readonly at: number;
}

type WhatServerAsks = Pick<Deps, 'identitySources' | 'asksPanRegister' | 'usesDigiLocker'>;

/** The texts that this server asks with. */
export const currentTexts = ({
  identitySources,
  asksPanRegister,
  usesDigiLocker,
}: WhatServerAsks): ConsentTexts =>
  consentTextsFor({ hasSource: identitySources !== null, asksPanRegister, usesDigiLocker });

/**
 * Records a decision. A no-op when the same decision is already in force, also for two concurrent
 * requests.
 * @throws CallError 409 when it refers to another text version than the current one
 */
export async function recordDecision(
  tx: Tx | Db,
  deps: Pick<Deps, 'consentEffects'> & WhatServerAsks,
  decision: Decision,
): Promise<void> {
  const { userId, purpose } = decision;
  const { consentEffects: effects } = deps;
  const texts = currentTexts(deps);
  await lockDecisions(tx, userId);

  const records = await readConsents(tx, userId, purpose);
  const { adds, withdraws } = decideConsent(records, decision, texts);
  if (withdraws) {
    await markConsentsWithdrawn(tx, decision);
    await effects.onWithdrawn(tx, userId, purpose);
  }

  if (!adds) return;

  const { textVersion, items } = texts[purpose];
  if (decision.textVersion !== textVersion)
    throw new CallError(CODES.conflict, 'consent.text_changed', {
      data: { reason: 'consent_text_changed', purpose, textVersion },
    });

  await insertConsent(tx, { ...decision, decision: adds, items });
  if (adds === 'given') await effects.onGiven(tx, userId, purpose);
}

/**
 * Checks that the user has consented to the current text of a purpose before data is collected for
 * it.
 * @throws CallError 409 with `data.reason` `consent_needed` otherwise
 */
export async function requireConsent(ctx: UserCtx, db: Db | Tx, purpose: Purpose): Promise<void> {
  const texts = currentTexts(ctx.deps);
  if (mayCollect(await readConsents(db, ctx.userId, purpose), purpose, texts)) return;

  const { textVersion } = texts[purpose];
  throw new CallError(CODES.conflict, 'consent.needed', {
    data: { reason: 'consent_needed', purpose, textVersion },
  });
}

/** Whether the user declined an optional purpose and continued without it. */
export async function hasDeclinedOptional(
  db: Db | Tx,
  userId: string,
  purpose: Purpose,
): Promise<boolean> {
  return goesOnWithout(await readConsents(db, userId, purpose), purpose);
}
