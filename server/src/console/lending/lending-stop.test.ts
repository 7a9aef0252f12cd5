import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { describe, expect, test } from 'vitest';
import { reason, useLendingStops } from '../../testing/lending-stops.ts';
import {
  acceptanceBody,
  anActiveLoan,
  anAppliedLoan,
  aPaymentEvent,
  applyFor,
  aQuote,
  readPayouts,
  readStatus,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import type { StaffClient } from '../../testing/staff.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const stops = await useLendingStops();
const { app, desk, approve, stop, propose, start, freeze, override } = stops;

const listProducts = async ({ client }: SignedInUser) =>
  successData(await client.send(CALLS.productList, { params: { param: 'loan' } })).details;

/** What the borrower is answered who quotes and applies. */
async function collectRefusals(
  { client }: SignedInUser,
  quoted: Awaited<ReturnType<typeof aQuote>>,
) {
  const apply = await client.send(CALLS.applyLoan, { body: acceptanceBody(quoted) });
  const quote = await client.send(CALLS.quoteLoan, {
    body: { productCode: 'N15', principalPaise: 500_000 },
  });

  return [apply, quote].map(({ code, data }) => [
    code,
    (data as { reason?: string } | null)?.reason,
  ]);
}

describe('a stop for everybody', () => {
  test('by one person refuses products, quotes and applications with a sentence; two people start it again', async () => {
    const quoted = await aQuote(stops.who);
    expect((await stop()).ok).toBe(true);
    expect(await collectRefusals(stops.who, quoted)).toEqual([
      [409, 'lending_stopped'],
      [409, 'lending_stopped'],
    ]);

    const products = await listProducts(stops.who);
    expect(products.map(({ isOpen, offeredPaise }) => [isOpen, offeredPaise])).toEqual(
      products.map(() => [false, 0]),
    );
    expect(products[0]?.closedBecause).toMatch(/^We are not giving new loans at the moment\./);
    expect(await stops.officer.data('lendingState')).toMatchObject({
      isStopped: true,
      staffName: 'Arjun Pillai',
      reason,
    });
    expect(await stop()).toMatchObject({ error: { code: 'not_possible' } });

    const requestId = await propose({ kind: 'lending_start' });
    const seen = (await stops.officer.data('approval', { params: { requestId } })).effectNow;

    expect(seen?.facts).toContainEqual({ what: 'lending', before: 'stopped', after: 'open' });
    expect(await stops.officer.send('approve', { body: { requestId, seen } })).toMatchObject({
      error: { code: 'forbidden' },
    });
    await approve(requestId, stops.accountant);
    expect(await stops.auditor.data('lendingState')).toMatchObject({ isStopped: false });
    expect((await listProducts(stops.who)).some(({ isOpen }) => isOpen)).toBe(true);

    const applied = await applyFor(stops.who, quoted);
    expect(applied.code).toBe(200);

    const { rows: acts } = await stops.auditor.data('auditList', { query: {} });
    expect(acts.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'lending_stopped',
        'lending_start_requested',
        'lending_start_approved',
      ]),
    );
  });

  test('holds the payouts that were not sent, and lets repaying go on; the start sends them', async () => {
    const running = await anActiveLoan(app, stops.who, { rupees: 5_000 });
    const other = await aSignedInUser(app);
    const waiting = await anAppliedLoan(other);

    await stop();
    await runJobs(app);
    await runJobs(app, { delayed: true });
    expect(await readPayouts(app, other)).toMatchObject([{ state: 'waiting' }]);
    expect(await readStatus(other, waiting)).toBe(OrderStatus.disbursing);

    const { code, amountPaise } = await startFullPayment(stops.who, running);
    await sendWebhook(app, aPaymentEvent(app, code, amountPaise));
    expect(await readStatus(stops.who, running)).toBe(OrderStatus.settled);
    await start();
    await runJobs(app);
    expect(await readStatus(other, waiting)).toBe(OrderStatus.active);
    expect(await readPayouts(app, other)).toHaveLength(1);
  });

  test('needs the permission, and lending that goes on cannot be started', async () => {
    expect(await stop(stops.auditor)).toMatchObject({ status: 403 });

    const body = { proposal: { kind: 'lending_start' }, reason };
    expect(await stops.officer.send('propose', { body })).toMatchObject({
      error: { code: 'not_possible' },
    });
  });
});

describe('a freeze of one person', () => {
  test('refuses this person alone, holds the payout, and ends by another request', async () => {
    const other = await aSignedInUser(app);
    const [quoted, quotedToOther] = [
      await aQuote(stops.who, { rupees: 5_000 }),
      await aQuote(other),
    ];
    const waiting = await anAppliedLoan(stops.who, { rupees: 5_000 });
    const second = await desk.as('credit_officer', 'second');

    await approve(await freeze(true), second);
    expect(await collectRefusals(stops.who, quoted)).toEqual([
      [409, 'lending_frozen'],
      [409, 'lending_frozen'],
    ]);
    expect((await listProducts(stops.who))[0]?.closedBecause).toMatch(
      /^You cannot take a new loan at the moment\./,
    );
    expect((await applyFor(other, quotedToOther)).code).toBe(200);
    await runJobs(app);
    expect(await readStatus(stops.who, waiting)).toBe(OrderStatus.disbursing);

    const page = await stops.officer.data('borrower', { params: { userId: stops.who.userId } });
    expect(page.frozenAt).not.toBeNull();

    const twice = {
      proposal: { kind: 'lending_freeze', userId: stops.who.userId, isFrozen: true },
      reason,
    };
    expect(await stops.officer.send('propose', { body: twice })).toMatchObject({
      error: { code: 'not_possible' },
    });

    await approve(await freeze(false), second);
    await runJobs(app);
    expect(await readStatus(stops.who, waiting)).toBe(OrderStatus.active);
    expect((await applyFor(stops.who, quoted)).code).toBe(200);
  });

  test('is asked for by one person and approved by another, once, and not after seven days', async () => {
    const reviewer = await desk.as('reviewer');
    const body = {
      proposal: { kind: 'lending_freeze', userId: stops.who.userId, isFrozen: true },
      reason,
    };
    const requestId = randomUUID();
    const first = await reviewer.data('propose', { body, requestId });

    expect(await reviewer.data('propose', { body, requestId })).toEqual(first);
    expect(await stops.officer.send('propose', { body })).toMatchObject({
      error: { code: 'taken', data: { requestId: first.requestId } },
    });

    const second = await desk.as('credit_officer', 'second');
    const { effectNow: seen } = await second.data('approval', {
      params: { requestId: first.requestId },
    });
    const decide = (by: StaffClient) =>
      by.send('approve', { body: { requestId: first.requestId, seen } });

    expect(await decide(reviewer)).toMatchObject({ error: { code: 'forbidden' } });

    const both = await Promise.all([decide(stops.officer), decide(second)]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);

    const late = await propose({
      kind: 'lending_freeze',
      userId: stops.who.userId,
      isFrozen: false,
    });
    app.advance(7 * 86_400_000);

    const checker = await desk.as('credit_officer', 'second');
    const shown = await checker.data('approval', { params: { requestId: late } });

    expect(
      await checker.send('approve', { body: { requestId: late, seen: shown.effectNow } }),
    ).toMatchObject({
      error: {
        code: 'not_possible',
        refusal: { reason: 'request_expired' },
      },
    });
  });
});

describe('an override of a limit', () => {
  const readLimit = async () =>
    (await stops.officer.data('borrower', { params: { userId: stops.who.userId } })).credit
      .limitPaise;

  test('lowers it by two, and raises it no higher than what was evaluated or asked for', async () => {
    const second = await desk.as('credit_officer', 'second');
    const before = await readLimit();
    const requestId = await propose(override(before - 100_000));
    const { effectNow } = await second.data('approval', { params: { requestId } });

    expect(effectNow?.facts).toContainEqual({
      what: 'limit',
      before: String(before),
      after: String(before - 100_000),
    });
    await approve(requestId, second);
    expect(await readLimit()).toBe(before - 100_000);

    for (const [amount, refusedFor] of [
      [before - 100_000, 'limit_unchanged'],
      [before + 100_000_000, 'limit_too_high'],
    ] as const)
      expect(
        await stops.officer.send('propose', { body: { proposal: override(amount), reason } }),
      ).toMatchObject({
        error: { code: 'not_possible', refusal: { reason: refusedFor } },
      });

    await anAppliedLoan(stops.who, { rupees: 5_000 });
    expect(
      await stops.officer.send('propose', { body: { proposal: override(400_000), reason } }),
    ).toMatchObject({
      error: { code: 'not_possible', refusal: { reason: 'limit_too_low' } },
    });
  });
});

test('full KYC is recorded by two, with what it changes', async () => {
  const reviewer = await desk.as('reviewer');
  const requestId = await propose(
    { kind: 'full_kyc', userId: stops.who.userId, how: 'by video, case 17' },
    reviewer,
  );
  const { effectNow } = await stops.officer.data('approval', { params: { requestId } });

  expect(effectNow?.facts).toEqual([{ what: 'full_kyc', before: 'not_done', after: 'done' }]);
  await approve(requestId, stops.officer);
  expect(
    (await stops.officer.data('borrower', { params: { userId: stops.who.userId } })).fullKycAt,
  ).not.toBeNull();
});
