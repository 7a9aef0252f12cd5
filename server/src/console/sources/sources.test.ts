import { CALLS } from '@noren/contract/index';
import { addDays } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { beforeEach, expect, test } from 'vitest';
import { findOrCreateUser } from '../../people/login/store.ts';
import { anActiveLoan, anAppliedLoan } from '../../testing/loans.ts';
import { useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import {
  aPhoneNumber,
  aSignedInUser,
  requestCode,
  sendConsent,
  successData,
} from '../../testing/users.ts';

const app = await useApp();
const desk = await useConsole(app);
// Each test has a day of its own, so that it counts its own people.
beforeEach(() => app.advance(25 * 3_600_000));

interface Mark {
  readonly adClick?: string;
  readonly campaign?: string;
}

/** Somebody who signed up by an advertisement, or without one, at a status of the onboarding. */
async function aSignUp(by: Mark, bizStatus: UserStatus = UserStatus.certified) {
  const phone = aPhoneNumber();
  await findOrCreateUser(app.deps.db, app.deps.crypto, {
    phone,
    language: 'en',
    now: app.deps.now(),
    ...by,
  });

  return aSignedInUser(app, { phone, bizStatus });
}

async function readSources(from: string = app.deps.today(), to: string = app.deps.today()) {
  const manager = await desk.as('product_manager');
  return manager.data('signUpSources', { query: { from, to } });
}

test('each campaign shows its clicks and how far its people came; who came by none is in everybody alone', async () => {
  const diwali = (digits: string) => ({ adClick: digits.repeat(16), campaign: 'diwali-2026' });
  await aSignUp(diwali('aa'), UserStatus.registered);
  await aSignUp(diwali('bb'));
  await anActiveLoan(app, await aSignUp(diwali('cc')));
  await anAppliedLoan(await aSignUp(diwali('dd')));
  await aSignUp({ adClick: 'ee'.repeat(16) }, UserStatus.identityDue);
  await aSignUp({ campaign: 'newsletter' });
  await aSignUp({}, UserStatus.registered);

  const { everybody, campaigns } = await readSources();
  expect(everybody).toEqual({ signedUp: 7, certified: 4, applied: 2, paidOut: 1 });
  expect(campaigns).toEqual([
    {
      campaign: 'diwali-2026',
      smaller: 0,
      clicks: 4,
      signedUp: 4,
      certified: 3,
      applied: 2,
      paidOut: 1,
    },
    {
      campaign: 'newsletter',
      smaller: 0,
      clicks: 0,
      signedUp: 1,
      certified: 1,
      applied: 0,
      paidOut: 0,
    },
    { campaign: null, smaller: 0, clicks: 1, signedUp: 1, certified: 0, applied: 0, paidOut: 0 },
  ]);
});

test('an advertisement’s address reaches the page through the sign-up itself', async () => {
  const phone = aPhoneNumber();
  const client = app.client();
  const { policyVersion } = app.deps.appConfig;
  const mark = { adClick: '0f'.repeat(16), campaign: 'onam.2026' };
  const body = {
    phone,
    ...(await requestCode(app, client, phone)),
    agreed: true as const,
    policyVersion,
    language: 'en' as const,
  };

  successData(await client.send(CALLS.checkOtpLogin, { body: { ...body, ...mark } }));
  expect((await readSources()).campaigns).toEqual([
    {
      campaign: 'onam.2026',
      smaller: 0,
      clicks: 1,
      signedUp: 1,
      certified: 0,
      applied: 0,
      paidOut: 0,
    },
  ]);
});

test('the days are India’s, and both ends count', async () => {
  const day = app.deps.today();
  await aSignUp({ campaign: 'first-day' });
  app.advance(24 * 3_600_000);
  await aSignUp({ campaign: 'second-day' });

  const names = async (from: string, to: string) =>
    (await readSources(from, to)).campaigns.map(({ campaign }) => campaign).toSorted();
  expect(await names(day, day)).toEqual(['first-day']);
  expect(await names(day, addDays(day, 1))).toEqual(['first-day', 'second-day']);
  expect(await names(addDays(day, 1), addDays(day, 1))).toEqual(['second-day']);
});

test('the answers to how people heard of us have the same steps', async () => {
  await anActiveLoan(app, await aSignedInUser(app));
  await aSignedInUser(app, { bizStatus: UserStatus.registered });

  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.registered });
  const answers = {
    purpose: 'rent',
    incomeBand: '25000_40000',
    otherDebts: 'none',
    heardFrom: 'search',
  };

  successData(await client.send(CALLS.saveSurvey, { body: answers }));
  expect((await readSources()).heardFrom).toEqual([
    { answer: 'friend', signedUp: 1, certified: 1, applied: 1, paidOut: 1 },
    { answer: 'search', signedUp: 1, certified: 0, applied: 0, paidOut: 0 },
  ]);
});

test('time in form fields is summed by field, a visit with ten minutes at most', async () => {
  const measure = async (...durations: number[]) => {
    const { client } = await aSignedInUser(app);
    successData(await sendConsent(client, 'usage', true));

    const value = durations.map((duration) => ({
      idName: 'companyName' as const,
      beginTime: app.deps.now() - 5_000,
      duration,
      content: '#13',
    }));
    successData(
      await client.send(CALLS.saveTracking, {
        body: { dataType: 'field', appId: 'noren', value, uploadType: 'full' },
      }),
    );
  };

  await measure(4_000, 3_600_000);
  await measure(2_000);
  expect((await readSources()).fields).toEqual([
    { idName: 'companyName', visits: 3, people: 2, meanMs: (4_000 + 600_000 + 2_000) / 3 },
  ]);
});

test('the largest hundred campaigns are listed, and the others summed in one row', async () => {
  for (let at = 0; at < 103; at += 1)
    await findOrCreateUser(app.deps.db, app.deps.crypto, {
      phone: aPhoneNumber(),
      language: 'en',
      now: app.deps.now(),
      campaign: `campaign-${at}`,
    });

  await aSignUp({ campaign: 'campaign-102' }, UserStatus.registered);

  const { campaigns } = await readSources();
  expect([campaigns.length, campaigns[0]?.campaign]).toEqual([101, 'campaign-102']);
  expect(campaigns.at(-1)).toMatchObject({ campaign: null, smaller: 3, signedUp: 3 });
});

test('a period that ends before it begins, or is longer than a year, is refused', async () => {
  const today = app.deps.today();
  const manager = await desk.as('product_manager');
  const ask = (from: string, to: string) => manager.send('signUpSources', { query: { from, to } });

  expect(await ask(today, addDays(today, -1))).toMatchObject({
    ok: false,
    error: { code: 'invalid' },
  });

  expect(await ask(addDays(today, -366), today)).toMatchObject({
    ok: false,
    error: { code: 'invalid' },
  });
  expect(await ask(addDays(today, -365), today)).toMatchObject({ ok: true });
  expect(await ask('2026-02-30', today)).toMatchObject({ ok: false });
});

test('who may read products reads it, and nobody else', async () => {
  const query = { from: app.deps.today(), to: app.deps.today() };
  expect(await (await desk.as('auditor')).send('signUpSources', { query })).toMatchObject({
    ok: true,
  });

  for (const role of ['support', 'reviewer', 'administrator'] as const)
    expect(await (await desk.as(role)).send('signUpSources', { query })).toMatchObject({
      ok: false,
      status: 403,
    });
});
