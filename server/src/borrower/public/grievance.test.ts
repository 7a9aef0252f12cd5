import { CALLS } from '@noren/contract/index';
import { addDays } from '@noren/core/money/time';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useApp } from '../../testing/use-app.ts';
import { successData } from '../../testing/users.ts';
import { listContactVersions, recordContacts } from './contacts-store.ts';
import { readGrievance } from './grievance.ts';

const app = await useApp();

test('who answers within which days is read without signing in', async () => {
  const { levels, regulator } = successData(
    await app.client().send(CALLS.grievance, { query: {} }),
  );
  const { lender, complaints, staffService } = app.deps.appConfig;

  expect(levels.map(({ level, days, email }) => [level, days, email])).toEqual([
    ['desk', 7, staffService.serviceEmail],
    ['officer', 20, lender.grievance.email],
    ['principal', 30, complaints.principalNodal.email],
  ]);
  expect(regulator).toEqual({
    kind: 'ombudsman',
    answerDays: 30,
    fileDays: 90,
    mostLossPaise: 300_000_000,
    mostHarassmentPaise: 30_000_000,
  });
});

test('a small lender’s borrowers are sent to the Reserve Bank’s cell', async () => {
  const { appConfig } = app.deps;
  const small = { ...appConfig, complaints: { ...appConfig.complaints, regulator: 'cepc' } };
  const ctx = { deps: { ...app.deps, appConfig: small }, today: app.deps.today() };
  expect((await readGrievance(ctx as never, { query: {} })).regulator.kind).toBe('cepc');
});

test('former contacts stay readable, each from its day', async () => {
  const { db, appConfig, today } = app.deps;
  const first = addDays(today(), -30);
  const former = { ...appConfig, appGrievance: { ...appConfig.appGrievance, name: 'A. Former' } };
  const read = (from?: string) =>
    app.client().send(CALLS.grievance, { query: from === undefined ? {} : { from } });

  await recordContacts(db, former, first);
  await recordContacts(db, former, addDays(first, 1));
  await recordContacts(db, appConfig, today());
  await recordContacts(db, appConfig, today());

  const now = successData(await read());
  expect(now).toMatchObject({ from: today(), versions: [today(), first] });
  expect(now.appOfficer).toEqual(appConfig.appGrievance);
  expect(successData(await read(today()))).toEqual(now);

  const then = successData(await read(first));
  expect(then).toMatchObject({ from: first, versions: now.versions });
  expect(then.appOfficer.name).toBe('A. Former');

  expect((await read(addDays(first, 1))).code).toBe(404);
});

test('of several files on one day the last one counts', async () => {
  const { db, appConfig, today } = app.deps;
  const day = addDays(today(), -60);
  const other = { ...appConfig, appGrievance: { ...appConfig.appGrievance, name: 'B. Former' } };
  await sql`delete from contact_versions`.execute(db);
  await recordContacts(db, appConfig, day);
  await recordContacts(db, other, day);

  const [only, ...more] = await listContactVersions(db, today());
  expect([only?.contacts.appGrievance.name, more]).toEqual(['B. Former', []]);
});
