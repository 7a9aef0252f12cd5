import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readSource } from '../../people/certification/source-store.ts';
import { fileAad } from '../../platform/ports/files.ts';
import { encodeCodePhoto } from '../../sandbox/samples/code-photo.ts';
import {
  drawAadhaarBack,
  drawAadhaarFront,
  drawPan,
} from '../../sandbox/samples/draw-documents.ts';
import { readPose, readSelfie } from '../../sandbox/samples/faces.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { layOutCode, signCode } from '../../sandbox/samples/sign-code.ts';
import { testIssuer } from '../../testing/test-issuer.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const app = await useApp();

const blob = (picture: Buffer) => new Blob([new Uint8Array(picture)], { type: 'image/jpeg' });

test('real pictures read by the real engine give three documents, a face and a verified identity', async () => {
  const person = samplePerson(21);
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const photo = await encodeCodePhoto(await readSelfie());
  const code = signCode(layOutCode(person, { photo }), testIssuer());
  const pictures = {
    panFront: await drawPan(person),
    aadhaarFront: await drawAadhaarFront(person),
    aadhaarBack: await drawAadhaarBack(person, { look: 'tilted', seed: 4 }, code),
  };

  for (const type of ['panFront', 'aadhaarFront', 'aadhaarBack'] as const)
    successData(
      await client.send(CALLS.readDocument, { body: { type }, file: blob(pictures[type]) }),
    );

  const { transactionId, poses } = successData(
    await client.send(CALLS.startLiveness, { body: {} }),
  );
  const files = await Promise.all(poses.map(async (pose) => blob(await readPose(pose))));
  const checked = await client.send(CALLS.checkLiveness, { body: { transactionId }, files });

  expect(successData(checked).outcome).toBe('passed');

  // The photo in the code was opened, and is like the face.
  expect(await readSource(app.deps.db, app.deps.crypto, userId)).toMatchObject({
    verdict: 'pending',
    differences: [],
    photoFileId: null,
  });

  const { fields, isAadhaarKnown } = successData(await client.send(CALLS.readingDetail, {}));
  expect(fields).toMatchObject({
    pan: person.pan,
    birthDay: person.birthDay,
    aadhaarLast4: person.aadhaar.slice(-4),
  });
  expect(isAadhaarKnown).toBe(true);

  const { pan, birthDay } = person;
  const body = { name: person.name, pan, birthDay, aadhaar: null };

  expect(successData(await client.send(CALLS.saveIdentity, { body })).bizStatus).toBe(
    UserStatus.personalInfoDue,
  );

  const saved = app.deps.db
    .selectFrom('identities')
    .select(['state', 'reasons'])
    .where('userId', '=', userId);
  expect(await saved.executeTakeFirst()).toEqual({ state: 'verified', reasons: [] });

  expect(await readSource(app.deps.db, app.deps.crypto, userId)).toMatchObject({
    verdict: 'agrees',
    fields: null,
  });

  const face = app.deps.db
    .selectFrom('liveness_checks')
    .select('similarity')
    .where('userId', '=', userId);
  expect((await face.executeTakeFirst())?.similarity).toBeGreaterThan(0.5);

  const readStored = async (kind: 'aadhaarFront' | 'aadhaarBack') => {
    const { fileId } = await app.deps.db
      .selectFrom('identity_documents')
      .select('fileId')
      .where('userId', '=', userId)
      .where('type', '=', kind)
      .executeTakeFirstOrThrow();
    return app.deps.files.get(fileId!, { aad: fileAad({ userId, kind }) });
  };

  // The engine finds no code and no Aadhaar number on the stored pictures.
  expect(await app.deps.kyc.readCode(pictures.aadhaarBack)).not.toBeNull();
  expect(await app.deps.kyc.readCode(await readStored('aadhaarBack'))).toBeNull();

  const stored = await readStored('aadhaarFront');
  const { reading } = await app.deps.kyc.readDocument(stored, 'aadhaarFront');

  expect(reading).toMatchObject({ outcome: 'read', fields: { name: person.name } });
  expect(JSON.stringify(reading)).not.toContain(person.aadhaar);
  expect(reading).not.toHaveProperty('fields.aadhaar');
});

test('the wrong card and a file that is not a picture get different reasons', async () => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const read = (file: Blob) =>
    client.send(CALLS.readDocument, { body: { type: 'panFront' }, file });
  const cases: [Blob, string][] = [
    [blob(await drawAadhaarFront(samplePerson(23))), 'wrong_document'],
    [new Blob(['%PDF-1.7\n']), 'pdf'],
    [new Blob(['<script>alert(1)</script>']), 'not_an_image'],
    [blob((await drawPan(samplePerson(23))).subarray(0, 5_000)), 'damaged'],
  ];

  for (const [file, reason] of cases)
    expect(await read(file)).toMatchObject({ code: 400, data: { reason } });
});

test('eight concurrent pictures are queued and all read, while other calls are answered', async () => {
  const person = samplePerson(24);
  const file = blob(await drawPan(person));
  const users = await Promise.all(
    Array.from({ length: 8 }, () => aSignedInUser(app, { bizStatus: UserStatus.identityDue })),
  );
  let answered = 0;
  const sent = users.map(async ({ client }) => {
    const answer = await client.send(CALLS.readDocument, { body: { type: 'panFront' }, file });
    answered += 1;
    return answer;
  });

  expect((await users[0]!.client.send(CALLS.userStatus, {})).code).toBe(200);
  expect(answered).toBeLessThan(8);

  const answers = await Promise.all(sent);
  expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(200));
  for (const answer of answers)
    expect(successData(answer).fields).toMatchObject({ pan: person.pan });
});

test('the first eight digits of an Aadhaar number are in no column and on no stored picture', async () => {
  const person = samplePerson(26);
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  const pictures = { aadhaarFront: drawAadhaarFront, aadhaarBack: drawAadhaarBack };

  for (const type of ['aadhaarFront', 'aadhaarBack'] as const) {
    const file = blob(await pictures[type](person, { look: 'tilted', seed: 4 }));
    successData(await client.send(CALLS.readDocument, { body: { type }, file }));
  }

  const hidden = [person.aadhaar.slice(0, 8), person.aadhaar.slice(0, 8).replace(/(.{4})/, '$1 ')];
  const shows = (text: string): boolean => hidden.some((digits) => text.includes(digits));
  const { db, crypto, files, kyc } = app.deps;
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
    db,
  );

  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      row: string;
    }>`select t::text as row from ${sql.table(name)} t`.execute(db);
    expect(rows.filter(({ row }) => shows(row))).toEqual([]);
  }

  const stored = await db
    .selectFrom('identity_documents')
    .selectAll()
    .where('userId', '=', userId)
    .execute();
  expect(stored).toHaveLength(2);

  for (const { type, fileId, ocrFieldsEnc } of stored) {
    expect(
      shows(crypto.decrypt(ocrFieldsEnc, `identity_documents.ocr_fields_enc.${type}:${userId}`)),
    ).toBe(false);

    const picture = await files.get(fileId!, { aad: fileAad({ userId, kind: type }) });
    const { text } = await kyc.readDocument(picture, type);

    expect(text.length).toBeGreaterThan(40);
    expect(shows(text)).toBe(false);
  }
});
