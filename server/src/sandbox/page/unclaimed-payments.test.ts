import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcileDay } from '../../operations/self-checks/reconcile-day.ts';
import { runJobs } from '../../testing/loans.ts';
import { startSandbox, type TestSandbox } from '../../testing/start-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

test('an unclaimed payment is listed and returned by two operators', async () => {
  await sandbox.post('transfer', { rupees: '321' });
  await sandbox.post('deliver', {});
  await reconcileDay(sandbox.deps, sandbox.deps.today());
  const live = async () =>
    ((await (await sandbox.get('/sandbox/live')).json()) as Record<string, string>).unclaimed ?? '';
  const [row = ''] = (await live()).split('<li>').filter((one) => one.includes('₹321'));
  const [, providerRef = ''] = /name="providerRef" value="([^"]+)"/.exec(row) ?? [];
  const of = { kind: 'unclaimed_payment_return', provider: 'sandbox', providerRef, reason: 'nobody knows whose it is' };
  const { requestId } = (await (await sandbox.post('propose', { ...of, operator: 'Olga' })).json()) as {
    requestId: string;
  };
  expect((await sandbox.post('decide', { requestId, operator: 'Ivan', decision: 'approve' })).status).toBe(200);
  expect(await live()).toContain('On its way back');
  await runJobs(sandbox);
  expect(await live()).not.toContain('₹321');
});
