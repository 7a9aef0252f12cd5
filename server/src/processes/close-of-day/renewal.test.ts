import { CALLS } from '@noren/contract/index';
import { REMINDER_PLAN, REMINDERS } from '@noren/core/lending/renewal';
import {
  addDays,
  addMonths,
  type BusinessDay,
  businessDay,
  daysBetween,
} from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { readRenewal } from '../../lending/credit/renewal-store.ts';
import { eraseNow } from '../../people/personal-data/erase-user.ts';
import { timestamp } from '../../platform/db/db.ts';
import { decideByTwo } from '../../testing/decisions.ts';
import {
  anActiveLoan,
  applyFor,
  aQuote,
  readCredit,
  readRepayDetail,
} from '../../testing/loans.ts';
import { startMovingApp } from '../../testing/moving-clock-app.ts';
import { sampleAddress } from '../../testing/samples.ts';
import {
  aPhoneNumber,
  aSignedInUser,
  giveSource,
  type SignedInUser,
  successData,
} from '../../testing/users.ts';
import { giveRenewalReminders } from './give-renewal-reminders.ts';

const { app, later } = await startMovingApp();
const { db } = app.deps;

/** The date of the update of who was certified today, from a distance. */
const dueIn2Years = (): BusinessDay => addMonths(app.deps.today(), 24);

/** Moves to so many days from a day, and gives what is due. */
async function travel(to: BusinessDay): Promise<void> {
  later(daysBetween(app.deps.today(), to));
  await giveRenewalReminders(app.deps);
}

const readReminders = (who: SignedInUser) =>
  db
    .selectFrom('renewal_reminders')
    .select(['reminder', 'channel', 'givenDay', 'dueDay'])
    .where('userId', '=', who.userId)
    .orderBy('givenDay')
    .execute();

const readSms = (who: SignedInUser) =>
  db
    .selectFrom('notification_deliveries')
    .select('kind')
    .where('userId', '=', who.userId)
    .where('channel', '=', 'sms')
    .where('kind', 'like', 'renewal%')
    .orderBy('notificationId')
    .execute();

const nominee = { relationship: 'parent', name: 'Ramesh Example', phone: aPhoneNumber() };

const confirm = (who: SignedInUser) => who.client.send(CALLS.confirmDetails, { body: {} });

test('reminders before the date and after it come each on its day, once, though two processes give them', async () => {
  const who = await aSignedInUser(app);
  const dueDay = dueIn2Years();
  await travel(addDays(dueDay, -61));
  expect(await readReminders(who)).toEqual([]);

  for (const reminder of REMINDERS) {
    await travel(addDays(dueDay, REMINDER_PLAN[reminder].day));
    await Promise.all([giveRenewalReminders(app.deps), giveRenewalReminders(app.deps)]);
  }
  await travel(addDays(dueDay, 400));

  expect(await readReminders(who)).toEqual(
    REMINDERS.map((reminder) => ({
      reminder,
      channel: REMINDER_PLAN[reminder].channel,
      givenDay: addDays(dueDay, REMINDER_PLAN[reminder].day),
      dueDay,
    })),
  );
  expect((await readSms(who)).map(({ kind }) => kind)).toEqual([
    'renewal_open',
    'renewal_open',
    'renewal_late',
    'renewal_late',
  ]);
});

test('an update in time begins the two years again, and no further reminder comes', async () => {
  const who = await aSignedInUser(app);
  const dueDay = dueIn2Years();
  expect(await confirm(who)).toMatchObject({ code: 409, data: { reason: 'renewal_closed' } });

  await travel(addDays(dueDay, -20));
  expect(await readCredit(who)).toMatchObject({ renewal: { dueDay, state: 'open' } });

  const again = addMonths(app.deps.today(), 24);
  const answer = successData(await confirm(who));
  expect(answer).toMatchObject({ dueDay: again, state: 'settled' });
  expect(await readCredit(who)).toMatchObject({ renewal: { dueDay: again } });

  await travel(addDays(dueDay, 50));
  expect(await readReminders(who)).toHaveLength(1);
  await travel(addDays(again, -60));
  expect(await readReminders(who)).toHaveLength(2);
});

test('after the date a new loan waits at the quote and at acceptance, and a loan that runs goes on', async () => {
  const who = await aSignedInUser(app);
  const dueDay = dueIn2Years();
  await travel(dueDay);
  const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 2_000 });
  const quoted = await aQuote(who, { rupees: 5_000 });
  const before = await readRepayDetail(who, repayId);

  await travel(addDays(dueDay, 1));
  const held = {
    code: 409,
    data: { reason: 'lending_renewal' },
    msg: expect.stringContaining(`${dueDay.slice(8)}/${dueDay.slice(5, 7)}/${dueDay.slice(0, 4)}`),
  };
  const quote = { productCode: 'N15', principalPaise: 500_000 };
  expect(await who.client.send(CALLS.quoteLoan, { body: quote })).toMatchObject(held);
  expect(await applyFor(who, quoted)).toMatchObject(held);
  const { details } = successData(
    await who.client.send(CALLS.productList, { params: { param: 'loan' } }),
  );
  expect(details.map(({ closedBecause }) => closedBecause)).toContainEqual(held.msg);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: before.borrowStatus,
    dueDay: before.dueDay,
  });

  successData(await confirm(who));
  expect((await applyFor(who, quoted)).code).toBe(200);
});

test('who gave no address adds it before confirming', async () => {
  const who = await aSignedInUser(app);
  await db.deleteFrom('addresses').where('userId', '=', who.userId).execute();
  await travel(dueIn2Years());

  expect(await confirm(who)).toMatchObject({ code: 409, data: { reason: 'address_missing' } });
  successData(await who.client.send(CALLS.saveAddress, { body: sampleAddress }));
  successData(await confirm(who));
});

test('two taps at once confirm once', async () => {
  const who = await aSignedInUser(app);
  await travel(dueIn2Years());
  const answers = await Promise.all([confirm(who), confirm(who)]);

  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  const kept = db.selectFrom('renewals').select('renewedDay').where('userId', '=', who.userId);
  expect(await kept.execute()).toEqual([{ renewedDay: app.deps.today() }]);
});

test('a session of a link cannot confirm', async () => {
  const who = await aSignedInUser(app);
  await travel(dueIn2Years());
  const session = db.updateTable('sessions').where('userId', '=', who.userId);
  await session.set({ assurance: 'link' }).execute();

  expect((await confirm(who)).code).toBe(316);
});

test('a source that agrees later, and full KYC, count as an update', async () => {
  const [seen, met] = [await aSignedInUser(app, { source: null }), await aSignedInUser(app)];
  const confirmed = app.deps.today();
  const year = 365 * 86_400_000;
  app.advance(year);
  await giveSource(app, seen.userId);
  const own = db.updateTable('users').where('userId', '=', met.userId);
  await own.set({ fullKycAt: timestamp(app.deps.now()) }).execute();
  app.advance(-year);

  const dueDay = async ({ userId }: SignedInUser) =>
    (await readRenewal(db, userId, app.deps.today()))?.dueDay;
  expect(await dueDay(seen)).toBe(addMonths(addDays(confirmed, 365), 24));
  expect(await dueDay(met)).toBe(addMonths(addDays(confirmed, 365), 96));
});

test('nobody is asked who is erased, is being erased, has died or is not certified', async () => {
  const people = {
    erased: await aSignedInUser(app),
    leaving: await aSignedInUser(app),
    dead: await aSignedInUser(app),
    begun: await aSignedInUser(app, { bizStatus: UserStatus.bankAccountDue }),
    frozen: await aSignedInUser(app),
  };
  const dueDay = dueIn2Years();
  const now = timestamp(app.deps.now());
  await db
    .transaction()
    .execute((tx) => eraseNow(tx, app.deps, { userId: people.erased.userId, actor: 'program' }));
  await db
    .insertInto('erasures')
    .values({ userId: people.leaving.userId, state: 'waiting', requestedAt: now, dueAt: now })
    .execute();
  await people.dead.client.send(CALLS.saveNominee, { body: nominee });
  await decideByTwo(app.deps, {
    kind: 'nominee_claim',
    userId: people.dead.userId,
    detail: { isClaimed: true, evidence: 'file 12/2026' },
  });
  await decideByTwo(app.deps, {
    kind: 'lending_freeze',
    userId: people.frozen.userId,
    detail: { isFrozen: true },
  });

  await travel(addDays(dueDay, -60));

  const reminders = async (who: SignedInUser) => (await readReminders(who)).length;
  const { frozen, ...others } = people;
  for (const who of Object.values(others)) expect(await reminders(who)).toBe(0);
  // The law asks it of everybody who has an account.
  expect(await reminders(frozen)).toBe(1);
});

test('what was sent is never changed, and what became of a letter is written once', async () => {
  const who = await aSignedInUser(app);
  await travel(addDays(dueIn2Years(), -45));
  await travel(addDays(app.deps.today(), 7));
  const own = () => db.updateTable('renewal_reminders').where('userId', '=', who.userId);

  await expect(
    own()
      .set({ givenDay: businessDay('2026-01-01') })
      .execute(),
  ).rejects.toThrow('never changed');
});
