import { CALLS } from '@noren/contract/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileAad } from '../outside/files/file-store.ts';
import { drawAadhaarBack, drawAadhaarFront, drawPan } from '../sandbox/samples/draw-documents.ts';
import { drawPose } from '../sandbox/samples/drawn-people.ts';
import { samplePerson } from '../sandbox/samples/sample-person.ts';
import { given, granted } from '../test/given.ts';
import { startApp, type TestApp } from '../test/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const blob = (picture: Buffer) => new Blob([new Uint8Array(picture)], { type: 'image/jpeg' });

test('real pictures through the real engine: three documents, a face, a verified identity', async () => {
  const person = samplePerson(21);
  const { client, userId } = await given.user(app, { bizStatus: 20 });
  const pictures = {
    panFront: await drawPan(person),
    aadhaarFront: await drawAadhaarFront(person),
    aadhaarBack: await drawAadhaarBack(person),
  };
  for (const type of ['panFront', 'aadhaarFront', 'aadhaarBack'] as const)
    granted(await client.send(CALLS.readDocument, { body: { type }, file: blob(pictures[type]) }));
  const { transactionId, poses } = granted(await client.send(CALLS.startLiveness, { body: {} }));
  const files = await Promise.all(poses.map(async (pose) => blob(await drawPose(pose))));
  const checked = await client.send(CALLS.checkLiveness, { body: { transactionId }, files });
  expect(granted(checked).outcome).toBe('passed');
  const { fields, isAadhaarKnown } = granted(await client.send(CALLS.readingDetail, {}));
  expect(fields).toMatchObject({ pan: person.pan, birthDay: person.birthDay, aadhaarLast4: person.aadhaar.slice(-4) });
  expect(isAadhaarKnown).toBe(true);
  const { pan, birthDay } = person;
  const body = { name: person.name, pan, birthDay, aadhaar: null };
  expect(granted(await client.send(CALLS.saveIdentity, { body })).bizStatus).toBe(30);
  const saved = app.deps.db.selectFrom('identities').select(['state', 'reasons']).where('user_id', '=', userId);
  expect(await saved.executeTakeFirst()).toEqual({ state: 'verified', reasons: [] });
}, 120_000);

test('the kept Aadhaar picture shows no Aadhaar number to the reader that read it', async () => {
  const person = samplePerson(22);
  const { client, userId } = await given.user(app, { bizStatus: 20 });
  const file = blob(await drawAadhaarFront(person));
  granted(await client.send(CALLS.readDocument, { body: { type: 'aadhaarFront' }, file }));
  const row = app.deps.db.selectFrom('identity_documents').select('file_id').where('user_id', '=', userId);
  const { file_id } = await row.executeTakeFirstOrThrow();
  const kept = await app.deps.files.get(file_id, { aad: fileAad({ userId, kind: 'aadhaarFront' }) });
  const { reading } = await app.deps.kyc.readDocument(kept, 'aadhaarFront');
  expect(reading).toMatchObject({ outcome: 'read', fields: { name: person.name } });
  expect(JSON.stringify(reading)).not.toContain(person.aadhaar);
  expect(reading).not.toHaveProperty('fields.aadhaar');
}, 120_000);

test('a picture of the wrong card and a file that is no picture are told apart', async () => {
  const { client } = await given.user(app, { bizStatus: 20 });
  const read = (file: Blob) => client.send(CALLS.readDocument, { body: { type: 'panFront' }, file });
  const cases: [Blob, string][] = [
    [blob(await drawAadhaarFront(samplePerson(23))), 'wrong_document'],
    [new Blob(['%PDF-1.7\n']), 'pdf'],
    [new Blob(['<script>alert(1)</script>']), 'not_an_image'],
    [blob((await drawPan(samplePerson(23))).subarray(0, 5_000)), 'damaged'],
  ];
  for (const [file, reason] of cases) expect(await read(file)).toMatchObject({ code: 400, data: { reason } });
}, 120_000);
