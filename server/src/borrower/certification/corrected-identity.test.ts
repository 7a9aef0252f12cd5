import { CALLS } from '@noren/contract/index';
import { businessDay } from '@noren/core/money/time';
import type { OcrFields } from '@noren/core/people/ocr-read';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { readDocuments } from '../../people/certification/document-store.ts';
import { fakeUploadFile, makeFakeKyc } from '../../testing/fake-kyc.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';
import { identityReviewReasons } from './identity-review-reasons.ts';

const app = await useApp({ kyc: makeFakeKyc() });

const READ: Record<'panFront' | 'aadhaarFront' | 'aadhaarBack', OcrFields> = {
  panFront: { pan: 'ABCPK1234L', name: 'ASHA RAD', birthDay: businessDay('1994-03-08') },
  aadhaarFront: { aadhaar: '234567890124', name: 'Asha Rao', birthDay: businessDay('1994-03-09') },
  aadhaarBack: { aadhaar: '234567890124', pin: '560001' },
};

test('read and confirmed values are both stored, and the reviewer sees a correction', async () => {
  const { client, userId } = await aSignedInUser(app, { bizStatus: UserStatus.identityDue });
  for (const type of ['panFront', 'aadhaarFront', 'aadhaarBack'] as const) {
    const file = fakeUploadFile({ reading: { outcome: 'read', fields: READ[type], missing: [] } });
    successData(await client.send(CALLS.readDocument, { body: { type }, file }));
  }

  const { db, crypto } = app.deps;
  const at = new Date(app.deps.now());

  await db
    .insertInto('liveness_checks')
    .values({
      userId,
      poses: '["face"]',
      createdAt: at,
      expiresAt: at,
      outcome: 'passed',
      decidedAt: at,
    })
    .execute();

  const confirmed = { name: 'Asha Rao', pan: 'ABCPK1234L', birthDay: '1994-03-09' };
  successData(await client.send(CALLS.saveIdentity, { body: { ...confirmed, aadhaar: null } }));

  const row = await db
    .selectFrom('identities')
    .selectAll()
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  expect(crypto.decrypt(row.nameEnc, `identities.name_enc:${userId}`)).toBe(confirmed.name);
  expect(crypto.decrypt(row.birthDayEnc, `identities.birth_day_enc:${userId}`)).toBe(
    confirmed.birthDay,
  );
  expect(
    JSON.parse(crypto.decrypt(row.ocrFieldsEnc, `identities.ocr_fields_enc:${userId}`)),
  ).toMatchObject({
    panFront: { name: 'ASHA RAD', birthDay: '1994-03-08' },
    aadhaarFront: { name: 'Asha Rao', birthDay: '1994-03-09', aadhaarLast4: '0124' },
  });
  expect(row.state).toBe('review');

  const documents = await readDocuments(db, crypto, userId);
  const aadhaarHash = crypto.hash('aadhaar', '234567890124');

  expect(
    identityReviewReasons(
      app.deps.crypto,
      { ...confirmed, aadhaarHash },
      documents,
      'passed',
      agreeing,
    ),
  ).toContain('birth_day_differs');
  expect(row.reasons).toEqual(
    identityReviewReasons(
      app.deps.crypto,
      { ...confirmed, aadhaarHash },
      documents,
      'passed',
      agreeing,
    ),
  );
  expect(successData(await client.send(CALLS.readingDetail, {})).fields).toMatchObject(confirmed);
});

const agreeing = { source: [], panRegister: [] };

const card = (type: 'panFront' | 'aadhaarFront' | 'aadhaarBack', isRead = true) => ({
  type,
  fileId: null,
  fields: {},
  confidence: 80,
  aadhaarHash: null,
  isRead,
  uncertain: [],
});

test('a number that was entered but not read from a card goes to manual review', () => {
  const aadhaarHash = Buffer.from('typed');
  const confirmed = { name: 'Asha Rao', birthDay: '1994-03-09', pan: 'ABCPK1234L', aadhaarHash };
  const cards = [card('panFront'), card('aadhaarFront'), { ...card('aadhaarBack'), aadhaarHash }];

  expect(identityReviewReasons(app.deps.crypto, confirmed, cards, 'passed', agreeing)).toEqual([
    'pan_not_read',
  ]);

  const [pan, front, back] = [
    { ...card('panFront'), fields: { pan: confirmed.pan } },
    cards[1]!,
    card('aadhaarBack'),
  ];
  expect(
    identityReviewReasons(app.deps.crypto, confirmed, [pan, front, back], 'passed', agreeing),
  ).toEqual(['aadhaar_not_read']);
  expect(
    identityReviewReasons(app.deps.crypto, confirmed, [pan, front, cards[2]!], 'passed', agreeing),
  ).toEqual([]);
});
