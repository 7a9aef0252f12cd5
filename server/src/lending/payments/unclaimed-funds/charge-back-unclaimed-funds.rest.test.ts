import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import { sweep } from '../../../schedule/sweep.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  openSandboxBank,
  readEntries,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../../testing/loans.ts';
import { sendProof } from '../../../testing/proofs.ts';
import type { TestApp } from '../../../testing/start-app.ts';
import { makeSuspense } from '../../../testing/suspense.ts';
import { useNewLedgerApp } from '../../../testing/use-app.ts';
import { aSignedInUser } from '../../../testing/users.ts';
import { verifyLedger } from '../../../testing/verify-ledger.ts';

let app: TestApp;

useNewLedgerApp((started) => {
  app = started;
});

const { unclaimed, reconcile, balances, runChecks, propose, approve } = makeSuspense(() => app);

/**
 * A payment of an order, taken off it by two people: it is in suspense.
 * @returns its provider's reference
 */
async function aPaymentInSuspense(amountPaise: number) {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);
  const event = await openSandboxBank(app).payIntent(code, amountPaise);

  await openSandboxBank(app).deliverAll(app.url);

  const { journalId } = (await readEntries(who, repayId)).entries.find(
    ({ kind }) => kind === 'payment',
  )!;
  await approve(await propose({ kind: 'reversal', repayId, detail: { journalId } }));

  if (event?.kind !== 'payment') throw new Error('the sandbox bank made no payment');

  return { who, repayId, provider: 'sandbox', providerRef: event.providerRef };
}

async function chargeBack(providerRef: string, amountPaise?: number) {
  await openSandboxBank(app).chargeBack(providerRef, amountPaise);
  await openSandboxBank(app).deliverAll(app.url);
}

test('a chargeback of money in suspense takes it out: nothing is left to claim or to send back', async () => {
  const { repayId, provider, providerRef } = await aPaymentInSuspense(rupees(4_000));
  await chargeBack(providerRef);
  expect(await balances()).toEqual({ settlement_in: 0, unclaimed_funds: 0 });
  expect(await runChecks()).toEqual({ problems: [], listed: [] });

  const back = await propose({
    kind: 'unclaimed_payment_return',
    detail: { provider, providerRef },
  });
  await expect(approve(back)).rejects.toMatchObject({ reason: 'not_possible' });

  const claim = await propose({
    kind: 'unclaimed_payment_claim',
    repayId,
    detail: { provider, providerRef },
  });
  await expect(approve(claim)).rejects.toMatchObject({ reason: 'not_possible' });
  expect(await verifyLedger(app.deps.db)).toEqual([]);
});

test.each(['claimed', 'sent back'])(
  'what a partial chargeback leaves in suspense is %s, and no more',
  async (how) => {
    const { who, repayId, provider, providerRef } = await aPaymentInSuspense(rupees(4_000));
    await chargeBack(providerRef, rupees(1_500));
    expect(await balances()).toEqual({
      settlement_in: rupees(2_500),
      unclaimed_funds: -rupees(2_500),
    });
    expect((await runChecks()).problems).toEqual([]);

    if (how === 'claimed') {
      await approve(
        await propose({
          kind: 'unclaimed_payment_claim',
          repayId,
          detail: { provider, providerRef },
        }),
      );
      expect((await readRepayDetail(who, repayId)).paidPaise).toBe(rupees(2_500));
    } else {
      await approve(
        await propose({ kind: 'unclaimed_payment_return', detail: { provider, providerRef } }),
      );
      await runJobs(app);

      const sent = await app.deps.db.selectFrom('sandbox_refunds').select('amountPaise').execute();
      expect(sent).toEqual([{ amountPaise: rupees(2_500) }]);
    }

    expect(await balances()).toEqual({
      settlement_in: how === 'claimed' ? rupees(2_500) : 0,
      unclaimed_funds: 0,
    });
    expect((await runChecks()).problems).toEqual([]);
    expect(await reconcile()).toEqual([]);
  },
);

test('a proof does not match a transfer charged back in part: staff count the rest', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { providerRef, utr } = await unclaimed();

  await chargeBack(providerRef, rupees(100));
  expect((await sendProof(app, who, { repayId, utr })).state).toBe('received');
  expect((await readRepayDetail(who, repayId)).paidPaise).toBe(0);

  const { code } = await startFullPayment(who, repayId);
  await sendWebhook(app, { ...aPaymentEvent(app, code, rupees(500)), providerRef });
  expect(await balances()).toEqual({ settlement_in: rupees(400), unclaimed_funds: -rupees(400) });
  expect((await runChecks()).problems).toEqual([]);
});

test('a chargeback of money on its way back waits; once it was sent back it is written off', async () => {
  const { provider, providerRef } = await aPaymentInSuspense(rupees(4_000));
  await approve(
    await propose({ kind: 'unclaimed_payment_return', detail: { provider, providerRef } }),
  );
  await chargeBack(providerRef);
  expect(await balances()).toEqual({
    settlement_in: rupees(4_000),
    unclaimed_funds: -rupees(4_000),
  });
  await runJobs(app);
  await sweep(app.deps);
  expect(await balances()).toEqual({ settlement_in: -rupees(4_000), unclaimed_funds: 0 });

  const lost = await app.deps.db
    .selectFrom('entries')
    .select('amountPaise')
    .where('account', '=', 'write_off_expense');
  expect(await lost.execute()).toEqual([{ amountPaise: rupees(4_000) }]);
  expect((await runChecks()).problems).toEqual([]);
  expect(await verifyLedger(app.deps.db)).toEqual([]);
});

test('a chargeback waits for money on its way back also when the provider takes longer than a week', async () => {
  const { provider, providerRef } = await aPaymentInSuspense(rupees(4_000));
  const bank = openSandboxBank(app);

  await bank.setBehaviour('refunds', 'never_taken');
  await approve(
    await propose({ kind: 'unclaimed_payment_return', detail: { provider, providerRef } }),
  );
  await runJobs(app);
  await chargeBack(providerRef);
  app.advance(8 * 86_400_000);
  await bank.setBehaviour('refunds', 'succeed');
  await runJobs(app, { delayed: true });
  await sweep(app.deps);
  app.advance(-8 * 86_400_000);
  expect(await balances()).toEqual({ settlement_in: -rupees(4_000), unclaimed_funds: 0 });
  expect((await runChecks()).problems).toEqual([]);
});
