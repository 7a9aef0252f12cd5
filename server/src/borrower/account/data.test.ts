import { CALLS } from '@noren/contract/index';
import type { Purpose } from '@noren/core/people/consent';
import { CORRECTED_FIELDS } from '@noren/core/people/correction';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readPersonalData } from '../../people/personal-data/read-personal-data.ts';
import { decideCorrection } from '../../testing/decisions.ts';
import { anActiveLoan, anAppliedLoan, runJobs } from '../../testing/loans.ts';
import { startAndPay } from '../../testing/repayments.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, sendConsent, successData } from '../../testing/users.ts';
import { listPendingCorrections } from '../../testing/waiting-lists.ts';

const app = await useApp();

const readHistory = async ({ client }: { client: TestClient }, of: Purpose) =>
  successData(await client.send(CALLS.consentHistory, {})).purposes.find(
    ({ purpose }) => purpose === of,
  );

const personalData = async (who: SignedInUser) =>
  successData(await who.client.send(CALLS.personalData, {}));
const storedValue = async (who: SignedInUser, of: string) =>
  (await personalData(who)).fields.find(({ field }) => field === of)?.value;
const correct = (who: SignedInUser, field: (typeof CORRECTED_FIELDS)[number], value: string) =>
  who.client.send(CALLS.correctData, { body: { field, value } });

describe('consent history', () => {
  test('lists text version, time and device, newest first', async () => {
    const who = await aSignedInUser(app);
    const at = app.deps.now();

    app.advance(60_000);
    successData(await sendConsent(who.client, 'offers', true));
    app.advance(60_000);
    successData(await sendConsent(who.client, 'offers', false));
    successData(await sendConsent(who.client, 'offers', true));

    const offers = await readHistory(who, 'offers');
    expect(offers).toMatchObject({ state: 'given', mayWithdraw: true, isRequired: false });

    const once = {
      decision: 'given',
      isCurrentText: true,
      isThisDevice: true,
      items: ['phone'],
      language: 'en',
    };
    expect(offers?.records).toMatchObject([
      { ...once, at: at + 120_000, withdrawnAt: null },
      { ...once, at: at + 60_000, withdrawnAt: at + 120_000 },
    ]);

    const elsewhere = await aSignedInUser(app, {
      phone: who.phone,
      bizStatus: UserStatus.registered,
    });
    expect((await readHistory(elsewhere, 'offers'))?.records[0]).toMatchObject({
      isThisDevice: false,
    });
  });

  test('consents required by an open loan cannot be withdrawn until it is repaid; others can', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);

    expect(await sendConsent(who.client, 'bank_account', false)).toMatchObject({
      code: 409,
      data: { reason: 'loan_runs' },
    });

    expect(await readHistory(who, 'bank_account')).toMatchObject({
      state: 'given',
      mayWithdraw: false,
    });
    expect(await readHistory(who, 'face_check')).toMatchObject({ mayWithdraw: true });
    successData(await sendConsent(who.client, 'face_check', false));
    await startAndPay(app, who, { repayId, kind: 'full' });
    await runJobs(app);
    expect(await readHistory(who, 'bank_account')).toMatchObject({ mayWithdraw: true });
    expect(successData(await sendConsent(who.client, 'bank_account', false)).state).toBe(
      'withdrawn',
    );
  });

  test('withdrawing the contacts consent deletes the contacts', async () => {
    const who = await aSignedInUser(app);
    successData(await sendConsent(who.client, 'contacts', false));
    expect(await readPersonalData(app.deps.db, app.deps.crypto, 'contacts', who.userId)).toEqual(
      [],
    );
  });
});

describe('corrections', () => {
  test('personalData lists each stored field with its value and how it is corrected', async () => {
    const who = await aSignedInUser(app);
    const { fields, changes } = await personalData(who);

    expect(fields.map(({ field }) => field)).toEqual(CORRECTED_FIELDS);
    expect(fields.find(({ field }) => field === 'email')).toEqual({
      field: 'email',
      value: 'person@mail.example',
      manner: 'code',
      isFromSource: false,
      waiting: null,
    });
    expect(changes).toEqual([]);
  });

  test('a correction without review applies at once and keeps the old value in the history', async () => {
    const who = await aSignedInUser(app);
    app.advance(31 * 60_000);
    expect(successData(await correct(who, 'companyName', '  New Works  ')).state).toBe('done');
    expect(successData(await correct(who, 'companyName', 'New Works')).state).toBe('same');
    expect(successData(await correct(who, 'maritalStatus', 'widowed')).state).toBe('done');

    const { changes } = await personalData(who);
    expect(changes).toMatchObject([
      { field: 'maritalStatus', before: 'married', after: 'widowed', state: 'done' },
      {
        field: 'companyName',
        before: 'Example Works Pvt Ltd',
        after: 'New Works',
        decidedAt: app.deps.now(),
      },
    ]);

    expect(successData(await who.client.send(CALLS.viewPersonalInfo, {})).info).toMatchObject({
      companyName: 'New Works',
      maritalStatus: 'widowed',
      email: 'person@mail.example',
    });
  });

  test('changing the e-mail address needs a recent code', async () => {
    const who = await aSignedInUser(app);
    expect(successData(await correct(who, 'email', 'new@mail.example')).state).toBe('done');
    app.advance(31 * 60_000);
    expect((await correct(who, 'email', 'other@mail.example')).code).toBe(316);
    expect(await storedValue(who, 'email')).toBe('new@mail.example');
  });

  test.each([
    ['name', 'Asha Corrected', null],
    ['birthday', '1990-02-03', null],
    ['monthlyIncome', '25000_40000', 'same_as_before'],
    ['workStatus', 'retired', null],
  ] as const)(
    'a correction of %s to %s waits for an operator; refused because: %s',
    async (field, value, refused) => {
      const who = await aSignedInUser(app);
      const before = await storedValue(who, field);

      expect(successData(await correct(who, field, value)).state).toBe('waiting');
      expect(await storedValue(who, field)).toBe(before);
      expect(await correct(who, field, value)).toMatchObject({
        code: 409,
        data: { reason: 'waiting' },
      });

      const waiting = await listPendingCorrections(app.deps, who.userId);
      expect(waiting).toMatchObject([{ field, after: value, before }]);

      const input = {
        userId: who.userId,
        changeId: waiting[0]?.changeId ?? '',
        refusedBecause: refused,
        operator: 'Op',
      };
      const both = await Promise.all([
        decideCorrection(app.deps, input),
        decideCorrection(app.deps, input),
      ]);

      expect(both.toSorted()).toEqual([false, true]);
      expect(await storedValue(who, field)).toBe(refused === null ? value : before);

      const messages = successData(
        await who.client.send(CALLS.notificationCentre, { body: {} }),
      ).details;
      const title =
        refused === null ? 'Your correction was looked at' : 'Your data was not corrected';

      expect(messages).toMatchObject([{ title, screen: 'data' }]);

      const [change] = (await personalData(who)).changes;
      expect(change?.state).toBe(refused === null ? 'done' : 'refused');
      expect(change?.refusal?.id ?? null).toBe(refused);
    },
  );

  test.each([
    ['email', 'no address'],
    ['education', 'constructor'],
    ['birthday', '2020-01-01'],
    ['birthday', '2026-02-30'],
    ['name', ' '],
    ['companyAddress', ''],
    ['companyName', 'A\u202eB'],
  ] as const)('%s: %j is rejected and not recorded', async (field, value) => {
    const who = await aSignedInUser(app);
    expect(await correct(who, field, value)).toMatchObject({
      code: 400,
      data: { fields: [{ path: 'value' }] },
    });
    expect((await personalData(who)).changes).toEqual([]);
  });

  test('a field that is not stored cannot be corrected', async () => {
    const who = await aSignedInUser(app, { bizStatus: UserStatus.personalInfoDue });
    expect(await correct(who, 'email', 'a@mail.example')).toMatchObject({
      code: 409,
      data: { reason: 'not_held' },
    });

    expect((await personalData(who)).fields.map(({ field }) => field)).toEqual([
      'name',
      'birthday',
    ]);
  });
});

describe('the nominee', () => {
  const nominee = { relationship: 'spouse', name: 'Meera Example', phone: '9000000021' };

  test('can be saved, viewed with a masked phone, replaced and removed', async () => {
    const who = await aSignedInUser(app);
    expect(successData(await who.client.send(CALLS.viewNominee, {})).nominee).toBeNull();

    const named = successData(await who.client.send(CALLS.saveNominee, { body: nominee })).nominee;
    expect(named).toMatchObject({ relationship: 'spouse', name: 'Meera Example' });
    expect(named.maskedPhone).not.toContain('0000002');

    const other = { ...nominee, name: 'Ravi Example', phone: '+91 90000-00021' };
    successData(await who.client.send(CALLS.saveNominee, { body: other }));

    const [stored] = await readPersonalData(app.deps.db, app.deps.crypto, 'nominees', who.userId);
    expect(stored).toMatchObject({ phone: nominee.phone, masked_phone: named.maskedPhone });
    expect(successData(await who.client.send(CALLS.viewNominee, {})).nominee?.name).toBe(
      'Ravi Example',
    );
    successData(await who.client.send(CALLS.removeNominee, { body: {} }));
    expect(successData(await who.client.send(CALLS.viewNominee, {})).nominee).toBeNull();
  });
});

test('a link session needs a code for all of these calls', async () => {
  const who = await aSignedInUser(app);
  successData(
    await who.client.send(CALLS.saveNominee, {
      body: { relationship: 'spouse', name: 'Meera', phone: '9000000021' },
    }),
  );
  await anAppliedLoan(who);
  await sql`update sessions set assurance = 'link', code_entered_at = null where user_id = ${who.userId}`.execute(
    app.deps.db,
  );

  const { client } = who;
  const answers = await Promise.all([
    client.send(CALLS.personalData, {}),
    client.send(CALLS.viewNominee, {}),
    client.send(CALLS.removeNominee, { body: {} }),
    correct(who, 'maritalStatus', 'widowed'),
    client.send(CALLS.requestExport, { body: {} }),
    client.send(CALLS.requestErasure, { body: {} }),
    client.send(CALLS.stopErasure, { body: {} }),
  ]);

  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 316));
});
