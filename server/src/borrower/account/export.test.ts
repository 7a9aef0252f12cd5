import { CALLS } from '@noren/contract/index';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { RECIPIENTS, retentionMap } from '../../people/personal-data/retention-map.ts';
import { purgeExpired } from '../../processes/retention/purge-expired.ts';
import { fetchCopy, fetchCopyBytes, listCopies, requestCopy } from '../../testing/data-copies.ts';
import { anActiveLoan, runJobs } from '../../testing/loans.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const app = await useApp();

test('a job makes the copy with all readable data and notifies the user', async () => {
  const who = await aSignedInUser(app);
  await anActiveLoan(app, who);
  successData(
    await who.client.send(CALLS.saveFeedback, {
      body: { type: 'problem', text: '[not JSON] {it is mine}' },
    }),
  );

  const { exportId, state } = await requestCopy(who);
  expect(state).toBe('making');
  expect((await fetchCopy(who, exportId, 'json')).code).toBe(404);
  await runJobs(app);
  expect(await listCopies(who)).toMatchObject([{ exportId, state: 'ready', language: 'en' }]);

  const messages = successData(
    await who.client.send(CALLS.notificationCentre, { body: {} }),
  ).details;
  expect(messages.map(({ title }) => title)).toContain('The copy of your data is ready');

  const copy = JSON.parse((await fetchCopyBytes(who, exportId, 'json')).toString('utf8')) as {
    tables: Record<string, Record<string, unknown>[]>;
    pictures: { kind: string }[];
  };
  expect(Object.keys(copy.tables).toSorted()).toEqual(
    RECIPIENTS.filter((table) => retentionMap[table].isShown).toSorted(),
  );
  expect(copy.tables).toMatchObject({
    users: [{ phone: who.phone }],
    personal_info: [{ email: 'person@mail.example', companyName: 'Example Works Pvt Ltd' }],
    feedback_tickets: [{ text: '[not JSON] {it is mine}' }],
    identity_documents: [{ type: 'aadhaarBack' }, { type: 'aadhaarFront' }, { type: 'panFront' }],
  });

  expect(copy.pictures.map(({ kind }) => kind).toSorted()).toEqual([
    'aadhaarBack',
    'aadhaarFront',
    'panFront',
  ]);
  expect(JSON.stringify(copy.tables)).not.toMatch(/_enc|_hash"|file_id/);

  const { text } = await readPdf(await fetchCopyBytes(who, exportId, 'pdf'));
  for (const words of [
    who.phone,
    'person@mail.example',
    'Ramesh Example',
    'Parent',
    'Privacy policy',
    '₹20,000.00',
  ])
    expect(text).toContain(words);
});

test('a copy can be fetched after a recent code, by its owner only, for two days', async () => {
  const [owner, theirs] = await Promise.all([aSignedInUser(app), aSignedInUser(app)]);
  const { exportId, expiresAt } = await requestCopy(owner);

  await runJobs(app);
  expect(expiresAt).toBe(app.deps.now() + 2 * 86_400_000);
  expect((await fetchCopy(theirs, exportId, 'json')).code).toBe(404);
  app.advance(31 * 60_000);
  expect((await fetchCopy(owner, exportId, 'json')).code).toBe(316);
  app.advance(2 * 86_400_000);
  await sql`update sessions set code_entered_at = ${new Date(app.deps.now())} where user_id = ${owner.userId}`.execute(
    app.deps.db,
  );
  expect((await fetchCopy(owner, exportId, 'json')).code).toBe(404);
  expect(await listCopies(owner)).toMatchObject([{ state: 'gone' }]);

  const files = await app.deps.db
    .selectFrom('data_exports')
    .select(['jsonFileId', 'pdfFileId'])
    .where('userId', '=', owner.userId)
    .executeTakeFirstOrThrow();
  await purgeExpired(app.deps);
  await runJobs(app);

  for (const [fileId, kind] of [
    [files.jsonFileId, 'exportJson'],
    [files.pdfFileId, 'exportPdf'],
  ])
    await expect(
      app.deps.files.get(String(fileId), { aad: JSON.stringify([owner.userId, kind]) }),
    ).rejects.toThrow('not_found');
});
