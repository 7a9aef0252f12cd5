import { CALLS } from '@noren/contract/index';
import type { StaffProposal } from '@noren/contract/staff/approvals';
import { addMonths } from '@noren/core/money/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { readDispute } from '../../../lending/orders/disputes-store.ts';
import { closeMissedDays } from '../../../processes/close-of-day/close-of-day.ts';
import { runSelfChecks } from '../../../processes/self-checks/self-checks.ts';
import { anActiveLoan, runJobs } from '../../../testing/loans.ts';
import { startAndPay } from '../../../testing/repayments.ts';
import { type StaffClient, useConsole } from '../../../testing/staff.ts';
import { useMoneyApp } from '../../../testing/use-app.ts';
import {
  aSignedInUser,
  requestCode,
  type SignedInUser,
  signIn,
  successData,
} from '../../../testing/users.ts';

const app = await useMoneyApp();
const desk = await useConsole(app);
let who: SignedInUser;
let support: StaffClient;
let reviewer: StaffClient;

beforeEach(async () => {
  who = await aSignedInUser(app);
  support = await desk.as('support');
  reviewer = await desk.as('reviewer');
});

const reason = 'the letter of 20 November';
const propose = (proposal: StaffProposal) =>
  support.send('propose', { body: { proposal, reason } });

/**
 * Proposes and approves.
 * @returns what it did
 */
async function carryOut(proposal: StaffProposal) {
  const { requestId } = await support.data('propose', { body: { proposal, reason } });
  const { effectNow: seen } = await reviewer.data('approval', { params: { requestId } });
  await reviewer.data('approve', { body: { requestId, seen } });
  return seen!;
}

const erasure = (but: object = {}) =>
  ({
    kind: 'erasure',
    userId: who.userId,
    askedBy: 'borrower',
    decision: 'erase',
    ...but,
  }) as StaffProposal;

const claim = (isClaimed = true) =>
  ({
    kind: 'nominee_claim',
    userId: who.userId,
    isClaimed,
    evidence: 'letter 17 of 2026',
  }) as const;

const nameNominee = async () =>
  successData(
    await who.client.send(CALLS.saveNominee, {
      body: { relationship: 'spouse', name: 'Meera Example', phone: '9000000021' },
    }),
  );

const page = () => support.data('borrower', { params: { userId: who.userId } });
const view = async () => successData(await who.client.send(CALLS.viewErasure, {}));

async function repaidLoan(): Promise<void> {
  const repayId = await anActiveLoan(app, who);
  await startAndPay(app, who, { repayId, kind: 'full' });
  await runJobs(app);
}

describe('an erasure that two people carry out', () => {
  test('happens before its week has passed, and shows what goes and what the law has kept until when', async () => {
    await repaidLoan();
    successData(await who.client.send(CALLS.requestErasure, { body: {} }));
    expect((await page()).erasureDueAt).toBeGreaterThan(app.deps.now());

    const keepUntil = String(addMonths(app.deps.today(), 60));
    const { facts, messages } = await carryOut(erasure());

    expect(messages).toEqual([]);
    expect(facts).toEqual([
      { what: 'personal_data', before: 'on_file', after: 'erased' },
      { what: 'pictures', before: '3', after: '0' },
      { what: 'sessions', before: '1', after: '0' },
      { what: 'identity_record', before: 'none', after: keepUntil },
      { what: 'loan_records', before: '1', after: '1' },
    ]);
    expect(await page()).toMatchObject({ isErased: true, known: [], erasureDueAt: null });
    expect((await who.client.send(CALLS.viewErasure, {})).code).toBe(401);
    expect(await propose(erasure())).toMatchObject({
      error: { refusal: { reason: 'erasure_done' } },
    });

    const checks = await runSelfChecks(app.deps.db, {
      today: app.deps.today(),
      now: app.deps.now(),
    });
    expect(checks.find(({ name }) => name.includes('retention'))?.problems ?? []).toEqual([]);
  });

  test('is not possible while a loan runs, nor for a nominee without a claim', async () => {
    expect(await propose(erasure({ askedBy: 'nominee' }))).toMatchObject({
      error: { code: 'not_possible' },
    });
    await anActiveLoan(app, who);
    expect(await propose(erasure())).toMatchObject({
      error: { code: 'not_possible', refusal: { reason: 'erasure_loan_runs' } },
    });
  });

  test('may be refused with a reason that holds, which the borrower is told in their language', async () => {
    expect(await propose(erasure({ decision: 'refuse', why: 'loan_runs' }))).toMatchObject({
      error: { code: 'not_possible' },
    });
    successData(await who.client.send(CALLS.requestErasure, { body: {} }));

    const { messages } = await carryOut(erasure({ decision: 'refuse', why: 'not_proved' }));
    expect(messages).toMatchObject([
      { kind: 'erasure_refused', title: 'Your data was not erased' },
    ]);
    expect(await view()).toMatchObject({
      state: 'refused',
      refusedBecause: 'not_proved',
      dueAt: null,
    });
    successData(await who.client.send(CALLS.requestErasure, { body: {} }));
    expect(await view()).toMatchObject({ state: 'waiting', refusedBecause: null });
  });
});

describe('a nominee’s claim', () => {
  test('needs a nominee', async () => {
    expect(await propose(claim())).toMatchObject({
      error: { refusal: { reason: 'nominee_missing' } },
    });
  });

  test('stops reminders, closes the account and lending; what is owed stays; a wrong one is ended', async () => {
    await nameNominee();

    const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
    app.moveDays(7 + 2);
    await closeMissedDays(app.deps);
    support = await desk.as('support');
    reviewer = await desk.as('reviewer');

    const { facts, orders } = await carryOut(claim());
    expect(facts).toEqual([
      { what: 'nominee_claim', before: 'none', after: 'recorded' },
      { what: 'dues', before: 'raised', after: 'not_raised' },
      { what: 'account', before: 'open', after: 'closed' },
      { what: 'sessions', before: '1', after: '0' },
      { what: 'new_lending', before: 'open', after: 'frozen' },
    ]);
    expect(orders).toMatchObject([{ before: { repayId }, after: { repayId } }]);
    expect(orders[0]?.after).toEqual(orders[0]?.before);
    expect(await page()).toMatchObject({ claim: { evidence: 'letter 17 of 2026' } });
    expect((await who.client.send(CALLS.viewErasure, {})).code).toBe(401);

    const login = await signInAgain();
    expect(login).toMatchObject({ code: 409, data: { reason: 'account_held' } });

    const order = await app.deps.db
      .selectFrom('orders')
      .select(['userId', 'orderId'])
      .where('repayId', '=', repayId)
      .executeTakeFirstOrThrow();
    const moment = { now: app.deps.now(), today: app.deps.today() };

    expect(await readDispute(app.deps.db, order, moment)).toBe('claim');

    const collector = await desk.as('collections');
    expect(await collector.data('collectionCase', { params: { repayId } })).toMatchObject({
      bar: { why: 'claim' },
    });

    const officer = await desk.as('credit_officer');
    const unfreeze = { kind: 'lending_freeze', userId: who.userId, isFrozen: false };

    expect(await officer.send('propose', { body: { proposal: unfreeze, reason } })).toMatchObject({
      error: { refusal: { reason: 'freeze_claim_open' } },
    });

    expect(await propose(claim())).toMatchObject({
      error: { refusal: { reason: 'claim_open' } },
    });
    await carryOut(claim(false));
    expect(await page()).toMatchObject({ claim: null, frozenAt: null });
    expect(await readDispute(app.deps.db, order, moment)).toBeNull();
    app.advance(60_000);
    await signIn(app, who.phone);
    app.moveDays(0);
  });

  test('lets the nominee have the data erased, and a freeze from before it stays after its end', async () => {
    await nameNominee();

    const officers = [
      await desk.as('credit_officer'),
      await desk.as('credit_officer', 'second'),
    ] as const;
    const freeze = { kind: 'lending_freeze', userId: who.userId, isFrozen: true };
    const { requestId } = await officers[0].data('propose', { body: { proposal: freeze, reason } });
    const { effectNow: seen } = await officers[1].data('approval', { params: { requestId } });

    await officers[1].data('approve', { body: { requestId, seen } });
    await carryOut(claim());
    await carryOut(claim(false));
    expect((await page()).frozenAt).not.toBeNull();
    await carryOut(claim());
    await carryOut(erasure({ askedBy: 'nominee' }));
    expect(await page()).toMatchObject({ isErased: true });
  });
});

/** Signs in by code as the borrower's phone. */
async function signInAgain() {
  const client = app.client();
  const { policyVersion } = app.deps.appConfig;
  const code = await requestCode(app, client, who.phone);
  const body = {
    phone: who.phone,
    ...code,
    agreed: true as const,
    policyVersion,
    language: 'en' as const,
  };

  return client.send(CALLS.checkOtpLogin, { body });
}
