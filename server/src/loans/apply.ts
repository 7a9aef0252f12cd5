import { CODES } from '@noren/contract/codes';
import type { applyLoan } from '@noren/contract/loans';
import { isKfsValid } from '@noren/core/kfs';
import { CallError } from '../call-error.ts';
import type { Tx } from '../db.ts';
import { needChoices } from '../dictionaries.ts';
import type { Input, UserCtx } from '../handler.ts';
import type { OrderTerms } from '../loan-book.ts';
import { writeOrder } from '../orders/store.ts';
import { makeNumber } from '../public-ids.ts';
import { needRecentCode } from '../step-up.ts';
import { needPayable } from '../payable-account.ts';
import { availableNow, needOpenLimit } from './credit.ts';
import { type ApplicationFacts, type KeptQuote, lockCredit, readApplication } from './store.ts';

/**
 * Accepts a statement and makes its order: decided and written under the limit's lock, so that of two applications
 * for the same rupee, or of one sent twice, one order results.
 */
export async function applyForLoan(
  ctx: UserCtx,
  { body }: Input<typeof applyLoan>,
  tx: Tx,
): Promise<{ repayId: string; borrowStatus: number }> {
  needRecentCode(ctx);
  needChoices({ purpose: ['loanPurpose', body.purpose] });
  const { userId, today } = ctx;
  await lockCredit(tx, userId);
  const facts = await readApplication(tx, { userId, proposalNo: body.proposalNo, today });
  const { kept, accountId } = needSoundApplication(ctx, facts, body.kfsHash);
  const terms: OrderTerms = { quote: kept.quote, lenderName: ctx.deps.appConfig.lender.name };
  const repayId = makeNumber('N', today, 10);
  await writeOrder(tx, {
    userId,
    repayId,
    proposalNo: body.proposalNo,
    terms,
    purpose: body.purpose,
    accountId,
    provider: ctx.deps.payouts.name,
    // Asking for a job tells every listener, one transaction after the other: many applications a second wait for that.
    isQueuedHere: ctx.deps.config.NOREN_ROLE !== 'api',
    now: ctx.now,
    today,
    acceptance: {
      at: ctx.now,
      language: kept.kfs.language,
      textVersion: kept.kfs.textVersion,
      kfsHash: kept.kfsHash,
      deviceId: ctx.deviceId,
      addressHash: ctx.deps.crypto.hash('address', ctx.address).toString('hex'),
      sessionId: ctx.session.sessionId,
    },
  });
  return { repayId, borrowStatus: 40 };
}

/** @throws CallError for each thing that stands in the way */
function needSoundApplication(
  ctx: UserCtx,
  facts: ApplicationFacts,
  kfsHash: string,
): { kept: KeptQuote; accountId: string } {
  const { kept, account, credit } = facts;
  if (!kept) throw new CallError(CODES.notFound, 'error.not_found');
  if (facts.orderedAs)
    throw new CallError(CODES.conflict, 'loans.already_applied', {
      values: { repayId: facts.orderedAs },
      data: { reason: 'already_applied' },
    });
  if (kept.kfsHash !== kfsHash) throw new CallError(CODES.conflict, 'loans.kfs_differs', { data: { reason: 'kfs' } });
  needOpenLimit(credit);
  if (!facts.isStillOffered || !isKfsValid(kept.kfs, ctx.today))
    throw new CallError(CODES.offerGone, 'loans.offer_gone', { data: { reason: 'expired' } });
  const { available, ceiling } = availableNow(credit, ctx.today);
  if (kept.quote.principal > available) {
    const isCeiling = kept.quote.principal > ceiling;
    throw new CallError(CODES.offerGone, isCeiling ? 'loans.year_ceiling' : 'loans.limit_used', {
      data: { reason: isCeiling ? 'year_ceiling' : 'limit' },
    });
  }
  return { kept, accountId: needPayable(account).accountId };
}
