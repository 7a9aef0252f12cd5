import { rupees } from '@noren/core/money/money';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { receiveEvent } from '../../processes/webhooks/provider-events.ts';
import type { ProposalDetails } from '../../testing/decisions.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  openSandboxBank,
  readEntries,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { sendProof } from '../../testing/proofs.ts';
import { aBankTransfer, aUtr, chargeBack } from '../../testing/repayments.ts';
import { makeSuspense } from '../../testing/suspense.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';
import { verifyLedger } from '../../testing/verify-ledger.ts';
import { findOrder } from '../orders/order-store.ts';
import {
  lockByAllNames,
  lockKnownPayment,
  lockKnownTransfer,
  readKnownPayment,
} from './known-payment-store.ts';
import { BY_UTR, lockPayment } from './posting/provider-payments-store.ts';
import { redactUtr } from './posting/redacted-event.ts';
import { decideProof } from './proofs/match-proof.ts';
import { readRefund } from './refunds/refund-store.ts';
import { makeRefunds } from './refunds/refunds.ts';
import { receiveChargeback } from './unclaimed-funds/post-chargeback.ts';
import { postUnclaimedFunds } from './unclaimed-funds/unclaimed-funds.ts';

const app = await useApp();
const { unclaimed, reconcile, propose, approve } = makeSuspense(() => app);

afterEach(async () => expect(await verifyLedger(app.deps.db)).toEqual([]));

const PROVIDER = 'sandbox';
const read = (providerRef: string) =>
  readKnownPayment(app.deps.db, { provider: PROVIDER, providerRef });

const readState = async (providerRef: string) => (await read(providerRef)).state;
const readPartStates = async (providerRef: string) =>
  (await read(providerRef)).parts.map(({ state }) => state);

/** A loan, and a payment of ₹4,000 by its code. */
async function aPostedPayment() {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);
  const event = await openSandboxBank(app).payIntent(code, rupees(4_000), { utr: aUtr() });
  if (event?.kind !== 'payment') throw new Error('the sandbox bank made no payment');

  await openSandboxBank(app).deliverAll(app.url);

  return { who, repayId, event, ref: event.providerRef };
}

async function takeOff(who: SignedInUser, repayId: string): Promise<void> {
  const { journalId } = (await readEntries(who, repayId)).entries.find(
    ({ kind }) => kind === 'payment',
  )!;
  await approve(await propose({ kind: 'reversal', repayId, detail: { journalId } }));
}

describe('a payment is read', () => {
  test('as unknown before anything of it came, and with its event once that matched nothing', async () => {
    expect(await read('never')).toMatchObject({ state: 'unknown', event: null, parts: [] });

    const { providerRef } = await aBankTransfer(app, aUtr(), rupees(500));
    expect(await read(providerRef)).toMatchObject({
      state: 'unknown',
      event: { providerRef, amountPaise: rupees(500) },
      parts: [],
    });
  });

  test('as posted to the order of its code, also after that order is settled', async () => {
    const { who, repayId, ref } = await aPostedPayment();
    expect(await read(ref)).toMatchObject({
      state: 'posted',
      posting: { userId: who.userId, amountPaise: rupees(4_000) },
      ownerId: who.userId,
      event: null,
    });

    const rest = await startFullPayment(who, repayId);
    await sendWebhook(app, aPaymentEvent(app, rest.code, rest.amountPaise));
    expect(await readState(ref)).toBe('posted');
  });

  test('as taken off its order with its money held, and as posted to the order it is moved to', async () => {
    const { who, repayId, event, ref } = await aPostedPayment();

    await takeOff(who, repayId);
    expect(await read(ref)).toMatchObject({
      state: 'taken_off',
      posting: { userId: who.userId },
      parts: [{ state: 'open', amountPaise: rupees(4_000) }],
    });

    await sendWebhook(app, { ...event, eventId: `${event.eventId} again` });
    expect(await readState(ref)).toBe('taken_off');

    const other = await aSignedInUser(app);
    const theirs = await anActiveLoan(app, other);
    const detail = { provider: PROVIDER, providerRef: ref };
    await approve(await propose({ kind: 'unclaimed_payment_claim', repayId: theirs, detail }));

    expect(await read(ref)).toMatchObject({
      state: 'posted',
      posting: { userId: other.userId },
      ownerId: other.userId,
      parts: [{ state: 'claimed' }],
    });
  });

  test('as held, on its way back, sent back, and charged back after that', async () => {
    const { providerRef } = await unclaimed();
    expect([await readState(providerRef), await readPartStates(providerRef)]).toEqual([
      'held',
      ['open'],
    ]);

    const detail = { provider: PROVIDER, providerRef };
    await approve(await propose({ kind: 'unclaimed_payment_return', detail } as ProposalDetails));
    expect([await readState(providerRef), await readPartStates(providerRef)]).toEqual([
      'going_back',
      ['returning'],
    ]);

    await runJobs(app, { delayed: true });
    expect([await readState(providerRef), await readPartStates(providerRef)]).toEqual([
      'going_back',
      ['returned'],
    ]);

    await chargeBack(app, providerRef);
    expect((await read(providerRef)).parts).toMatchObject([{ chargedBackPaise: rupees(500) }]);
    expect(await readState(providerRef)).toBe('going_back');
  });

  test('as counted by its bank number until its provider reports it, then as posted', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);
    const utr = aUtr();
    const { proofId } = await sendProof(app, who, { repayId, utr });
    const decision = { proofId, decision: 'match', by: 'Ravi' } as const;
    await app.deps.db.transaction().execute((tx) => decideProof(tx, app.deps, decision));

    const { utrHash } = redactUtr(app.deps.crypto, utr);
    const names = { provider: PROVIDER, providerRef: `later ${proofId}`, utrHash };
    const before = await app.deps.db.transaction().execute((tx) => lockKnownPayment(tx, names));
    expect(before).toMatchObject({
      state: 'counted_by_number',
      posting: { userId: who.userId, provider: 'utr' },
      isTransferKnown: true,
      ownerId: null,
    });

    const { providerRef } = await aBankTransfer(app, utr, rupees(500));
    const key = { provider: PROVIDER, providerRef };
    const after = await app.deps.db.transaction().execute((tx) => lockByAllNames(tx, key));
    expect(after).toMatchObject({ state: 'posted', posting: { userId: who.userId } });

    // The number names no payment any more that still has to be reported.
    const another = { ...names, providerRef: 'a number used again' };
    const used = await app.deps.db.transaction().execute((tx) => lockKnownPayment(tx, another));
    expect(used.state).toBe('unknown');
    expect((await readRepayDetail(who, repayId)).paidPaise).toBe(rupees(500));
  });
});

test('one that reads a payment under its lock sees what another wrote before it let the lock go', async () => {
  const { who, repayId, ref } = await aPostedPayment();
  const { db } = app.deps;
  const key = { provider: PROVIDER, providerRef: ref };
  const { journalId } = (await readEntries(who, repayId)).entries.find(
    ({ kind }) => kind === 'payment',
  )!;
  const requestId = await propose({ kind: 'reversal', repayId, detail: { journalId } });

  const reading = await db.transaction().execute(async (tx) => {
    await lockKnownPayment(tx, key);
    const reversal = approve(requestId);
    await expect.poll(() => countWaiting(db)).toBe(1);

    const later = db.transaction().execute((other) => lockKnownPayment(other, key));
    await expect.poll(() => countWaiting(db)).toBe(2);

    return { reversal, later };
  });

  await reading.reversal;
  expect(await reading.later).toMatchObject({ state: 'taken_off', parts: [{ state: 'open' }] });
});

describe.each(['the chargeback', 'the proof'])(
  'a chargeback and a proof of a payment that was taken off its order, %s first',
  (first) => {
    test('wait for each other in one order: neither is ended for the other', async () => {
      const { who, repayId, event, ref } = await aPostedPayment();
      await takeOff(who, repayId);

      const other = await aSignedInUser(app);
      const theirs = await anActiveLoan(app, other);
      // The amount differs, so that it waits for an operator.
      const proof = { repayId: theirs, utr: event.utr!, amountPaise: rupees(4_100) };
      const { proofId } = await sendProof(app, other, proof);

      const { db } = app.deps;
      const chargeback = {
        kind: 'chargeback',
        eventId: `taken ${ref}`,
        paymentProviderRef: ref,
        amountPaise: rupees(4_000),
        takenAtMs: app.deps.now(),
      } as const;
      const reverse = () =>
        db.transaction().execute((tx) => receiveChargeback(tx, app.deps, PROVIDER, chargeback));
      const match = () =>
        db
          .transaction()
          .execute((tx) => decideProof(tx, app.deps, { proofId, decision: 'match', by: 'Ravi' }));
      const acts = first === 'the proof' ? [match, reverse] : [reverse, match];

      const { done } = await db.transaction().execute(async (tx) => {
        // By its name alone: its parts stay free.
        await lockPayment(tx, { provider: PROVIDER, providerRef: ref });
        await sql`select 1`.execute(tx);

        const waiting: Promise<unknown>[] = [];
        for (const act of acts) {
          const before = await countWaiting(db);
          waiting.push(act());
          await expect.poll(() => countWaiting(db)).toBeGreaterThan(before);
        }

        return { done: Promise.all(waiting) };
      });

      const [isChargedBack, isMatched] =
        first === 'the proof' ? (await done).toReversed() : await done;
      expect(isChargedBack).toBe(true);
      expect(isMatched).toEqual(
        first === 'the proof' ? { ok: true } : { ok: false, reason: 'going_back' },
      );
    });
  },
);

test('one that looks for a transfer locks a payment that came while it waited, by its name too', async () => {
  const { db } = app.deps;
  const utr = aUtr();
  const { utrHash } = redactUtr(app.deps.crypto, utr);
  const event = { ...aPaymentEvent(app, 'of nobody', rupees(500)), utr };
  const { providerRef } = event;

  const { done } = await db.transaction().execute(async (tx) => {
    await lockKnownPayment(tx, { provider: BY_UTR, providerRef: utrHash });

    const reported = sendWebhook(app, event);
    await expect.poll(() => countWaiting(db)).toBe(1);

    const found = db.transaction().execute(async (other) => {
      const payments = await lockKnownTransfer(other, utrHash);
      const { rows } = await sql<{ isFree: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${`${PROVIDER}:${providerRef}`}, 1))
          as is_free`.execute(db);

      return { payments, isFree: rows[0]?.isFree };
    });
    await expect.poll(() => countWaiting(db)).toBe(2);

    return { done: Promise.all([reported, found]) };
  });

  const [reported, { payments, isFree }] = await done;
  expect(reported.text).toBe('unknown');
  expect(payments).toMatchObject([{ providerRef, state: 'unknown', event: { providerRef } }]);
  expect(isFree).toBe(false);
});

test.each(['by its code', 'by its proof'])(
  'two webhooks and the provider’s statement at once count a transfer %s once',
  async (how) => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);
    const { code } = await startFullPayment(who, repayId);
    const utr = aUtr();
    const bank = openSandboxBank(app);
    const to = how === 'by its code' ? code : 'of nobody';
    const event = await bank.payIntent(to, rupees(500), { channel: 'bank_transfer', utr });
    if (event?.kind !== 'payment') throw new Error('the sandbox bank made no payment');

    await Promise.all([
      sendWebhook(app, event),
      sendWebhook(app, { ...event, eventId: `${event.eventId} again` }),
      reconcile(),
      ...(how === 'by its proof' ? [sendProof(app, who, { repayId, utr })] : []),
    ]);

    const known = await read(event.providerRef);
    expect(known).toMatchObject({ state: 'posted', posting: { userId: who.userId } });
    expect(known.parts.filter(({ state }) => state !== 'claimed')).toEqual([]);
    expect((await readRepayDetail(who, repayId)).paidPaise).toBe(rupees(500));
  },
);

describe('two providers give payments of one order the same reference', () => {
  async function aFirstPayment() {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);
    const { code } = await startFullPayment(who, repayId);
    const event = aPaymentEvent(app, code, rupees(500));
    await receiveEvent(app.deps, PROVIDER, event);

    const key = { provider: 'another', providerRef: event.providerRef };
    return { who, repayId, event, key };
  }

  test('both are counted, once each', async () => {
    const { who, repayId, event, key } = await aFirstPayment();

    expect(await receiveEvent(app.deps, 'another', event)).toBe('done');
    const again = { ...event, eventId: `${event.eventId} again` };
    expect(await receiveEvent(app.deps, 'another', again)).toBe('done');

    expect((await readRepayDetail(who, repayId)).paidPaise).toBe(rupees(1_000));
    const { state, posting } = await readKnownPayment(app.deps.db, key);
    expect([state, posting?.amountPaise]).toEqual(['posted', rupees(500)]);
  });

  test('one taken off leaves the refund of the other', async () => {
    const { who, repayId, event } = await aFirstPayment();
    const { totalPaise } = await readRepayDetail(who, repayId);
    const amountPaise = totalPaise + rupees(700);
    await receiveEvent(app.deps, 'another', { ...event, amountPaise });

    const { userId } = who;
    const { orderId } = (await findOrder(app.deps.db, userId, repayId))!;
    const order = { userId, orderId };
    const [refundRef] = await app.deps.db
      .transaction()
      .execute((tx) => makeRefunds(tx, app.deps, order));

    await takeOff(who, repayId);
    const refund = await readRefund(app.deps.db, { ...order, refundRef: refundRef! });
    expect(refund).toMatchObject({ provider: 'another', state: 'waiting' });
  });

  test('the second is counted out of suspense, by decision', async () => {
    const { who, repayId, event, key } = await aFirstPayment();
    const { amountPaise, paidAtMs } = event;
    await postUnclaimedFunds(app.deps, { ...key, amountPaise, paidAtMs });
    await approve(await propose({ kind: 'unclaimed_payment_claim', repayId, detail: key }));

    expect((await readRepayDetail(who, repayId)).paidPaise).toBe(rupees(1_000));
    expect(await readKnownPayment(app.deps.db, key)).toMatchObject({
      state: 'posted',
      parts: [{ state: 'claimed' }],
    });
  });
});
