import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { identityLevel } from '@noren/core/people/identity-level';
import { beforeAll, expect, test } from 'vitest';
import { countSeenOnly } from '../../lending/credit/held-by-level-store.ts';
import { timestamp } from '../../platform/db/db.ts';
import { setCeiling } from '../../testing/level-ceilings.ts';
import { anActiveLoan, readCredit, readRepayDetail } from '../../testing/loans.ts';
import { useLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { notifyHeldByLevel } from './notify-held-by-level.ts';

const app = await useLedgerApp();

beforeAll(() => setCeiling(app, 'document_seen', rupees(5_000)));

const readTexts = async (who: SignedInUser) =>
  successData(await who.client.send(CALLS.notificationCentre, { body: {} })).details.map(
    ({ text }) => text,
  );

test('who is held back by the level is told once, by a message that no SMS follows', async () => {
  const held = await aSignedInUser(app, { source: null });
  await Promise.all([notifyHeldByLevel(app.deps), notifyHeldByLevel(app.deps)]);
  await notifyHeldByLevel(app.deps);

  expect(await readTexts(held)).toEqual([expect.stringContaining('one more step')]);
  const sms = app.deps.db
    .selectFrom('notification_deliveries')
    .select('channel')
    .where('userId', '=', held.userId)
    .where('channel', '=', 'sms');
  expect(await sms.execute()).toEqual([]);
});

test('the limit and the loan of who is told stay as they are', async () => {
  const held = await aSignedInUser(app, { source: null });
  const repayId = await anActiveLoan(app, held, { productCode: 'N07', rupees: 5_000 });
  const facts = async () => {
    const { limitPaise, owedPaise } = await readCredit(held);
    return { limitPaise, owedPaise, loan: await readRepayDetail(held, repayId) };
  };

  const before = await facts();
  await notifyHeldByLevel(app.deps);
  expect(await readTexts(held)).toContainEqual(expect.stringContaining('one more step'));
  expect(await facts()).toEqual(before);
});

test('nobody else is told', async () => {
  const checked = await aSignedInUser(app);
  const small = await aSignedInUser(app, { source: null, limitPaise: rupees(5_000) });
  const undecided = await aSignedInUser(app, { source: null, limitPaise: null });
  const met = await aSignedInUser(app, { source: null });
  const own = app.deps.db.updateTable('users').where('userId', '=', met.userId);
  await own.set({ fullKycAt: timestamp(app.deps.now()) }).execute();

  await notifyHeldByLevel(app.deps);

  for (const who of [checked, small, undecided, met]) expect(await readTexts(who)).toEqual([]);
});

const UNDECIDED = { decidedAt: null, fieldsEnc: Buffer.from('what it said') };

const FACTS = (['verified', 'review', 'review_again', 'refused'] as const).flatMap((identity) =>
  (['agrees', 'differs', 'pending', null] as const).flatMap((source) =>
    [false, true].map((isFullKyc) => ({ identity, source, isFullKyc })),
  ),
);

test('those are counted whose facts give the level document_seen, and nobody else', async () => {
  const { db } = app.deps;

  for (const facts of FACTS) {
    const before = await countSeenOnly(db);
    const { userId } = await aSignedInUser(app, { source: facts.source && 'differs' });
    const state = facts.identity === 'review_again' ? 'review' : facts.identity;
    const wasVerified = facts.identity === 'review_again';
    const fullKycAt = facts.isFullKyc ? timestamp(app.deps.now()) : null;
    await db
      .updateTable('identities')
      .set({ state, wasVerified })
      .where('userId', '=', userId)
      .execute();
    await db.updateTable('users').set({ fullKycAt }).where('userId', '=', userId).execute();
    if (facts.source)
      await db
        .updateTable('identity_sources')
        .set({ verdict: facts.source, ...(facts.source === 'pending' && UNDECIDED) })
        .where('userId', '=', userId)
        .execute();

    const isSeenOnly = identityLevel({ ...facts, pan: null }) === 'document_seen';
    expect([facts, await countSeenOnly(db)]).toEqual([facts, before + Number(isSeenOnly)]);
  }
});
