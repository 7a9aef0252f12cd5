import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { formatDay, formatTime, toBusinessDay } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { readIdentity } from '../../people/certification/store.ts';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { aBankAccount, saveAccount, viewAccount } from '../../testing/bank-accounts.ts';
import {
  checkLiveness,
  darkFrame,
  livenessRefusal,
  startLiveness,
  useLivenessApp,
} from '../../testing/liveness.ts';
import { applyNow, runJobs } from '../../testing/loans.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const DAY_MS = 24 * 3_600_000;

const { app } = await useLivenessApp();

/** A certified borrower who changed the account just now. */
async function aChangedAccount(): Promise<SignedInUser> {
  const who = await aSignedInUser(app);
  app.advance(60_000);

  const identity = await readIdentity(app.deps.db, app.deps.crypto, who.userId);
  successData(await saveAccount(who.client, aBankAccount(identity?.name ?? '')));
  await runJobs(app);

  return who;
}

const viewed = ({ client }: SignedInUser) => viewAccount(client);

const readMessages = async ({ phone }: SignedInUser) => {
  await runJobs(app, { delayed: true });
  return (await readSandboxMessages(app.deps.db, phone)).filter(
    ({ template }) => template === 'account_changed',
  );
};

test('a changed account is paid a day later; the borrower is notified', async () => {
  const who = await aChangedAccount();
  const from = app.deps.now() + DAY_MS;

  expect((await viewed(who))?.payableFrom).toBe(from);

  const last4 = (await viewed(who))?.accountLast4 ?? 'none';
  const at = `${formatDay(toBusinessDay(from))}, ${formatTime(from)}`;
  const [message, ...more] = await readMessages(who);

  expect(more).toEqual([]);
  expect(message?.values).toEqual({ last4, day: toBusinessDay(from), time: formatTime(from) });

  const refused = await applyNow(who);
  expect(refused).toMatchObject({ code: 409, data: { reason: 'account' } });
  expect(refused.msg).toContain(at);
  app.advance(DAY_MS);
  expect((await viewed(who))?.payableFrom).toBeNull();
});

test('a face check passed again ends the wait at once', async () => {
  const who = await aChangedAccount();
  expect(
    successData(await checkLiveness(who.client, await startLiveness(who.client))).outcome,
  ).toBe('passed');
  expect((await viewed(who))?.payableFrom).toBeNull();

  const order = successData(await applyNow(who));
  expect(order.borrowStatus).toBe(OrderStatus.disbursing);
  expect((await who.client.send(CALLS.startLiveness, { body: {} })).code).toBe(409);
});

test('three failed face checks leave the wait, and no picture goes to a person', async () => {
  const who = await aChangedAccount();
  for (const triesLeft of [2, 1, 0]) {
    const answer = successData(
      await checkLiveness(who.client, await startLiveness(who.client), darkFrame),
    );
    expect(answer).toMatchObject({ outcome: 'retry', triesLeft });
  }

  expect(await who.client.send(CALLS.startLiveness, { body: {} })).toMatchObject(
    livenessRefusal('no_tries'),
  );
  expect((await viewed(who))?.payableFrom).not.toBeNull();
});

test('the same account saved again keeps its time and sends no message', async () => {
  const who = await aSignedInUser(app);
  const identity = await readIdentity(app.deps.db, app.deps.crypto, who.userId);
  const account = aBankAccount(identity?.name ?? '');

  successData(await saveAccount(who.client, account));

  const first = (await viewed(who))?.payableFrom;
  app.advance(5 * 60_000);
  successData(await saveAccount(who.client, account));
  expect((await viewed(who))?.payableFrom).toBe(first);
  expect(await readMessages(who)).toHaveLength(1);
});
