import type { Call } from '@noren/contract/call';
import { CALLS } from '@noren/contract/index';
import { STAFF_CALLS, type StaffCallName } from '@noren/contract/staff/index';
import { revealBorrower } from '@noren/contract/staff/people';
import { rupees } from '@noren/core/money/money';
import { PROTECTED_FIELDS, type ProtectedField } from '@noren/core/staff/protected-fields';
import { ROLES } from '@noren/core/staff/roles';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { readAccount } from '../../people/bank/store.ts';
import { readDocuments, writeDocument } from '../../people/certification/document-store.ts';
import { storeReviewPicture } from '../../people/certification/liveness-store.ts';
import { SOURCE_PHOTO_KIND } from '../../people/certification/source-store.ts';
import { readIdentity } from '../../people/certification/store.ts';
import { fileAad } from '../../platform/ports/files.ts';
import { recordStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { setNameMatch } from '../../testing/bank-accounts.ts';
import { anActiveLoan, aPaymentEvent, sendWebhook, startFullPayment } from '../../testing/loans.ts';
import { readPdf } from '../../testing/pdf-text.ts';
import { type StaffClient, useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, HOME, type SignedInUser, successData } from '../../testing/users.ts';

const app = await useApp();
const desk = await useConsole(app);
const { db, crypto } = app.deps;

let who: SignedInUser;
let repayId: string;
let reviewer: StaffClient;
let auditor: StaffClient;

beforeAll(async () => {
  who = await aSignedInUser(app);
  repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);
  await sendWebhook(app, aPaymentEvent(app, code, rupees(1_000)));
  reviewer = await desk.enrolled('Rekha Reads', ['reviewer', 'support', 'credit_officer']);
  auditor = await desk.as('auditor');

  const nominee = {
    relationship: 'spouse',
    name: 'Nominata Example',
    phone: '9111111111',
  } as const;
  successData(await who.client.send(CALLS.saveNominee, { body: nominee }));
  const correction = { field: 'name', value: 'Zubeida Corrected' } as const;
  successData(await who.client.send(CALLS.correctData, { body: correction }));

  const reasons = JSON.stringify(['pan_differs']);
  const review = { state: 'review' as const, wasVerified: true, reasons };
  await db.updateTable('identities').set(review).where('userId', '=', who.userId).execute();
  await setNameMatch(app, who, 'mismatch');
  await storePictures(who.userId);
  await db
    .insertInto('renewal_reminders')
    .values({ ...letter, userId: who.userId, channel: 'letter', givenDay: app.deps.today() })
    .execute();
});

const letter = { dueDay: '2028-11-27', reminder: 'before_2' as const };

/** Replaces the texts that stand for pictures by pictures. */
async function storePictures(userId: string): Promise<void> {
  const grey = { width: 400, height: 260, channels: 3 as const, background: '#888' };
  const jpeg = await sharp({ create: grey }).jpeg().toBuffer();

  for (const document of await readDocuments(db, crypto, userId)) {
    const fileId = await app.deps.files.put(jpeg, {
      aad: fileAad({ userId, kind: document.type }),
    });
    await writeDocument(db, crypto, userId, { ...document, fileId }, app.deps.now());
  }

  const photoFileId = await app.deps.files.put(jpeg, {
    aad: fileAad({ userId, kind: SOURCE_PHOTO_KIND }),
  });
  await db
    .updateTable('identity_sources')
    .set({ verdict: 'differs', photoFileId, photoResult: 'unlike' })
    .where('userId', '=', userId)
    .execute();

  const reviewFileId = await storeReviewPicture(app.deps, userId, jpeg);
  await db
    .updateTable('liveness_checks')
    .set({ reviewFileId })
    .where('userId', '=', userId)
    .execute();
}

const newestAct = () =>
  db
    .selectFrom('staff_audit')
    .select(['seq', 'action', 'detail'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

const finders = async (field: ProtectedField) =>
  (await auditor.data('auditList', { query: { borrower: who.userId, field } })).rows.map(
    ({ seq }) => seq,
  );

type Opening = readonly [
  call: StaffCallName,
  sent: Parameters<StaffClient['send']>[1],
  shown: readonly ProtectedField[],
];

const userParams = () => ({ userId: who.userId });

const openings: Readonly<Record<string, () => readonly Opening[]>> = {
  reviewCase: () => [
    [
      'reviewCase',
      { params: { ...userParams(), kind: 'identity' } },
      ['name', 'pan', 'aadhaar', 'birthday'],
    ],
    ['reviewCase', { params: { ...userParams(), kind: 'bank_name' } }, ['name']],
    ['reviewCase', { params: { ...userParams(), kind: 'correction' } }, ['name']],
  ],
  revealBorrower: () =>
    revealBorrower.body.shape.field.options.map((field) => [
      'revealBorrower',
      { params: userParams(), body: { field, reason: 'compares it with the card' } },
      [field],
    ]),
  renewalLetter: () => [
    ['renewalLetter', { params: { ...userParams(), ...letter } }, ['name', 'address']],
  ],
  borrowerDocument: () => [
    [
      'borrowerDocument',
      { params: { ...userParams(), documentId: `agreement.${repayId}` } },
      ['name'],
    ],
  ],
};

describe('an act lists what it showed of a borrower, and the filter finds it', () => {
  test.each(Object.keys(openings))('%s', async (name) => {
    for (const [call, sent, shown] of openings[name]?.() ?? []) {
      await reviewer.send(call, sent);

      const { seq, detail } = await newestAct();
      expect(detail.fields).toEqual(shown);
      for (const field of PROTECTED_FIELDS)
        expect((await finders(field)).includes(seq)).toBe(shown.includes(field));
    }
  });

  test.each([
    ['panFront', ['name', 'pan', 'birthday', 'face']],
    ['aadhaarFront', ['name', 'aadhaar', 'birthday', 'face']],
    ['aadhaarBack', ['aadhaar', 'address']],
    ['signedPhoto', ['face']],
    ['face', ['face']],
  ] as const)('reviewPicture: %s', async (picture, shown) => {
    const address = `${desk.origin}/staff/review/${who.userId}/pictures/${picture}`;
    const { status } = await fetch(address, { headers: { cookie: reviewer.cookie ?? '' } });

    expect(status).toBe(200);

    const { seq, action, detail } = await newestAct();
    expect([action, detail.fields]).toEqual(['review_picture_seen', shown]);

    for (const field of PROTECTED_FIELDS)
      expect((await finders(field)).includes(seq)).toBe(
        (shown as readonly string[]).includes(field),
      );
  });

  test('a document that names the borrower, whichever it is', async () => {
    const { documents } = await reviewer.data('borrower', { params: userParams() });
    const { name } = (await readIdentity(db, crypto, who.userId))!;
    const listed = documents.filter(({ documentId }) => documentId !== null);

    expect(new Set(listed.map(({ kind }) => kind))).toEqual(
      new Set(['kfs', 'agreement', 'statement', 'receipt']),
    );

    for (const { kind, documentId } of listed) {
      const params = { ...userParams(), documentId: documentId! };
      const pdf = (await reviewer.data('borrowerDocument', { params })) as unknown as Buffer;
      const { text } = await readPdf(pdf);
      const { detail } = await newestAct();
      expect([kind, detail.fields]).toEqual([kind, text.includes(name) ? ['name'] : undefined]);
    }
  });

  test('every call that says that it shows something is opened here', () => {
    const calls: readonly [string, Call][] = Object.entries(STAFF_CALLS);
    const showing = calls.filter(([, { shows }]) => shows !== undefined).map(([name]) => name);
    expect(showing.toSorted()).toEqual([...Object.keys(openings), 'reviewPicture'].toSorted());
  });
});

test('acts of before the list are found by what they did', async () => {
  const { staffId } = await reviewer.data('staffMe');
  const act = { at: app.deps.now(), staffId, userId: who.userId };

  for (const [action, detail, fields] of [
    ['field_revealed', { field: 'pan', reason: 'r' }, ['pan']],
    ['review_opened', { kind: 'identity' }, ['name', 'pan', 'aadhaar', 'birthday']],
    ['review_picture_seen', { picture: 'aadhaarBack' }, ['aadhaar', 'address']],
    ['document_seen', { kind: 'closing' }, ['name']],
    ['document_seen', { kind: 'receipt' }, ['name']],
    ['document_seen', { kind: 'kfs' }, []],
    ['person_opened', {}, []],
  ] as const) {
    await recordStaffAct(db, { ...act, action, detail });

    const { seq } = await newestAct();
    for (const field of PROTECTED_FIELDS)
      expect((await finders(field)).includes(seq)).toBe(
        (fields as readonly string[]).includes(field),
      );
  }
});

/** Everything that identifies the borrower, as it would stand in an answer. */
async function readSecrets(): Promise<readonly (readonly [ProtectedField, string])[]> {
  const identity = await readIdentity(db, crypto, who.userId);
  const account = await readAccount(db, crypto, who.userId);
  if (!identity || !account) throw new Error('not certified');

  return [
    ['name', identity.name],
    ['phone', who.phone],
    ['pan', identity.pan],
    ['birthday', identity.birthDay],
    ['email', 'person@mail.example'],
    ['employer', 'Example Works'],
    ['address', HOME.street],
    ['account', account.accountNo],
  ];
}

test('no call answers with a protected field that it does not declare', async () => {
  const secrets = await readSecrets();
  const params = { userId: who.userId, repayId, kind: 'identity' };
  const calls: readonly [string, Call][] = Object.entries(STAFF_CALLS);
  const readable = calls.filter(
    ([name, { method, path }]) =>
      method === 'GET' &&
      name !== 'reviewPicture' &&
      [...path.matchAll(/\{(\w+)\}/g)].every(([, part = '']) => part in params),
  );

  const answered = new Set<string>();
  for (const role of ROLES) {
    const client = await desk.as(role);
    for (const [name, { shows = [] }] of readable) {
      const answer = await client.send(name as StaffCallName, { params });
      if (!answer.ok) continue;

      answered.add(name);

      const text = JSON.stringify(answer.data);
      const shown = secrets.filter(([, value]) => text.includes(value)).map(([field]) => field);

      expect([name, shown.filter((field) => !shows.includes(field))]).toEqual([name, []]);
    }
  }

  expect(answered).toContain('reviewCase');
  expect(answered.size).toBeGreaterThan(40);
});
