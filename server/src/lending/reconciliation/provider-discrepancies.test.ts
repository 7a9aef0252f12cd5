import { expect, test } from 'vitest';
import { recordAction } from '../../platform/audit-store.ts';
import { runSelfChecks } from '../../processes/self-checks/self-checks.ts';
import { resolveProviderDiscrepancy } from '../../testing/decisions.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { listProviderDiscrepancies } from './provider-discrepancies-store.ts';

const app = await useApp();

test('a provider discrepancy is listed every night without being a problem, until an operator resolves it', async () => {
  const { db } = app.deps;
  const { userId } = await aSignedInUser(app);

  const note = (action: string, detail: Record<string, unknown>) =>
    recordAction(db, {
      at: app.deps.now(),
      userId,
      actor: 'provider',
      action,
      subject: 'ref_1',
      detail,
    });

  await note('payment_discrepancy', { stored: 100_000, reported: 200_000 });
  app.advance(30 * 86_400_000);
  await note('payout_discrepancy', { stored: 'confirmed', reported: 'failed' });
  await note('something_else', {});

  const tonight = async () => {
    const [today, now] = [app.deps.today(), app.deps.now()];
    const checks = await runSelfChecks(db, {
      today,
      now,
      scope: { since: { beforeXact: Number.MAX_SAFE_INTEGER, at: now } },
    });

    return checks.find(({ name }) => name === 'provider reconciliation balances');
  };

  const [old, fresh] = [
    '2026-11-24: payment ref_1 is recorded as 100000 paise, its provider later reported 200000 paise',
    '2026-12-24: payout ref_1 is recorded as confirmed, its provider later reported failed',
  ];
  expect(await tonight()).toMatchObject({ problems: [], listed: [old, fresh] });

  const [{ discrepancyId } = { discrepancyId: '' }] = await listProviderDiscrepancies(db);
  const seeTo = () =>
    resolveProviderDiscrepancy(app.deps, { discrepancyId, operator: 'Op', outcome: 'paid twice' });

  expect((await Promise.all([seeTo(), seeTo()])).toSorted()).toEqual([false, true]);
  expect(await tonight()).toMatchObject({ problems: [], listed: [fresh] });

  const noted = db.selectFrom('audit_log').selectAll().where('action', '=', 'discrepancy_resolved');
  expect(await noted.execute()).toMatchObject([
    { userId, actor: 'operator:Op', subject: discrepancyId, detail: { outcome: 'paid twice' } },
  ]);
});
