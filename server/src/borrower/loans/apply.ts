import type { AnswerOf, BodyOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import type { applyLoan } from '@noren/contract/loans';
import { isKfsValid } from '@noren/core/lending/kfs';
import type { Quote } from '@noren/core/lending/offer';
import { OrderStatus } from '@noren/core/lending/order-status';
import type { Paise } from '@noren/core/money/money';
import { consentTexts, PURPOSES } from '@noren/core/people/consent';
import { mayAct } from '@noren/core/people/step-up';
import type { OrderTerms } from '../../lending/book/loan-book.ts';
import {
  availableCreditNow,
  requireOpenLimit,
  requireQuotableLimit,
  requireWithinLevel,
} from '../../lending/credit/available-credit.ts';
import { type CreditFacts, lockCredit, readQuote } from '../../lending/credit/credit-store.ts';
import { reasonMessage } from '../../lending/credit/decision-reasons.ts';
import { insertDeclinedOrder, insertOrder } from '../../lending/orders/new-order-store.ts';
import { requirePayableAccount } from '../../lending/orders/payable-account.ts';
import { listAcceptedPapers } from '../../lending/papers/paper-lists.ts';
import { askForSeals } from '../../lending/papers/papers-store.ts';
import { requireChoices } from '../../people/dictionaries.ts';
import type { Tx } from '../../platform/db/db.ts';
import { makeNumber } from '../../platform/db/public-ids.ts';
import { CallError, conflict, notFound } from '../../platform/http/call-error.ts';
import { type Handlers, twoPhase, type UserCtx } from '../../platform/http/handler.ts';
import { requireRecentCode } from '../../platform/http/step-up.ts';
import { acceptOffer } from './accept-offer.ts';
import { type ApplicationFacts, type Proposal, readApplication } from './application-store.ts';
import { type Decision, decideApplication } from './decide-application.ts';
import {
  findPendingAcceptance,
  type PendingAcceptance,
  savePendingAcceptance,
  voidOtherAcceptances,
  voidPendingAcceptance,
} from './pending-acceptance-store.ts';

type ApplicationResult = AnswerOf<typeof applyLoan>;

/** Loan applications, now or automatically once the credit evaluation has ended. */
export const applyHandlers = {
  applyLoan: twoPhase({
    claimAtCommit: true,
    commit: (ctx, { body }, tx) => applyForLoan(ctx, body, tx),
    // During the evaluation the application is rejected, but the acceptance is saved for
    // applyLoanAuto.
    async onRejected(ctx, { body }, error) {
      if (error.code === CODES.limitEvaluating) await saveForLater(ctx, body);
    },
  }),

  applyLoanAuto: twoPhase({
    commit: (ctx, { body }, tx) => applyPendingAcceptance(ctx, body.proposalNo, tx),
    async onRejected({ deps, userId, now }, { body }, error) {
      const reason = error.data?.reason ?? 'gone';
      if (error.code === CODES.offerGone)
        await voidPendingAcceptance(deps.db, { userId, ...body, reason, now });
    },
  }),
} satisfies Partial<Handlers>;

/**
 * Accepts a KFS and creates its order. Runs under the credit limit's lock, so that concurrent
 * applications cannot exceed the limit and a repeated one creates a single order.
 */
async function applyForLoan(
  ctx: UserCtx,
  body: BodyOf<typeof applyLoan>,
  tx: Tx,
): Promise<ApplicationResult> {
  requireRecentCode(ctx);
  requireChoices({ purpose: ['loanPurpose', body.purpose] });

  const { userId, today } = ctx;
  const facts = await readApplication(tx, { userId, proposalNo: body.proposalNo, today });

  requireNotOrdered(facts);

  const application = requireValidApplication(ctx, facts, body.kfsHash);
  return createOrder(ctx, tx, {
    ...application,
    ...body,
    acceptance: newAcceptance(ctx, application.proposal),
  });
}

/** A quote becomes an order once. A quote made for an offer (status 20) accepts that order. */
function requireNotOrdered({ proposal, order }: ApplicationFacts): void {
  if (!proposal || !order || order.status === OrderStatus.awaitingAcceptance) return;

  const { repayId } = order;
  if (order.status === OrderStatus.reserved)
    throw conflict('loans.reserved', 'reserved', { repayId });

  throw conflict('loans.already_applied', 'already_applied', { repayId });
}

/**
 * Applies for the quote accepted during the evaluation. The acceptance was made with a recent code.
 * @ASSUMED Once that code has expired, or from a link session, a new code is needed.
 */
async function applyPendingAcceptance(
  ctx: UserCtx,
  proposalNo: string,
  tx: Tx,
): Promise<ApplicationResult> {
  const { userId, today, session } = ctx;
  const facts = await readApplication(tx, { userId, proposalNo, today });
  if (!facts.proposal) throw notFound();

  // Two tabs may both apply when the evaluation ends: both get the same order.
  if (facts.order)
    return toApplicationResult(
      facts.order,
      facts.proposal.quote,
      facts.account?.accountLast4 ?? null,
    );

  const pending = await findPendingAcceptance(tx, userId, proposalNo);
  if (!pending) throw conflict('loans.not_accepted', 'not_accepted');
  // In manual review the evaluation has not ended.
  if (facts.credit.state === 'review')
    throw new CallError(CODES.limitEvaluating, 'error.evaluating');

  const application = requireValidApplication(ctx, facts, String(pending.acceptance.kfsHash));
  // Checked last, so that no borrower enters a code for an application that then fails.
  const accepted = { assurance: session.assurance, codeEnteredAtMs: pending.acceptedAt };

  if (mayAct('move_money', accepted, ctx.now) !== 'ok') requireRecentCode(ctx);

  return createOrder(ctx, tx, { ...application, ...pending, proposalNo });
}

/** Saves the acceptance when the application lacked only the credit limit. */
async function saveForLater(ctx: UserCtx, body: BodyOf<typeof applyLoan>): Promise<void> {
  const { deps, userId, now } = ctx;
  const { proposalNo, purpose } = body;

  await deps.db.transaction().execute(async (tx) => {
    await lockCredit(tx, userId);

    const proposal = await readQuote(tx, userId, proposalNo);
    if (proposal)
      await savePendingAcceptance(tx, {
        userId,
        proposalNo,
        purpose,
        acceptance: newAcceptance(ctx, { ...proposal, ...proposal.kfs }),
        now,
      });
  });
}

function newAcceptance(
  ctx: UserCtx,
  { language, textVersion, kfsHash }: Pick<Proposal, 'language' | 'textVersion' | 'kfsHash'>,
): PendingAcceptance['acceptance'] {
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

async function createOrder(
  ctx: UserCtx,
  tx: Tx,
  input: ValidApplication & {
    proposalNo: string;
    purpose: string;
    acceptance: PendingAcceptance['acceptance'];
  },
): Promise<ApplicationResult> {
  const { userId, today, deps, now } = ctx;
  const { purpose, acceptance, accountId, accountLast4, decision, proposal, proposalNo } = input;
  const { quote } = proposal;

  if (input.hasPendingAcceptance) await voidOtherAcceptances(tx, { userId, proposalNo, now });

  if (input.order) {
    // 'declined' is not reachable from 'offered': answer 315 and let the offer expire.
    if (decision.broken[0])
      throw new CallError(CODES.offerGone, reasonMessage(decision.broken[0]), {
        data: { reason: 'declined' },
      });

    await acceptOffer(tx, deps, {
      userId,
      orderId: input.order.orderId,
      purpose,
      acceptance,
      accountId,
      decision,
    });

    return toApplicationResult(
      { repayId: input.order.repayId, status: OrderStatus.disbursing },
      quote,
      accountLast4,
    );
  }

  const terms: OrderTerms = { quote, lenderName: deps.appConfig.lender.name };
  const repayId = makeNumber('N', today, 10);
  const order = { userId, repayId, proposalNo, terms, purpose, acceptance, decision, now, today };
  if (decision.broken.length > 0) {
    await insertDeclinedOrder(tx, order);
    return toApplicationResult({ repayId, status: OrderStatus.declined }, quote, accountLast4);
  }

  const orderId = await insertOrder(tx, {
    ...order,
    chargeCodes: proposal.chargeCodes,
    accountId,
    journalId: input.journalId,
    provider: deps.payouts.name,
    // Adding a job notifies every listener and serialises commits, which limits the number of
    // applications a second.
    isQueuedHere: deps.config.NOREN_ROLE !== 'api',
  });
  await askForSeals(tx, deps, { userId, orderId }, listAcceptedPapers({ repayId, proposalNo }));

  return toApplicationResult({ repayId, status: OrderStatus.disbursing }, quote, accountLast4);
}

/** What the app confirms to the borrower: the amount paid out and the account it goes to. */
function toApplicationResult(
  { repayId, status }: { repayId: string; status: number },
  { netDisbursed }: Quote,
  accountLast4: string | null,
): ApplicationResult {
  const isDeclined = status === OrderStatus.declined;

  return {
    repayId,
    borrowStatus: status,
    netPaise: netDisbursed,
    accountLast4: isDeclined ? null : accountLast4,
  };
}

interface ValidApplication {
  readonly proposal: Proposal;
  readonly accountId: string;
  readonly accountLast4: string;
  readonly order: ApplicationFacts['order'];
  readonly hasPendingAcceptance: boolean;
  readonly journalId: string;
  readonly decision: Decision;
}

/**
 * Rejects what the borrower can correct and offers that are no longer available. The hard rules
 * decide the rest.
 * @throws CallError; 314 (limit being evaluated) only when everything else is in order
 */
function requireValidApplication(
  ctx: UserCtx,
  facts: ApplicationFacts,
  kfsHash: string,
): ValidApplication {
  const { proposal, account } = facts;
  if (!proposal) throw notFound();
  if (proposal.kfsHash !== kfsHash) throw conflict('loans.kfs_differs', 'kfs');

  const credit = creditWithoutOwnHold(facts, proposal);
  requireQuotableLimit(credit);

  if (
    facts.isSuperseded ||
    !facts.isStillOffered ||
    !isKfsValid({ ...proposal, issuedDay: proposal.quote.startDay }, ctx.today)
  )
    throw new CallError(CODES.offerGone, 'loans.offer_gone', { data: { reason: 'expired' } });

  if (facts.isCouponTaken) throw conflict('coupons.taken', 'coupon_taken');

  requireActiveConsents(facts);
  requireOpenLimit(credit);

  const decision = decideApplication(ctx, facts);
  requireEnoughCredit(availableCreditNow(credit, ctx), proposal.quote.principal, decision);

  const { accountId, accountLast4 } = requirePayableAccount(account, ctx.now);
  const { order, hasPendingAcceptance, journalId } = facts;

  return {
    proposal,
    accountId,
    accountLast4,
    order,
    hasPendingAcceptance,
    journalId,
    decision,
  };
}

/**
 * @throws CallError 315 for more than the limit or the year leaves, 409 for more than the identity
 * level allows; where a hard rule is broken the application is declined instead
 */
function requireEnoughCredit(
  credit: ReturnType<typeof availableCreditNow>,
  principal: Paise,
  { broken }: Decision,
): void {
  const { atAnyLevel, ceiling } = credit;
  if (principal > atAnyLevel) {
    const isCeiling = principal > ceiling;
    throw new CallError(CODES.offerGone, isCeiling ? 'loans.year_ceiling' : 'loans.limit_used', {
      data: { reason: isCeiling ? 'year_ceiling' : 'limit' },
    });
  }

  if (broken.length === 0) requireWithinLevel(principal, credit);
}

/**
 * A new loan needs all required consents again after a withdrawal. Source: `docs/lawful.md`, row 9.
 */
function requireActiveConsents({ withdrawn, areContactsDue }: ApplicationFacts): void {
  const purpose = PURPOSES.find((one) => consentTexts[one].isRequired && withdrawn.includes(one));
  if (purpose)
    throw new CallError(CODES.conflict, 'loans.consent_withdrawn', {
      data: { reason: 'consent_withdrawn', purpose },
    });
  // Contacts may have become due after the certification check of this request.
  if (areContactsDue) throw new CallError(CODES.notCertified, 'error.not_certified');
}

/** Excludes the offer's own hold from the limit check. */
function creditWithoutOwnHold(
  { credit, order }: ApplicationFacts,
  { quote }: Proposal,
): CreditFacts {
  return order?.status === OrderStatus.awaitingAcceptance
    ? { ...credit, heldPaise: credit.heldPaise - quote.principal }
    : credit;
}
