import { expect, test } from 'vitest';
import { compareNewestSource, recordComparison } from '../../people/certification/decide-source.ts';
import { readSource, writeSource } from '../../people/certification/source-store.ts';
import { readIdentity } from '../../people/certification/store.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { layOutCode, signCode } from '../../sandbox/samples/sign-code.ts';
import { makeFakeKyc } from '../../testing/fake-kyc.ts';
import { readCredit } from '../../testing/loans.ts';
import { aBorrowerInReview, readSubject } from '../../testing/reviews.ts';
import { useConsole } from '../../testing/staff.ts';
import { testIssuer, testSources } from '../../testing/test-issuer.ts';
import { useApp } from '../../testing/use-app.ts';
import type { SignedInUser } from '../../testing/users.ts';

const app = await useApp({ kyc: makeFakeKyc() });
const console = await useConsole(app);
const { db, crypto } = app.deps;
/** No invented borrower has this name. */
const other = { ...samplePerson(3), name: 'Zubin Wadia' };

/** Somebody in review, whose card has another person's code. */
async function withCode(): Promise<SignedInUser> {
  const who = await aBorrowerInReview(app);
  await sendCode(who);
  return who;
}

async function sendCode(who: SignedInUser): Promise<void> {
  const reading = testSources.readCode(signCode(layOutCode(other), testIssuer()));
  if (!reading.ok) throw new Error(reading.reason);

  const { photo: _, ...identity } = reading.identity;
  const now = app.deps.now();
  await db.transaction().execute(async (tx) => {
    await writeSource(tx, crypto, who.userId, {
      identity,
      photoFileId: null,
      photoResult: 'none',
      document: 'aadhaarBack',
      consentVersion: 'v1',
      now,
    });
    const confirmed = await readIdentity(tx, crypto, who.userId);
    if (!confirmed) throw new Error('no identity');

    const compared = await compareNewestSource(app.deps, tx, who.userId, confirmed);
    await recordComparison(app.deps, tx, who.userId, { compared, isReviewed: true });
  });
}

test('a case shows what the issuer signed, and where it differs', async () => {
  const who = await withCode();
  const reviewer = await console.as('reviewer');
  const { signed } = await reviewer.data('reviewCase', {
    params: { userId: who.userId, kind: 'identity' },
  });

  expect(signed).toMatchObject({
    name: other.name,
    birth: other.birthDay,
    gender: other.gender,
    last4: other.aadhaar.slice(-4),
    issuedAt: Date.parse('2024-03-12T10:15:30.123+05:30'),
    differences: ['name', 'birthDay', 'aadhaar'],
  });
  expect(signed?.address).toContain(other.pin);

  const { detail } = await db
    .selectFrom('staff_audit')
    .select('detail')
    .where('userId', '=', who.userId)
    .where('action', '=', 'review_opened')
    .executeTakeFirstOrThrow();
  expect(detail.fields).toContain('address');
});

test('an approval of somebody without a source gives no more than a picture does', async () => {
  const who = await aBorrowerInReview(app, { source: null });
  const reviewer = await console.as('reviewer');
  const { identity } = await reviewer.data('reviewCase', {
    params: { userId: who.userId, kind: 'identity' },
  });
  expect(identity).toEqual({ level: 'document_seen', source: null, pan: null });

  const subject = await readSubject(reviewer, who, 'identity');
  await reviewer.data('decideReview', {
    body: {
      userId: who.userId,
      kind: 'identity',
      subject,
      decision: 'approve',
      reason: 'agrees',
      stands: {},
    },
  });
  expect((await readCredit(who)).identity.level).toBe('document_seen');
});

test('of two codes only the newest keeps what it says', async () => {
  const who = await withCode();
  await sendCode(who);
  const rows = await db
    .selectFrom('identity_sources')
    .select('fieldsEnc')
    .where('userId', '=', who.userId)
    .orderBy('sourceId', 'desc')
    .execute();

  expect(rows.map(({ fieldsEnc }) => fieldsEnc !== null).slice(0, 2)).toEqual([true, false]);
});

test('once a reviewer decided, what the issuer signed is gone and its verdict stays', async () => {
  const who = await withCode();
  const reviewer = await console.as('reviewer');
  const subject = await readSubject(reviewer, who, 'identity');
  await reviewer.data('decideReview', {
    body: {
      userId: who.userId,
      kind: 'identity',
      subject,
      decision: 'refuse',
      reason: 'documents_differ',
    },
  });

  expect(await readSource(db, crypto, who.userId)).toMatchObject({
    verdict: 'differs',
    differences: ['name', 'birthDay', 'aadhaar'],
    fields: null,
  });
});
