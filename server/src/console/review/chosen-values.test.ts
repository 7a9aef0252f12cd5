import { businessDay } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { evaluateCredit } from '../../borrower/loans/evaluate-credit.ts';
import {
  type DocumentFields,
  readDocuments,
  writeDocument,
} from '../../people/certification/document-store.ts';
import { readPendingReviews } from '../../people/certification/review-store.ts';
import { readSource } from '../../people/certification/source-store.ts';
import { readIdentity, readPersonalInfo } from '../../people/certification/store.ts';
import { readCredit, runJobs } from '../../testing/loans.ts';
import { type StaffClient, useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';

const app = await useApp();
const console = await useConsole(app);
const { db, crypto } = app.deps;

type CardType = 'panFront' | 'aadhaarFront' | 'aadhaarBack';
type CardChange = Partial<DocumentFields> & { readonly aadhaar?: string };

/** A certified borrower in review, whose cards show something else. */
async function inReview(cards: Partial<Record<CardType, CardChange>>): Promise<SignedInUser> {
  const who = await aSignedInUser(app, { limitPaise: null });
  for (const document of await readDocuments(db, crypto, who.userId)) {
    const { aadhaar, ...fields } = cards[document.type] ?? {};
    const hash = aadhaar === undefined ? document.aadhaarHash : crypto.hash('aadhaar', aadhaar);
    const last4 = aadhaar === undefined ? {} : { aadhaarLast4: aadhaar.slice(-4) };
    const shown = {
      ...document,
      fields: { ...document.fields, ...fields, ...last4 },
      aadhaarHash: hash,
    };

    await writeDocument(db, crypto, who.userId, shown, app.deps.now());
  }

  const review = { state: 'review' as const, reasons: JSON.stringify(['pan_differs']) };
  await db.updateTable('identities').set(review).where('userId', '=', who.userId).execute();
  await evaluateCredit(app.deps, who);

  return who;
}

async function open(reviewer: StaffClient, { userId }: SignedInUser) {
  const shown = await reviewer.data('reviewCase', { params: { userId, kind: 'identity' } });
  const body = { userId, kind: 'identity', subject: shown.subject, decision: 'approve' };
  const approve = (stands: object) => reviewer.send('decideReview', { body: { ...body, stands } });
  return { shown, body, approve };
}

const mapSources = ({ shown }: Awaited<ReturnType<typeof open>>) =>
  Object.fromEntries(shown.fields.map(({ field, sources }) => [field, sources]));
const readOwnIdentity = ({ userId }: SignedInUser) => readIdentity(db, crypto, userId);

test('a mistyped PAN is not approved before the reviewer takes the one on the card, which then stands', async () => {
  const who = await inReview({ panFront: { pan: 'ABCPK1234L' } });
  const typed = (await readOwnIdentity(who))?.pan;
  const reviewer = await console.as('reviewer');
  const seen = await open(reviewer, who);

  expect(mapSources(seen)).toEqual({ name: [], pan: ['panFront'], birthDay: [], aadhaar: [] });

  const refused = {
    ok: false,
    error: { code: 'invalid', fields: [{ path: 'stands.pan', problem: 'choose' }] },
  };
  expect(await reviewer.send('decideReview', { body: seen.body })).toMatchObject(refused);
  expect(await seen.approve({ pan: 'typed' })).toMatchObject(refused);
  expect(await seen.approve({ pan: 'aadhaarFront' })).toMatchObject(refused);
  expect(await readOwnIdentity(who)).toMatchObject({ pan: typed, state: 'review' });

  expect(await seen.approve({ pan: 'panFront' })).toMatchObject({ ok: true });
  expect(await readOwnIdentity(who)).toMatchObject({ pan: 'ABCPK1234L', state: 'verified' });
  await runJobs(app);
  expect((await readCredit(who)).state).toBe('approved');

  const acts = db.selectFrom('staff_audit').select('detail').where('userId', '=', who.userId);
  const approved = await acts
    .where('action', '=', 'identity_review_approved')
    .executeTakeFirstOrThrow();

  expect(approved.detail).toEqual({ version: seen.body.subject, stands: { pan: 'panFront' } });
});

test('the PAN typed by mistake is free for the person who has it', async () => {
  const who = await inReview({ panFront: { pan: 'ABCPK1235L' } });
  const typed = crypto.hash('pan', (await readOwnIdentity(who))?.pan ?? '');

  const owner = () =>
    db
      .selectFrom('name_owners')
      .select('userId')
      .where('kind', '=', 'pan')
      .where('name', '=', typed)
      .executeTakeFirst();

  expect(await owner()).toEqual({ userId: who.userId });

  const { approve } = await open(await console.as('reviewer'), who);
  expect(await approve({ pan: 'panFront' })).toMatchObject({ ok: true });
  expect(await owner()).toBeUndefined();
});

test('a PAN on the card that another borrower has is refused, and nothing changes', async () => {
  const other = await aSignedInUser(app);
  const taken = (await readOwnIdentity(other))?.pan ?? '';
  const who = await inReview({ panFront: { pan: taken } });
  const { approve } = await open(await console.as('reviewer'), who);

  expect(await approve({ pan: 'panFront' })).toMatchObject({
    error: {
      code: 'invalid',
      refusal: { reason: 'pan_of_another' },
      fields: [{ path: 'stands.pan' }],
    },
  });
  expect(await readOwnIdentity(who)).toMatchObject({ state: 'review' });
});

test('a date of birth stands as typed or as on the card, also in the personal data', async () => {
  const [typed, onCard] = [
    await inReview({ panFront: { birthDay: '1990-01-02' } }),
    await inReview({ panFront: { birthDay: '1990-01-02' } }),
  ];
  const before = await readOwnIdentity(typed);
  const reviewer = await console.as('reviewer');
  const first = await open(reviewer, typed);

  expect(mapSources(first).birthDay).toEqual(['typed', 'panFront']);
  expect(await first.approve({ birthDay: 'typed' })).toMatchObject({ ok: true });
  expect(await readOwnIdentity(typed)).toEqual({ ...before, state: 'verified' });

  expect(await (await open(reviewer, onCard)).approve({ birthDay: 'panFront' })).toMatchObject({
    ok: true,
  });
  expect((await readOwnIdentity(onCard))?.birthDay).toBe(businessDay('1990-01-02'));
  expect((await readPersonalInfo(db, crypto, onCard.userId))?.birthday).toBe('1990-01-02');
});

test('a date of birth on the card that is not of age cannot stand', async () => {
  const who = await inReview({ panFront: { birthDay: '2015-01-02' } });
  const { approve } = await open(await console.as('reviewer'), who);
  expect(await approve({ birthDay: 'panFront' })).toMatchObject({
    error: { code: 'invalid', refusal: { reason: 'age_outside_limits' } },
  });
});

test('a name stands as on the card, and a source that agreed with the typed one differs', async () => {
  const who = await inReview({
    panFront: { name: 'Zubeida Other' },
    aadhaarFront: { name: 'Zubeida Other' },
  });
  const seen = await open(await console.as('reviewer'), who);

  expect(mapSources(seen).name).toEqual(['typed', 'panFront']);
  expect(await seen.approve({ name: 'panFront' })).toMatchObject({ ok: true });
  expect((await readOwnIdentity(who))?.name).toBe('Zubeida Other');
  expect(await readSource(db, crypto, who.userId)).toMatchObject({
    verdict: 'differs',
    differences: ['name'],
  });
});

test('the account of the typed name waits for a reviewer once another one stands', async () => {
  const who = await inReview({
    panFront: { name: 'Zubeida Other' },
    aadhaarFront: { name: 'Zubeida Other' },
  });
  const { approve } = await open(await console.as('reviewer'), who);
  expect(await approve({ name: 'panFront' })).toMatchObject({ ok: true });
  await runJobs(app);

  const credit = await readCredit(who);
  expect([credit.state, credit.reasons.map(({ id }) => id)]).toEqual(['review', ['names-differ']]);
  expect(await readPendingReviews(db, who.userId)).toMatchObject([{ kind: 'bank_name' }]);
});

test('Aadhaar numbers that share their last four digits differ, and stand as on a card', async () => {
  const who = await inReview({});
  const last4 = (await readOwnIdentity(who))?.aadhaarLast4 ?? '';
  const number = `99994105${last4}`;
  const front = (await readDocuments(db, crypto, who.userId)).find(
    ({ type }) => type === 'aadhaarFront',
  );
  if (!front) throw new Error('no card');

  const aadhaarHash = crypto.hash('aadhaar', number);
  await writeDocument(db, crypto, who.userId, { ...front, aadhaarHash }, app.deps.now());

  const seen = await open(await console.as('reviewer'), who);
  expect(mapSources(seen).aadhaar).toEqual(['aadhaarFront', 'aadhaarBack']);
  expect(seen.shown.fields.find(({ field }) => field === 'aadhaar')?.reads[0]).toMatchObject({
    agrees: false,
  });
  expect(await seen.approve({ aadhaar: 'typed' })).toMatchObject({ error: { code: 'invalid' } });
  expect(await seen.approve({ aadhaar: 'aadhaarFront' })).toMatchObject({ ok: true });

  const row = await db
    .selectFrom('identities')
    .select('aadhaarHash')
    .where('userId', '=', who.userId)
    .executeTakeFirst();
  expect(crypto.isSameHash(row?.aadhaarHash ?? Buffer.from(''), aadhaarHash)).toBe(true);
});
