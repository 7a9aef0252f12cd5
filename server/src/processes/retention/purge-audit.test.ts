import { regulatoryRowOn } from '@noren/core/lending/terms';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { verifyAuditChain } from '../../platform/staff/audit-chain-store.ts';
import { useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { purgeExpired } from './purge-expired.ts';

const app = await useApp();
const desk = await useConsole(app);

test('of the audit log who signed in and read what goes after 180 days, and nothing else ever', async () => {
  const { db, today } = app.deps;
  expect(regulatoryRowOn('logRetentionDays', today()).value).toBe(180);
  await desk.as('support');

  const { userId } = await aSignedInUser(app);

  const add = (action: string, days: number) =>
    sql`insert into audit_log (user_id, at, actor, action, subject)
        values (${userId}, now() - make_interval(days => ${days}), 'test', ${action}, ${`${action} ${days}`})`.execute(
      db,
    );

  for (const action of ['sign_in', 'confirmed_by_code', 'key_facts_read', 'sessions_revoked'])
    for (const days of [179, 181, 900]) await add(action, days);
  for (const action of ['payment_discrepancy', 'user_erased', 'limit_requested'])
    await add(action, 900);

  const left = async () =>
    (await db.selectFrom('audit_log').select('subject').where('actor', '=', 'test').execute()).map(
      ({ subject }) => subject,
    );

  const refused = /deleted only when they may go/;
  await expect(
    sql`delete from audit_log where subject = 'sign_in 179'`.execute(db),
  ).rejects.toThrow(refused);
  await expect(
    sql`delete from audit_log where subject = 'user_erased 900'`.execute(db),
  ).rejects.toThrow(refused);
  await expect(
    sql`update audit_log set at = now() where subject = 'sign_in 900'`.execute(db),
  ).rejects.toThrow(refused);
  await purgeExpired(app.deps);
  expect((await left()).toSorted()).toEqual(
    [
      'key_facts_read 179',
      'sessions_revoked 179',
      'sign_in 179',
      'confirmed_by_code 179',
      'payment_discrepancy 900',
      'user_erased 900',
      'limit_requested 900',
    ].toSorted(),
  );

  // The chain of staff's acts is another table, and stays whole.
  const { rows, broken } = await verifyAuditChain(db);
  expect([rows > 0, broken]).toEqual([true, null]);
});
