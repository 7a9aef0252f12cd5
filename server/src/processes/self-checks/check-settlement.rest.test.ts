import { rupees } from '@noren/core/money/money';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import { decideByName, type NamedProposal, proposeByName } from '../../testing/decisions.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { sendProof } from '../../testing/proofs.ts';
import { aBankTransfer, aUtr } from '../../testing/repayments.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import type { CheckMark, Scope } from './check-scope-store.ts';
import { checkSettlement } from './check-settlement.ts';

const app = await useApp();

/** After all that was written here, whatever other tests' databases have open. */
async function takeMark(): Promise<CheckMark> {
  const { rows } = await sql<{ next: number }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`.execute(app.deps.db);
  return { beforeXact: rows[0]!.next, at: app.deps.now() };
}

/**
 * A loan paid with ₹500 too much, which are refunded.
 * @returns the payment's reference
 */
async function aPaidLoan(): Promise<string> {
  const who = await aSignedInUser(app);
  const { code, amountPaise } = await startFullPayment(who, await anActiveLoan(app, who));
  const event = aPaymentEvent(app, code, amountPaise + rupees(500));

  await sendWebhook(app, event);
  await runJobs(app, { delayed: true });

  return event.providerRef;
}

test('a night reads the payments to which something happened since, a whole run all', async () => {
  await aPaidLoan();

  const mark = await takeMark();
  const examined = (scope: Scope) => inSnapshot(app.deps.db, (tx) => checkSettlement(tx, scope));

  expect(await examined({ since: mark })).toEqual({ examined: 0, problems: [] });

  const paid = await aPaidLoan();
  expect(await examined({ since: mark })).toEqual({ examined: 1, problems: [] });
  app.advance(7_200_000);

  const later = await takeMark();
  const takenAtMs = app.deps.now();

  await sendWebhook(app, {
    kind: 'chargeback',
    eventId: `c${paid}`,
    paymentProviderRef: paid,
    amountPaise: rupees(100),
    takenAtMs,
  });
  expect(await examined({ since: later })).toEqual({ examined: 1, problems: [] });
  expect(await examined('all')).toEqual({ examined: 2, problems: [] });
});

test('each payment is examined once, however few journals a page has', async () => {
  await aPaidLoan();
  const run = (pageSize?: number) =>
    inSnapshot(app.deps.db, (tx) => checkSettlement(tx, 'all', pageSize));
  const whole = await run();

  expect(whole).toEqual({ examined: expect.any(Number), problems: [] });
  for (const pageSize of [1, 2, 3]) expect(await run(pageSize)).toEqual(whole);
});

test('a payment that staff counted by its bank number and its provider reported later is no problem that night', async () => {
  const mark = await takeMark();
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const [utr, amountPaise] = [aUtr(), rupees(500)];
  const { proofId } = await sendProof(app, who, { repayId, utr, amountPaise });
  const proposal = {
    kind: 'proof',
    detail: { proofId, decision: 'match' },
    maker: 'Asha',
    reason: 'on our statement',
  };
  const requestId = await proposeByName(app.deps, proposal as NamedProposal);

  await decideByName(app.deps, { requestId, checker: 'Ravi', decision: 'approve' });
  await aBankTransfer(app, utr, amountPaise);

  const names = app.deps.db
    .selectFrom('provider_payments')
    .select('provider')
    .where('userId', '=', who.userId);
  expect((await names.execute()).map(({ provider }) => provider).sort()).toEqual([
    'sandbox',
    'utr',
  ]);

  const { problems } = await inSnapshot(app.deps.db, (tx) => checkSettlement(tx, { since: mark }));
  expect(problems).toEqual([]);
});

test.each([
  [
    'a payment stored with another amount',
    'update provider_payments set amount_paise = amount_paise + 5 where provider_ref = $ref',
    /^payment .*: the settlement accounts hold \d+ paise of it, should be \d+5$/,
  ],
  [
    'a refund that the ledger has and that is cancelled',
    `update refunds set state = 'cancelled' where payment_ref = $ref`,
    /^payment .*: the settlement accounts hold 1001000 paise of it, should be 1051000$/,
  ],
  [
    'a chargeback that was reported and not booked',
    `insert into provider_events (provider, event_id, kind, outcome, event, received_at)
     select 'sandbox', 'forged', 'chargeback', 'done',
            jsonb_build_object('paymentProviderRef', $ref, 'amountPaise', 700),
            to_timestamp($now / 1000.0)`,
    /^payment .*: the settlement accounts hold 1001000 paise of it, should be 1000300$/,
  ],
  [
    'a posting without a payment',
    'delete from provider_payments where provider_ref = $ref',
    /^journal .* moves money of no known payment$/,
  ],
])('%s is found that night, and by a whole run', async (_what, statement, sentence) => {
  const mark = await takeMark();
  const ref = await aPaidLoan();
  const undo = new Error('undone');
  const run = app.deps.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);

    const filled = statement
      .replaceAll('$ref', `'${ref}'::text`)
      .replaceAll('$now', String(app.deps.now()));
    await sql.raw(filled).execute(tx);
    for (const scope of [{ since: mark }, 'all'] as const)
      expect((await checkSettlement(tx, scope)).problems).toContainEqual(
        expect.stringMatching(sentence),
      );
    throw undo;
  });

  await expect(run).rejects.toBe(undo);
});
