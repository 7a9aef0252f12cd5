import { describe, expect, test } from 'vitest';
import { recordStaffAct, verifyAuditChain } from '../../platform/staff/audit-chain-store.ts';
import { listPasskeys, passkeyUsed } from '../../platform/staff/passkey-store.ts';
import { endAccess } from '../../platform/staff/staff-store.ts';
import { useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';

const app = await useApp();
const desk = await useConsole(app);

test('a counter is used by one signature, and a passkey that was ended by none', async () => {
  const { staffId } = await desk.enrolled('Copied One', ['support']);
  const { db, now } = app.deps;
  const [passkey] = await listPasskeys(db, staffId);
  const isUsed = (counter: number) => passkeyUsed(db, passkey!, counter, now());

  expect(await Promise.all([isUsed(7), isUsed(7)])).toEqual(expect.arrayContaining([true, false]));
  expect([await isUsed(0), await isUsed(6), await isUsed(8)]).toEqual([false, false, true]);
  await db.transaction().execute((tx) => endAccess(tx, staffId, now()));
  expect(await isUsed(9)).toBe(false);
});

describe('reading who is who', () => {
  test('the people come page by page, by name', async () => {
    const auditor = await desk.as('auditor');
    const { rows } = await auditor.data('staffList', { query: {} });

    expect(rows.map(({ name }) => name)).toEqual(rows.map(({ name }) => name).toSorted());

    const [first] = rows;
    const rest = await auditor.data('staffList', { query: { after: first!.staffId } });

    expect(rest.rows.map(({ staffId }) => staffId)).toEqual(
      rows.slice(1).map(({ staffId }) => staffId),
    );
  });
});

test('an id in upper case breaks no chain, and is the same id', async () => {
  const userId = '0190A0B0-0000-7000-8000-00000000000A';
  const act = { at: app.deps.now(), staffId: null, action: 'tried', userId };

  await recordStaffAct(app.deps.db, act);
  expect((await verifyAuditChain(app.deps.db)).broken).toBeNull();

  const auditor = await desk.as('auditor');
  const { rows } = await auditor.data('auditList', { query: { borrower: userId } });

  expect(rows).toMatchObject([{ action: 'tried', userId: userId.toLowerCase() }]);
});
