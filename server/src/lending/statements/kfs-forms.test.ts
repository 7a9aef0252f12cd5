import { createHash, randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { canonicalJson } from '@noren/core/people/canonical-json';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aQuote } from '../../testing/loans.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { readQuote } from '../credit/credit-store.ts';
import type { KfsDocument } from './kfs-document.ts';
import { saveForm } from './kfs-form-store.ts';
import { splitKfs } from './kfs-forms.ts';

const app = await useApp();

const hashDocument = (document: KfsDocument): string =>
  createHash('sha256').update(canonicalJson(document)).digest('hex');

const countForms = async (who: SignedInUser): Promise<number> => {
  const read = await sql<{ n: number }>`
    select count(distinct form_id)::int as n from quotes where user_id = ${who.userId}`.execute(
    app.deps.db,
  );
  return read.rows[0]?.n ?? 0;
};

test('a key facts statement reads back byte for byte as hashed, in every language', async () => {
  for (const language of ['en', 'es', 'hi'] as const) {
    const who = await aSignedInUser(app, { language });
    for (const terms of [
      { rupees: 10_000 },
      { rupees: 3_000 },
      { productCode: 'N07', rupees: 1_000 },
    ]) {
      const { kfs } = await aQuote(who, terms);
      const stored = await readQuote(app.deps.db, who.userId, kfs.proposalNo);

      expect(stored && hashDocument(stored.kfs)).toBe(kfs.hash);
      expect(stored?.kfs.sections).toEqual(kfs.sections);

      const seen = successData(
        await who.client.send(CALLS.viewKfs, { params: { proposalNo: kfs.proposalNo } }),
      );
      expect(seen.kfs).toEqual(kfs);
    }

    // Two amounts of one product share a form, another product has its own.
    expect(await countForms(who)).toBe(2);
  }
});

test('a repeated quote gets the same answer, also when it was accepted meanwhile', async () => {
  const who = await aSignedInUser(app);
  const requestId = randomUUID();
  const body = { productCode: 'N15', principalPaise: 1_000_000 };
  const first = successData(await who.client.send(CALLS.quoteLoan, { body, requestId }));
  const { proposalNo, hash } = first.kfs;
  const accepted = { proposalNo, kfsHash: hash, acknowledged: true as const, purpose: 'household' };

  successData(await who.client.send(CALLS.applyLoan, { body: accepted }));
  expect(successData(await who.client.send(CALLS.quoteLoan, { body, requestId }))).toEqual(first);

  const read = await sql<{
    n: number;
  }>`select count(*)::int as n from quotes where user_id = ${who.userId}`.execute(app.deps.db);
  expect(read.rows[0]?.n).toBe(1);
});

test('a form whose transaction rolled back is stored by the next', async () => {
  const who = await aSignedInUser(app);
  const { kfs } = await aQuote(who);
  const stored = await readQuote(app.deps.db, who.userId, kfs.proposalNo);
  if (!stored) throw new Error('no quote');

  const parts = splitKfs({ ...stored.kfs, textVersion: randomUUID() }, 'a product of its own');

  const save = (isUndone: boolean): Promise<void> =>
    app.deps.db.transaction().execute(async (tx) => {
      await saveForm(app.deps.db, tx, parts);
      await saveForm(app.deps.db, tx, parts);
      if (isUndone) throw new Error('undone');
    });

  const count = async (): Promise<number> =>
    (
      await app.deps.db
        .selectFrom('kfs_forms')
        .where('formId', '=', parts.formId)
        .selectAll()
        .execute()
    ).length;

  await expect(save(true)).rejects.toThrow('undone');
  expect(await count()).toBe(0);
  await save(false);
  expect(await count()).toBe(1);
  await save(false);
  expect(await count()).toBe(1);
});

test.each([
  ['forms', sql`update kfs_forms set form = ''`, 'never changed or deleted'],
  ['forms', sql`delete from kfs_forms`, 'never changed or deleted'],
  [
    'the terms of a version',
    sql`update product_versions set terms = '{}'`,
    'never changed or deleted',
  ],
  ['versions', sql`delete from product_versions`, 'never changed or deleted'],
  ['users', sql`delete from users`, 'never deleted'],
])('the database refuses to change %s (%#)', async (_what, change, refusal) => {
  const who = await aSignedInUser(app);
  await aQuote(who);
  await expect(change.execute(app.deps.db)).rejects.toThrow(refusal);
});
