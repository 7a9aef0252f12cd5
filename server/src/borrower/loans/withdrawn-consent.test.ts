import { CALLS } from '@noren/contract/index';
import { consentTexts, PURPOSES } from '@noren/core/people/consent';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { recordDecision } from '../../people/consents.ts';
import { acceptanceBody, applyFor, aQuote, readCredit } from '../../testing/loans.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { useApp } from '../../testing/use-app.ts';
import {
  aSignedInUser,
  type SignedInUser,
  sendConsent,
  successData,
  twoContacts,
} from '../../testing/users.ts';
import { evaluateCredit } from './evaluate-credit.ts';

const app = await useApp();

const readOrders = (who: SignedInUser) =>
  app.deps.db.selectFrom('orders').select('status').where('userId', '=', who.userId).execute();

/** The earlier contacts were deleted with the consent. */
const saveContacts = async ({ client }: SignedInUser) =>
  successData(await client.send(CALLS.saveContacts, { body: { contacts: twoContacts() } }));

const required = PURPOSES.filter((purpose) => consentTexts[purpose].isRequired);

test.each(required)(
  'after withdrawing the consent to %s no loan is possible until it is given again',
  async (purpose) => {
    const who = await aSignedInUser(app);
    const body = acceptanceBody(await aQuote(who));

    successData(await sendConsent(who.client, purpose, false));
    expect(await who.client.send(CALLS.applyLoan, { body })).toMatchObject({
      code: 409,
      msg: 'You withdrew a consent that a loan needs. Agree to it again on your profile, under “Your data”, then apply again.',
      data: { reason: 'consent_withdrawn', purpose },
    });
    expect(await readOrders(who)).toEqual([]);

    successData(await sendConsent(who.client, purpose, true));
    if (purpose === 'contacts') await saveContacts(who);
    successData(await who.client.send(CALLS.applyLoan, { body }));
  },
);

test('withdrawing optional consents does not block a loan', async () => {
  const who = await aSignedInUser(app, {
    consents: [...required, 'face_check', 'offers', 'usage'],
  });
  const body = acceptanceBody(await aQuote(who));

  for (const purpose of ['face_check', 'offers', 'usage'] as const)
    successData(await sendConsent(who.client, purpose, false));
  successData(await who.client.send(CALLS.applyLoan, { body }));
});

test('during the evaluation a withdrawn consent refuses an acceptance; one withdrawn afterwards holds it up', async () => {
  const who = await aSignedInUser(app, { limitPaise: null });
  const quoted = await aQuote(who);
  const { proposalNo } = quoted.kfs;

  successData(await sendConsent(who.client, 'bank_account', false));
  expect((await applyFor(who, quoted)).code).toBe(409);
  expect((await readCredit(who)).waiting).toBeNull();

  successData(await sendConsent(who.client, 'bank_account', true));
  expect((await applyFor(who, quoted)).code).toBe(314);

  successData(await sendConsent(who.client, 'contacts', false));
  await evaluateCredit(app.deps, who);

  const auto = () => who.client.send(CALLS.applyLoanAuto, { body: { proposalNo } });
  expect(await auto()).toMatchObject({
    code: 409,
    data: { reason: 'consent_withdrawn', purpose: 'contacts' },
  });

  successData(await sendConsent(who.client, 'contacts', true));
  await saveContacts(who);
  successData(await auto());
});

test('contacts that become due during an application must be entered first', async () => {
  const { db, now } = app.deps;
  const who = await aSignedInUser(app);
  const body = acceptanceBody(await aQuote(who));
  const { textVersion } = consentTexts.contacts;
  const from = {
    userId: who.userId,
    language: 'en',
    channel: 'web',
    deviceId: who.client.deviceId,
    at: now(),
  };
  const pending = await db.transaction().execute(async (tx) => {
    await sql`select 1 from credit_limits where user_id = ${who.userId} for update`.execute(tx);

    const answer = who.client.send(CALLS.applyLoan, { body });
    await expect.poll(() => countWaiting(db)).toBe(1);

    for (const isGiven of [false, true])
      await recordDecision(tx, app.deps, {
        ...from,
        purpose: 'contacts',
        isGiven,
        textVersion,
      });

    return { answer };
  });

  expect((await pending.answer).code).toBe(420);
  expect(await readOrders(who)).toEqual([]);
});

test('a withdrawal concurrent with an application: exactly one of them succeeds', async () => {
  const who = await aSignedInUser(app);
  const body = acceptanceBody(await aQuote(who));
  const pending = await app.deps.db.transaction().execute(async (tx) => {
    await sql`select 1 from credit_limits where user_id = ${who.userId} for update`.execute(tx);

    // Both wait for the limit's lock; either may get it first, and the other is rejected.
    const both = Promise.all([
      who.client.send(CALLS.applyLoan, { body }),
      sendConsent(who.client, 'bank_account', false),
    ]);
    await expect.poll(() => countWaiting(app.deps.db)).toBe(2);

    return { both };
  });

  expect((await pending.both).map(({ code }) => code).sort()).toEqual([200, 409]);
});
