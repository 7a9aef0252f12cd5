import { CALLS } from '@noren/contract/index';
import type { CORRECTED_FIELDS } from '@noren/core/people/correction';
import { describe, expect, test } from 'vitest';
import { addDataChange } from '../../people/account/store.ts';
import { readPersonalData } from '../../people/personal-data/read-personal-data.ts';
import { decideCorrection } from '../../testing/decisions.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { listPendingCorrections } from '../../testing/waiting-lists.ts';

const app = await useApp();

const correct = (who: SignedInUser, field: (typeof CORRECTED_FIELDS)[number], value: string) =>
  who.client.send(CALLS.correctData, { body: { field, value } });

describe('corrections', () => {
  test('a pending correction is listed even after a hundred newer ones', async () => {
    const who = await aSignedInUser(app);
    successData(await correct(who, 'name', 'Another Example'));

    const change = {
      userId: who.userId,
      field: 'industry',
      before: null,
      after: 'technology',
      state: 'done',
    } as const;
    await app.deps.db.transaction().execute(async (tx) => {
      for (let n = 0; n < 100; n++)
        await addDataChange(tx, app.deps.crypto, { ...change, now: app.deps.now() });
    });

    expect(await correct(who, 'name', 'A Third Example')).toMatchObject({
      code: 409,
      data: { reason: 'waiting' },
    });
    expect(await listPendingCorrections(app.deps, who.userId)).toHaveLength(1);
  });

  test('a corrected date of birth is updated in both tables', async () => {
    const who = await aSignedInUser(app);
    successData(await correct(who, 'birthday', '1990-02-03'));

    const { userId } = who;
    const [{ changeId } = { changeId: '' }] = await listPendingCorrections(app.deps, userId);

    await decideCorrection(app.deps, { userId, changeId, refusedBecause: null, operator: 'Op' });

    const { db, crypto } = app.deps;
    expect(await readPersonalData(db, crypto, 'identities', userId)).toMatchObject([
      { birth_day: '1990-02-03' },
    ]);
    expect(await readPersonalData(db, crypto, 'personal_info', userId)).toMatchObject([
      { birthday: '1990-02-03' },
    ]);
  });
});

describe('the nominee', () => {
  const nominee = { relationship: 'spouse', name: 'Meera Example', phone: '9000000021' };

  test('has a daily limit; removing without a nominee is not audited', async () => {
    const { client, userId } = await aSignedInUser(app);
    successData(await client.send(CALLS.removeNominee, { body: {} }));

    const noted = app.deps.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', '=', 'nominee_removed');
    expect(await noted.where('userId', '=', userId).execute()).toEqual([]);

    const { limits, now } = app.deps;
    const { most } = limits.findRule('nominee-user-day');

    for (let at = 0; at < most; at++) await limits.take([['nominee-user-day', userId]], now());
    expect((await client.send(CALLS.saveNominee, { body: nominee })).code).toBe(429);
  });

  test('is rejected with an unknown relationship, an invalid phone or an empty name', async () => {
    const { client } = await aSignedInUser(app);
    for (const wrong of [{ relationship: 'enemy' }, { phone: '123' }, { name: '' }])
      expect((await client.send(CALLS.saveNominee, { body: { ...nominee, ...wrong } })).code).toBe(
        400,
      );
  });
});
