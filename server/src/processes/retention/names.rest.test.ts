import { randomBytes, randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findOrder } from '../../lending/orders/order-store.ts';
import { createPaymentLink } from '../../lending/payments/checkout/payment-link-store.ts';
import { saveSubscription } from '../../notifications/push-store.ts';
import { createLinkToken } from '../../notifications/sign-in-link-store.ts';
import { NAME_KINDS } from '../../people/names-store.ts';
import { timestamp } from '../../platform/db/db.ts';
import { claimName } from '../../platform/db/name-owners-store.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import type { NameKind } from '../../platform/db/tables/people.ts';
import { claimCardFor } from '../../testing/cards.ts';
import { aPaidLoan } from '../../testing/repayments.ts';
import { useApp } from '../../testing/use-app.ts';
import { successData } from '../../testing/users.ts';
import { checkNames } from '../self-checks/check-names.ts';
import { removeOrphanClaims } from './remove-orphan-claims.ts';

const app = await useApp();

const check = () => inSnapshot(app.deps.db, (tx) => checkNames(tx, 'all'));

const claim = (kind: NameKind, name: Buffer, minutesAgo: number) =>
  sql`insert into name_owners (kind, name, user_id, claimed_at)
    values (${kind}, ${name}, ${randomUUID()}, now() - make_interval(mins => ${minutesAgo}))`.execute(
    app.deps.db,
  );

const countByKind = async () => {
  const { rows } = await sql<{ kind: NameKind; n: number }>`
    select kind, count(*)::int as n from name_owners group by 1`.execute(app.deps.db);
  return new Map(rows.map(({ kind, n }) => [kind, n]));
};

/** A mandate that its provider has named and ended. */
async function writeMandate({ userId, orderId }: { userId: string; orderId: string }) {
  const { db, now } = app.deps;
  const [provider, tokenRef, at] = ['razorpay', `token_${randomUUID()}`, timestamp(now())];

  await db.transaction().execute(async (tx) => {
    await claimName(tx, { kind: 'mandate', name: `${provider}:${tokenRef}`, userId });
    await tx
      .insertInto('mandates')
      .values({
        ...{ userId, orderId, provider, tokenRef, code: tokenRef, state: 'ended' as const },
        ...{ mostPaise: 100, lastDay: app.deps.today(), requestedAt: at, approveUntil: at },
        ...{ endedAt: at, endedBecause: 'loan_over' as const },
      })
      .execute();
  });
}

/** A borrower who has a name of every kind. */
async function aNamedBorrower(): Promise<void> {
  const { db, crypto, now } = app.deps;
  const { who, repayId } = await aPaidLoan(app);
  const order = (await findOrder(db, who.userId, repayId))!;
  await createPaymentLink(db, order, now());
  await writeMandate(order);

  successData(
    await who.client.send(CALLS.saveFeedback, {
      body: { type: 'other', text: 'A ticket has a number.' },
    }),
  );
  await createLinkToken(db, { userId: who.userId, channel: 'sms', now: now() });

  const subscription = {
    endpoint: `https://push.example/${randomUUID()}`,
    keys: { p256dh: 'x', auth: 'y' },
  };
  await claimCardFor(app, who.userId, {
    name: 'Asha Example',
    birthDay: '1994-03-02',
    last4: '0000',
  });

  const device = { userId: who.userId, deviceId: who.client.deviceId };

  await db
    .transaction()
    .execute((tx) => saveSubscription(tx, crypto, { ...device, subscription, now: now() }));
}

test('claims without a row are removed once a change would have ended, those in use never', async () => {
  await aNamedBorrower();
  await sql`update name_owners set claimed_at = now() - interval '20 minutes'`.execute(app.deps.db);

  const used = await countByKind();
  expect([...used.keys()].sort()).toEqual(NAME_KINDS.toSorted());

  for (const kind of NAME_KINDS) {
    await claim(kind, randomBytes(32), 20);
    await claim(kind, randomBytes(32), 5);
    await claim(kind, randomBytes(32), 120);
  }

  expect(await removeOrphanClaims(app.deps.db, 30)).toBe(NAME_KINDS.length);
  expect(await removeOrphanClaims(app.deps.db, 180)).toBe(NAME_KINDS.length);
  expect(await removeOrphanClaims(app.deps.db, 180)).toBe(0);
  expect(await countByKind()).toEqual(new Map([...used].map(([kind, n]) => [kind, n + 1])));
  expect(await check()).toMatchObject({ problems: [] });
});

test.each(NAME_KINDS)('a %s whose claim is missing or another user’s is found', async (kind) => {
  await aNamedBorrower();

  const { examined, problems } = await check();
  expect([examined > NAME_KINDS.length, problems]).toEqual([true, []]);

  const { rows } = await sql<{ name: Buffer; userId: string }>`
    delete from name_owners where (kind, name) in (
      select kind, name from name_owners where kind = ${kind} order by claimed_at desc limit 1)
    returning name, user_id`.execute(app.deps.db);
  const expected = [`the ${kind} of user ${rows[0]?.userId} is not claimed for that user`];

  expect((await check()).problems).toEqual(expected);
  await claim(kind, rows[0]!.name, 0);
  expect((await check()).problems).toEqual(expected);
  await sql`delete from name_owners where kind = ${kind} and name = ${rows[0]!.name}`.execute(
    app.deps.db,
  );
  await sql`insert into name_owners values (${kind}, ${rows[0]!.name}, ${rows[0]!.userId}, now())`.execute(
    app.deps.db,
  );
});
