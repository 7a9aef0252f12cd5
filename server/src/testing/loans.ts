import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { type JobHelpers, Logger, runOnce } from 'graphile-worker';
import { findOrder } from '../lending/orders/order-store.ts';
import { handOverJobs } from '../platform/jobs/job-store.ts';
import type { ProviderEvent } from '../platform/ports/payments.ts';
import { makeSandboxBank, type SandboxBank } from '../sandbox/bank/bank.ts';
import { jobTable } from '../schedule/job-table.ts';
import { makeQueuedJobsDue, readJobNames } from './job-queue.ts';
import { BANK_SECRET } from './make-deps.ts';
import type { TestApp } from './start-app.ts';
import { aSignedInUser, type SignedInUser, successData } from './users.ts';

const silent = new Logger(() => () => undefined);

/** The sandbox bank of a test app: its state is in the app's database. */
export function openSandboxBank(app: TestApp): SandboxBank {
  const { db } = app.deps;
  const now = (): number => app.deps.now() + app.deps.daysAhead() * 86_400_000;
  return makeSandboxBank({ db, now, secret: BANK_SECRET, deliver: null });
}

/** Batched, the end of each job is written before the run ends; otherwise some are after it. */
const RUN_ONCE = {
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  logger: silent,
  noPreparedStatements: true,
};

/** Runs every due job and those they add; with `delayed` also later ones. */
export async function runJobs(
  app: Pick<TestApp, 'deps'>,
  options: { delayed?: boolean } = {},
): Promise<void> {
  if (options.delayed) await makeQueuedJobsDue(app.deps.db);
  await handOverJobs(app.deps.db);

  const taskList = Object.fromEntries(
    Object.entries(jobTable).map(([name, work]) => [
      name,
      (payload: unknown, _helpers: JobHelpers) =>
        (work as (deps: TestApp['deps'], payload: unknown) => Promise<void>)(app.deps, payload),
    ]),
  );

  do await runOnce({ ...RUN_ONCE, pgPool: app.deps.pool, taskList });
  while ((await handOverJobs(app.deps.db)) > 0);
}

/** Names of the queued jobs, oldest first. */
export async function queuedJobNames(app: TestApp): Promise<string[]> {
  return readJobNames(app.deps.db);
}

/** Quotes a loan; default ₹10,000 of N15. */
export async function aQuote(
  who: SignedInUser,
  wanted: { productCode?: string; rupees?: number } = {},
) {
  const { productCode = 'N15', rupees: amount = 10_000 } = wanted;
  return successData(
    await who.client.send(CALLS.quoteLoan, {
      body: { productCode, principalPaise: rupees(amount) },
    }),
  );
}

/** The key facts columns of a `quotes` row, for tests that need no key facts statement. */
export const QUOTE_WITHOUT_KFS = {
  kfsHash: '',
  formId: Buffer.alloc(32),
  kfsValues: '[]',
  textVersion: '',
  validUntilDay: '2026-11-30',
  chargeCodes: [],
};

/** The body that accepts a quote. */
export function acceptanceBody(quoted: Awaited<ReturnType<typeof aQuote>>) {
  const { proposalNo, hash } = quoted.kfs;
  return { proposalNo, kfsHash: hash, acknowledged: true as const, purpose: 'household' };
}

/** Accepts a quote. @returns the answer, which may be a refusal */
export const applyFor = (who: SignedInUser, quoted: Awaited<ReturnType<typeof aQuote>>) =>
  who.client.send(CALLS.applyLoan, { body: acceptanceBody(quoted) });

/** Quotes and applies. @returns the answer, which may be a refusal */
export const applyNow = async (who: SignedInUser, wanted: Parameters<typeof aQuote>[1] = {}) =>
  applyFor(who, await aQuote(who, wanted));

/** Quotes and applies. @returns the order's public id */
export async function anAppliedLoan(
  who: SignedInUser,
  wanted: Parameters<typeof aQuote>[1] = {},
): Promise<string> {
  return successData(await applyNow(who, wanted)).repayId;
}

/** Applies and is paid out. @returns the order's public id */
export async function anActiveLoan(
  app: TestApp,
  who: SignedInUser,
  wanted: Parameters<typeof aQuote>[1] = {},
): Promise<string> {
  const repayId = await anAppliedLoan(who, wanted);
  await runJobs(app);
  return repayId;
}

/** A certified borrower who applied and is paid out. */
export async function aBorrowerWithLoan(
  app: TestApp,
  wanted: Parameters<typeof aQuote>[1] = {},
): Promise<{ who: SignedInUser; repayId: string }> {
  const who = await aSignedInUser(app);
  return { who, repayId: await anActiveLoan(app, who, wanted) };
}

/** Starts a payment in full. */
export async function startFullPayment(who: SignedInUser, repayId: string) {
  const body = { repayId, kind: 'full' as const, channel: 'upi' as const };
  return successData(await who.client.send(CALLS.startPayment, { body }));
}

/** Posts an event to our webhook as the provider would. @returns the answered status and text */
export async function sendWebhook(
  app: TestApp,
  event: ProviderEvent,
  forged: { signature?: string; body?: string } = {},
): Promise<{ status: number; text: string }> {
  const signed = openSandboxBank(app).signedWebhook(event);
  const response = await fetch(`${app.url}/api/hooks/sandbox`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-sandbox-signature': forged.signature ?? signed.signature,
    },
    body: forged.body ?? signed.body,
  });

  return { status: response.status, text: await response.text() };
}

/** A payment event of the provider, with random ids unless given. */
export function aPaymentEvent(
  app: TestApp,
  code: string,
  amountPaise: number,
  extra: { paidAtMs?: number; eventId?: string } = {},
): Extract<ProviderEvent, { kind: 'payment' }> {
  const id = randomUUID();
  const paidAtMs = app.deps.now();

  return {
    kind: 'payment',
    eventId: `e${id}`,
    providerRef: `p${id}`,
    code,
    amountPaise,
    paidAtMs,
    ...extra,
  };
}

/** The repayment details of an order, as its owner sees them. */
export async function readRepayDetail(who: SignedInUser, repayId: string) {
  return successData(await who.client.send(CALLS.repayDetail, { query: {}, params: { repayId } }));
}

/** The entries of an order, as its owner sees them. */
export async function readEntries(who: SignedInUser, repayId: string) {
  return successData(await who.client.send(CALLS.repayEntries, { params: { repayId } }));
}

/** A payment as anyone with its code sees it. */
export async function viewPayment(app: TestApp, code: string) {
  return successData(await app.client().send(CALLS.viewPayment, { params: { code } }));
}

/** Lines of a journal as pairs, in their order. */
export function listLines(
  journal: { lines: { account: string; amountPaise: number }[] } | undefined,
) {
  return journal?.lines.map((line) => [line.account, line.amountPaise] as const) ?? [];
}

/** One order as the app shows it. */
export const readBill = async (who: SignedInUser, repayId: string) =>
  successData(await who.client.send(CALLS.billDetail, { params: { repayId } }));

/** A user's order as it is stored. */
export async function readOrder({ deps }: TestApp, { userId }: SignedInUser, repayId: string) {
  const order = await findOrder(deps.db, userId, repayId);
  if (!order) throw new Error('no such order');

  return order;
}

export const readStatus = async (who: SignedInUser, repayId: string) =>
  (await readBill(who, repayId)).bill.borrowStatus;

export const readCredit = async (who: SignedInUser) =>
  successData(await who.client.send(CALLS.creditInfo, {}));

export const listCoupons = async (who: SignedInUser) =>
  successData(await who.client.send(CALLS.couponList, {})).details;

/** A user's stored payouts, oldest first. */
export const readPayouts = (app: TestApp, who: SignedInUser) =>
  app.deps.db
    .selectFrom('payouts')
    .select(['userId', 'orderId', 'payoutRef', 'state'])
    .where('userId', '=', who.userId)
    .orderBy('createdAt')
    // The app's clock is fixed: a failed payout and the next one have the same time.
    .orderBy((of) => of.case().when('state', '=', 'failed').then(0).else(1).end())
    .execute();

/**
 * The bank sends a user's newest payout back.
 * @returns what its webhook will say
 */
export async function reverseNewestPayout(app: TestApp, who: SignedInUser) {
  const { payoutRef } = (await readPayouts(app, who)).at(-1)!;
  const event = await openSandboxBank(app).reversePayout(payoutRef);
  if (!event) throw new Error('there was no payout to send back');

  return event;
}

/** The bank sends the newest payout back, and its webhook arrives. No job has run since. */
export async function sendLoanBack(app: TestApp, who: SignedInUser): Promise<void> {
  await reverseNewestPayout(app, who);
  await openSandboxBank(app).deliverAll(app.url);
}

/** How often the bank paid a payout out. */
export async function countPaidOut({ deps }: TestApp, payoutRef: string): Promise<number> {
  const made = await deps.db
    .selectFrom('sandbox_payouts')
    .select('payoutRef')
    .where('payoutRef', '=', payoutRef)
    .execute();

  return made.length;
}
