import type { AnswerOf, BodyOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import type { applyLoan } from '@noren/contract/loans';
import { isKfsValid } from '@noren/core/lending/kfs';
import { OrderStatus } from '@noren/core/lending/order-status';
import { consentTexts, PURPOSES } from '@noren/core/people/consent';
import { mayAct } from '@noren/core/people/step-up';
import { availableNow, needAskableLimit, needOpenLimit } from '../../lending/available-credit.ts';
import { type CreditFacts, lockCredit, readQuote } from '../../lending/credit-store.ts';
import { reasonMessage } from '../../lending/decision-reasons.ts';
import { requireChoices } from '../../lending/dictionaries.ts';
import type { OrderTerms } from '../../lending/loan-book.ts';
import { writeDeclined, writeOrder } from '../../lending/new-order-store.ts';
import { requirePayableAccount } from '../../lending/payable-account.ts';
import type { Tx } from '../../platform/db/db.ts';
import { makeNumber } from '../../platform/db/public-ids.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { requireRecentCode } from '../../platform/http/step-up.ts';
import { acceptOffered } from './accept-offer.ts';
import { type ApplicationFacts, type AppliedQuote, readApplication } from './application-store.ts';
import { type Decision, decideApplication } from './decide-application.ts';
import { findWaiting, keepWaiting, replaceWaiting, voidWaiting, type Waiting } from './waiting-store.ts';

type Applied = AnswerOf<typeof applyLoan>;

/** Applying: at once, or by itself once the limit was evaluated. */
export const applyHandlers: Handlers<'applyLoan' | 'applyLoanAuto'> = {
  applyLoan: twoPhase({
    claimAtCommit: true,
    commit: (ctx, { body }, tx) => applyForLoan(ctx, body, tx),
    // The borrower's word stands, though there is no order yet: it must outlive the refusal.
    async onRejected(ctx, { body }, error) {
      if (error.code === CODES.limitEvaluating) await keepForLater(ctx, body);
    },
  }),

  applyLoanAuto: twoPhase({
    commit: (ctx, { body }, tx) => applyForAccepted(ctx, body.proposalNo, tx),
    async onRejected({ deps, userId, now }, { body }, error) {
      const reason = error.data?.reason ?? 'gone';
      if (error.code === CODES.offerGone) await voidWaiting(deps.db, { userId, ...body, reason, now });
    },
  }),
};

/**
 * Accepts a statement and makes its order: decided and written under the limit's lock, so that of two applications
 * for the same rupee, or of one sent twice, one order results.
 */
async function applyForLoan(ctx: UserCtx, body: BodyOf<typeof applyLoan>, tx: Tx): Promise<Applied> {
  requireRecentCode(ctx);
  requireChoices({ purpose: ['loanPurpose', body.purpose] });
  const { userId, today } = ctx;
  const facts = await readApplication(tx, { userId, proposalNo: body.proposalNo, today });
  needNotOrdered(facts);
  const sound = needSoundApplication(ctx, facts, body.kfsHash);
  return makeOrder(ctx, tx, { ...sound, ...body, acceptance: acceptanceOf(ctx, sound.kept) });
}

/** A quote becomes an order once; the one that was made for an offer is what accepts it. */
function needNotOrdered({ kept, order }: ApplicationFacts): void {
  if (!kept || !order || order.status === OrderStatus.awaitingAcceptance) return;
  const { repayId } = order;
  if (order.status === OrderStatus.reserved)
    throw new CallError(CODES.conflict, 'loans.reserved', { values: { repayId }, data: { reason: 'reserved' } });
  throw new CallError(CODES.conflict, 'loans.already_applied', {
    values: { repayId },
    data: { reason: 'already_applied' },
  });
}

/**
 * Applies for what was accepted during the evaluation. The acceptance carried a code.
 * @ASSUMED applied for later than a code lasts, or from a session opened by a link, it needs one anew.
 */
async function applyForAccepted(ctx: UserCtx, proposalNo: string, tx: Tx): Promise<Applied> {
  const { userId, today, session } = ctx;
  const facts = await readApplication(tx, { userId, proposalNo, today });
  if (!facts.kept) throw new CallError(CODES.notFound, 'error.not_found');
  // Two tabs see the evaluation end at once: both are led to the one order.
  if (facts.order) return { repayId: facts.order.repayId, borrowStatus: facts.order.status };
  const waiting = await findWaiting(tx, userId, proposalNo);
  if (!waiting) throw new CallError(CODES.conflict, 'loans.not_accepted', { data: { reason: 'not_accepted' } });
  // While a person looks at it the evaluation has not ended.
  if (facts.credit.state === 'review') throw new CallError(CODES.limitEvaluating, 'error.evaluating');
  const sound = needSoundApplication(ctx, facts, String(waiting.acceptance.kfsHash));
  // Asked for last: nobody is sent for a code to be told that there is nothing to apply for.
  const accepted = { assurance: session.assurance, codeEnteredAtMs: waiting.acceptedAt };
  if (mayAct('move_money', accepted, ctx.now) !== 'ok') requireRecentCode(ctx);
  return makeOrder(ctx, tx, { ...sound, ...waiting, proposalNo });
}

/** Called once `applyForLoan` found nothing wanting but the limit. */
async function keepForLater(ctx: UserCtx, body: BodyOf<typeof applyLoan>): Promise<void> {
  const { deps, userId, now } = ctx;
  const { proposalNo, purpose } = body;
  await deps.db.transaction().execute(async (tx) => {
    await lockCredit(tx, userId);
    const kept = await readQuote(tx, userId, proposalNo);
    if (kept)
      await keepWaiting(tx, {
        userId,
        proposalNo,
        purpose,
        acceptance: acceptanceOf(ctx, { ...kept, ...kept.kfs }),
        now,
      });
  });
}

function acceptanceOf(
  ctx: UserCtx,
  { language, textVersion, kfsHash }: Pick<AppliedQuote, 'language' | 'textVersion' | 'kfsHash'>,
): Waiting['acceptance'] {
  return {
    at: ctx.now,
    language,
    textVersion,
    kfsHash,
    deviceId: ctx.deviceId,
    addressHash: ctx.deps.crypto.hash('address', ctx.address).toString('hex'),
    sessionId: ctx.session.sessionId,
  };
}

async function makeOrder(
  ctx: UserCtx,
  tx: Tx,
  of: Sound & { proposalNo: string; purpose: string; acceptance: Waiting['acceptance'] },
): Promise<Applied> {
  const { userId, today, deps, now } = ctx;
  const { purpose, acceptance, accountId, decision, kept, proposalNo } = of;
  if (of.hasWaiting) await replaceWaiting(tx, { userId, proposalNo, now });
  if (of.order) {
    // The table of moves declines no offer: what was promised is gone instead, and the offer runs out.
    if (decision.broken[0])
      throw new CallError(CODES.offerGone, reasonMessage(decision.broken[0]), { data: { reason: 'declined' } });
    await acceptOffered(tx, deps, { userId, orderId: of.order.orderId, purpose, acceptance, accountId, decision });
    return { repayId: of.order.repayId, borrowStatus: OrderStatus.disbursing };
  }
  const terms: OrderTerms = { quote: kept.quote, lenderName: deps.appConfig.lender.name };
  const repayId = makeNumber('N', today, 10);
  const order = { userId, repayId, proposalNo, terms, purpose, acceptance, decision, now, today };
  if (decision.broken.length > 0) {
    await writeDeclined(tx, order);
    return { repayId, borrowStatus: OrderStatus.declined };
  }
  await writeOrder(tx, {
    ...order,
    chargeCodes: kept.chargeCodes,
    accountId,
    journalId: of.journalId,
    provider: deps.payouts.name,
    // Asking for a job tells every listener, one transaction after the other: many applications a second wait for that.
    isQueuedHere: deps.config.NOREN_ROLE !== 'api',
  });
  return { repayId, borrowStatus: OrderStatus.disbursing };
}

interface Sound {
  readonly kept: AppliedQuote;
  readonly accountId: string;
  readonly order: ApplicationFacts['order'];
  readonly hasWaiting: boolean;
  readonly journalId: string;
  readonly decision: Decision;
}

/**
 * What the borrower can mend, and an offer that cannot be had, are refused here; the rest is decided by the hard rules.
 * @throws CallError for each thing that stands in the way; 314 only when all that can be known already is in order
 */
function needSoundApplication(ctx: UserCtx, facts: ApplicationFacts, kfsHash: string): Sound {
  const { kept, account } = facts;
  if (!kept) throw new CallError(CODES.notFound, 'error.not_found');
  if (kept.kfsHash !== kfsHash) throw new CallError(CODES.conflict, 'loans.kfs_differs', { data: { reason: 'kfs' } });
  const credit = creditFor(facts, kept);
  needAskableLimit(credit);
  if (facts.isReplaced || !facts.isStillOffered || !isKfsValid({ ...kept, issuedDay: kept.quote.startDay }, ctx.today))
    throw new CallError(CODES.offerGone, 'loans.offer_gone', { data: { reason: 'expired' } });
  if (facts.isCouponTaken) throw new CallError(CODES.conflict, 'coupons.taken', { data: { reason: 'coupon_taken' } });
  needStandingConsents(facts);
  needOpenLimit(credit);
  const { available, ceiling } = availableNow(credit, ctx.today);
  if (kept.quote.principal > available) {
    const isCeiling = kept.quote.principal > ceiling;
    throw new CallError(CODES.offerGone, isCeiling ? 'loans.year_ceiling' : 'loans.limit_used', {
      data: { reason: isCeiling ? 'year_ceiling' : 'limit' },
    });
  }
  const { accountId } = requirePayableAccount(account);
  const { order, hasWaiting, journalId } = facts;
  return { kept, accountId, order, hasWaiting, journalId, decision: decideApplication(ctx, facts) };
}

/** What a loan needs was agreed to, and is not withdrawn: borrowing again asks for it again. Source: `docs/lawful.md`, row 9. */
function needStandingConsents({ withdrawn, areContactsDue }: ApplicationFacts): void {
  const purpose = PURPOSES.find((one) => consentTexts[one].isRequired && withdrawn.includes(one));
  if (purpose)
    throw new CallError(CODES.conflict, 'loans.consent_withdrawn', { data: { reason: 'consent_withdrawn', purpose } });
  // Made due after the request was let in as a certified user's.
  if (areContactsDue) throw new CallError(CODES.notCertified, 'error.not_certified');
}

/** An offer's own hold stands in its own way no more than a new loan's, which has none yet. */
function creditFor({ credit, order }: ApplicationFacts, { quote }: AppliedQuote): CreditFacts {
  return order?.status === OrderStatus.awaitingAcceptance
    ? { ...credit, heldPaise: credit.heldPaise - quote.principal }
    : credit;
}
