import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  anActiveLoan,
  openSandboxBank,
  readRepayDetail,
  startFullPayment,
} from '../../../testing/loans.ts';
import { sendProof } from '../../../testing/proofs.ts';
import { reconcileDay } from '../../../testing/reconcile-day.ts';
import { aUtr } from '../../../testing/repayments.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../../testing/users.ts';
import { verifyLedger } from '../../../testing/verify-ledger.ts';
import { listUnclaimedFunds } from '../../../testing/waiting-lists.ts';
import { decideProof } from '../proofs/match-proof.ts';

// Transfers without a code and without a webhook: known only from the provider's statement of the
// day.

let app: TestApp;
let who: SignedInUser;
let repayId: string;

beforeEach(async () => {
  app = await startApp();
  who = await aSignedInUser(app);
  repayId = await anActiveLoan(app, who);
});

afterEach(async () => {
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  await app.stop();
});

async function transferUntold(to: string = randomUUID()): Promise<string> {
  const utr = aUtr();
  await openSandboxBank(app).setBehaviour('payments', 'lost');
  await openSandboxBank(app).payIntent(to, rupees(500), { channel: 'bank_transfer', utr });
  return utr;
}

const look = async () => (await reconcileDay(app.deps, app.deps.today())).map(({ what }) => what);
const paid = async (): Promise<number> => (await readRepayDetail(who, repayId)).paidPaise;

const prove = (utr: string) => sendProof(app, who, { repayId, utr });
const proofState = async () =>
  successData(await who.client.send(CALLS.proofList, { params: { repayId } })).details[0]?.state;

test('a transfer found first is posted to its order by a later proof', async () => {
  const utr = await transferUntold();
  expect(await look()).toEqual(['posted']);
  expect(await listUnclaimedFunds(app.deps.db)).toHaveLength(1);
  expect((await prove(utr)).state).toBe('matched');
  expect([await paid(), await listUnclaimedFunds(app.deps.db)]).toEqual([rupees(500), []]);
  expect(await look()).toEqual([]);
});

test('a transfer found after its proof goes to the proof’s order, never to suspense', async () => {
  const utr = await transferUntold();
  expect((await prove(utr)).state).toBe('received');
  expect(await look()).toEqual(['posted']);
  expect([await paid(), await proofState(), await listUnclaimedFunds(app.deps.db)]).toEqual([
    rupees(500),
    'matched',
    [],
  ]);
});

test('a transfer an operator posted before it was found is not posted again', async () => {
  const utr = await transferUntold();
  const { proofId } = await prove(utr);
  const decided = app.deps.db
    .transaction()
    .execute((tx) => decideProof(tx, app.deps, { proofId, decision: 'match', by: 'Ravi' }));

  expect(await decided).toEqual({ ok: true });
  await look();
  expect([await paid(), await listUnclaimedFunds(app.deps.db)]).toEqual([rupees(500), []]);
  expect(await look()).toEqual([]);
});

test('a transfer made with a code goes to the code’s order', async () => {
  const { code } = await startFullPayment(who, repayId);
  await transferUntold(code);
  expect(await look()).toEqual(['posted']);
  expect([await paid(), await listUnclaimedFunds(app.deps.db)]).toEqual([rupees(500), []]);
});

test('a transfer whose bank number the provider does not give is retried with the next reconciliation', async () => {
  const utr = await transferUntold();
  const silent = { ...app.deps.payments[0]!, bankNumber: () => Promise.reject(new Error('away')) };
  const lines = await reconcileDay({ ...app.deps, payments: [silent] }, app.deps.today());

  expect(lines.map(({ what }) => what)).toEqual(['missing_here']);
  expect(await look()).toEqual(['posted']);
  expect((await prove(utr)).state).toBe('matched');
});
