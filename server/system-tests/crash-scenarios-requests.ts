import { randomInt, randomUUID } from 'node:crypto';
import type { Envelope } from '@noren/contract/envelope';
import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { toPgQuery } from '../src/platform/db/statements.ts';
import { aSandboxUser, type SandboxUser } from '../src/testing/own-process.ts';
import { staffClient } from '../src/testing/staff.ts';
import { WAIT_LIMIT_MS } from '../src/testing/time-limits.ts';
import { successData } from '../src/testing/users.ts';
import type { CrashApp, CrashScenario } from './crash-app.ts';

/* Requests of borrowers and operators: the program is killed, and the same request is repeated. */

/** Quotes a loan for seven days; ₹2,000 unless it says otherwise. */
export async function loanRequestBody(person: SandboxUser, principalPaise = 200_000) {
  const { kfs } = successData(
    await person.send(CALLS.quoteLoan, { body: { productCode: 'N07', principalPaise } }),
  );
  return {
    proposalNo: kfs.proposalNo,
    kfsHash: kfs.hash,
    acknowledged: true as const,
    purpose: 'medical',
  };
}

/** Starts the payment of all that the person owes. */
export async function startFullPayment(person: SandboxUser) {
  const body = { repayId: person.repayId ?? '', kind: 'full', channel: 'upi' } as const;
  return successData(await person.send(CALLS.startPayment, { body }));
}

/** Number of a user's rows in a table. */
export async function countRows(
  { query }: CrashApp,
  table: 'orders' | 'payouts' | 'sandbox_payouts' | 'repayment_proofs',
  { userId }: SandboxUser,
): Promise<number> {
  const of =
    table === 'sandbox_payouts'
      ? sql`payout_ref in (select payout_ref from payouts where user_id = ${userId})`
      : sql`user_id = ${userId}`;
  const rows = await query(
    toPgQuery(sql`select count(*)::int as n from ${sql.table(table)} where ${of}`),
  );

  return rows[0]?.n ?? 0;
}

/** Whether a user's only order is disbursed. */
export async function waitUntilPaidOut(person: SandboxUser): Promise<void> {
  await expect
    .poll(() => person.send(CALLS.borrowStatus, {}), { interval: 100 })
    .toMatchObject({ data: { borrowStatus: OrderStatus.active } });
}

/** What a borrower reads, asked again if a starved program answers that it will be back. */
const readAgain = <T>(ask: () => Promise<Envelope<T>>): Promise<T> =>
  vi.waitFor(async () => successData(await ask()), { timeout: WAIT_LIMIT_MS, interval: 500 });

/** An order as its owner sees it. */
export const readRepayDetail = (person: SandboxUser) => {
  const params = { repayId: person.repayId ?? '' };
  return readAgain(() => person.send(CALLS.repayDetail, { query: {}, params }));
};

/** The kinds of an order's journals. */
export async function entryKinds(person: SandboxUser): Promise<string[]> {
  const params = { repayId: person.repayId ?? '' };
  const { entries } = await readAgain(() => person.send(CALLS.repayEntries, { params }));
  return entries.map(({ kind }) => kind);
}

/** A quote for an extension by seven days. */
export async function quoteExtension(person: SandboxUser) {
  const body = { repayId: person.repayId ?? '', days: 7 };
  return successData(await person.send(CALLS.quoteExtension, { body })).addendum;
}

const applying: CrashScenario = {
  name: 'applying',
  at: ['idempotency_keys', 'orders', 'entries'],
  async begin(crashed) {
    const person = await aSandboxUser(crashed.url, 'limit');
    const request = { body: await loanRequestBody(person), requestId: randomUUID() };

    return {
      go: () => person.send(CALLS.applyLoan, request).catch(() => 'lost'),
      async check() {
        const answer = await person.send(CALLS.applyLoan, request);
        expect(answer, answer.msg).toMatchObject({ code: 200 });
        expect(await person.send(CALLS.applyLoan, request)).toEqual(answer);
      },
      async end() {
        await waitUntilPaidOut(person);
        for (const table of ['orders', 'payouts', 'sandbox_payouts'] as const)
          expect(await countRows(crashed, table, person), table).toBe(1);
      },
    };
  },
};

const accepting: CrashScenario = {
  name: 'accepting an addendum',
  at: ['idempotency_keys', 'addenda'],
  async begin({ url }) {
    const person = await aSandboxUser(url, 'due-tomorrow');
    const { addendumNo, hash } = await quoteExtension(person);
    const request = {
      body: { addendumNo, hash, acknowledged: true as const },
      requestId: randomUUID(),
    };

    return {
      go: () => person.send(CALLS.acceptExtension, request).catch(() => 'lost'),
      async check() {
        const answer = await person.send(CALLS.acceptExtension, request);
        expect(answer, answer.msg).toMatchObject({
          code: 200,
          data: { addendum: { addendumNo, isAccepted: true } },
        });
        expect(await person.send(CALLS.acceptExtension, request)).toEqual(answer);
      },
    };
  },
};

const withdrawing: CrashScenario = {
  name: 'withdrawing before the payout',
  at: ['idempotency_keys', 'orders', 'entries', 'payouts'],
  async begin(crashed) {
    const person = await aSandboxUser(crashed.url, 'limit');
    const { repayId } = successData(
      await person.send(CALLS.applyLoan, { body: await loanRequestBody(person) }),
    );
    const request = { body: { repayId }, requestId: randomUUID() };
    const held = async () => successData(await person.send(CALLS.creditInfo, {})).heldPaise;

    return {
      go: () => person.send(CALLS.cancelOrder, request).catch(() => 'lost'),
      async check() {
        expect(await held()).toBe(200_000);

        const answer = await person.send(CALLS.cancelOrder, request);
        expect(answer, answer.msg).toMatchObject({
          code: 200,
          data: { borrowStatus: OrderStatus.cancelled },
        });
        expect(await person.send(CALLS.cancelOrder, request)).toEqual(answer);
        expect(await held()).toBe(0);
      },
      async end() {
        expect(await countRows(crashed, 'sandbox_payouts', person)).toBe(0);
        expect(await countRows(crashed, 'orders', person)).toBe(1);
      },
    };
  },
};

const reserving: CrashScenario = {
  name: 'reserving behind a loan on its way',
  at: ['idempotency_keys', 'orders', 'entries'],
  async begin(crashed) {
    const person = await aSandboxUser(crashed.url, 'regular');
    successData(await person.send(CALLS.applyLoan, { body: await loanRequestBody(person) }));

    const before = await countRows(crashed, 'orders', person);
    const { guidance } = successData(await person.send(CALLS.guidanceMsg, {}));
    if (!guidance) throw new Error('the loan guide has no offer');

    const { applyTotalAmount, products } = guidance;
    const request = { body: { applyTotalAmount, products }, requestId: randomUUID() };

    return {
      go: () => person.send(CALLS.applyGuidance, request).catch(() => 'lost'),
      async check() {
        expect(await countRows(crashed, 'orders', person)).toBe(before);

        const answer = await person.send(CALLS.applyGuidance, request);
        expect(successData(answer).reserved.map(({ borrowStatus }) => borrowStatus)).toEqual(
          products.map(() => OrderStatus.reserved),
        );
        expect(await person.send(CALLS.applyGuidance, request)).toEqual(answer);
        expect(await countRows(crashed, 'orders', person)).toBe(before + products.length);
        expect(successData(await person.send(CALLS.creditInfo, {})).heldPaise).toBe(
          200_000 + applyTotalAmount,
        );
      },
    };
  },
};

const proving: CrashScenario = {
  name: 'sending a proof of repayment',
  at: ['idempotency_keys', 'repayment_proofs'],
  async begin(crashed) {
    const person = await aSandboxUser(crashed.url, 'active');
    const repayId = person.repayId ?? '';
    const { asOfDay } = await readRepayDetail(person);
    const picture = sharp({
      create: { width: 200, height: 300, channels: 3, background: '#eeeeee' },
    }).png();
    const utr = `SBIN${randomInt(10 ** 11, 10 ** 12)}`;
    const request = {
      body: {
        repayId,
        utr,
        amountPaise: 50_000,
        paidOn: asOfDay,
        channel: 'bank_transfer' as const,
      },
      file: new Blob([new Uint8Array(await picture.toBuffer())], { type: 'image/png' }),
      requestId: randomUUID(),
    };

    return {
      go: () => person.send(CALLS.sendProof, request).catch(() => 'lost'),
      async check() {
        expect(await countRows(crashed, 'repayment_proofs', person)).toBe(0);

        const answer = await person.send(CALLS.sendProof, request);
        const { proof } = successData(answer);

        expect(proof).toMatchObject({
          repayId,
          utrMasked: `••••${utr.slice(-4)}`,
          state: 'received',
        });
        expect(await person.send(CALLS.sendProof, request)).toEqual(answer);
        expect(
          successData(await person.send(CALLS.proofList, { params: { repayId } })).details,
        ).toEqual([proof]);
        expect(await countRows(crashed, 'repayment_proofs', person)).toBe(1);
      },
    };
  },
};

const waiving: CrashScenario = {
  name: 'approving a waiver as the second operator',
  at: ['operator_requests', 'journals', 'staff_audit'],
  async begin({ url, consoleUrl, openConsole }) {
    const person = await aSandboxUser(url, 'overdue');
    let process = await openConsole();
    const [maker, checker] = [staffClient(consoleUrl), staffClient(consoleUrl)];

    await maker.data('sandboxSignIn', { body: { role: 'collections' } });
    await checker.data('sandboxSignIn', { body: { role: 'accountant' } });

    const proposal = { kind: 'waiver', repayId: person.repayId, amountPaise: 1_000 };
    const { requestId } = await maker.data('propose', { body: { proposal, reason: 'goodwill' } });
    const { effectNow: seen } = await checker.data('approval', { params: { requestId } });
    const approval = { body: { requestId, seen }, requestId: randomUUID() };

    return {
      go: () => checker.data('approve', approval).catch(() => 'lost'),
      kill: () => process.kill(),
      async check() {
        expect(await readRepayDetail(person)).toMatchObject({ waivedPaise: 0 });
        process = await openConsole();
        await checker.data('approve', approval);
        expect(await readRepayDetail(person)).toMatchObject({ waivedPaise: 1_000 });
        expect(await checker.data('approve', approval)).toEqual({ effect: seen });
        expect(await checker.send('approve', { body: approval.body })).toMatchObject({
          status: 409,
        });
        expect((await entryKinds(person)).filter((kind) => kind === 'waiver')).toHaveLength(1);
        await process.stop();
      },
    };
  },
};

/** None needs jobs; the jobs' results are checked at the end. */
export const requestScenarios: readonly CrashScenario[] = [
  applying,
  accepting,
  withdrawing,
  reserving,
  proving,
  waiving,
];
