import { CALLS } from '@noren/contract/index';
import { beforeEach, describe, expect, test } from 'vitest';
import { askAboutPan } from '../../people/certification/pan-check.ts';
import { listStalePanChecks, readPanCheck } from '../../people/certification/pan-check-store.ts';
import { correctIdentity } from '../../people/certification/store.ts';
import { currentTexts } from '../../people/consents.ts';
import type { PanQuestion } from '../../platform/ports/pan-register.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { sweep } from '../../schedule/sweep.ts';
import { confirmIdentity, sendCard } from '../../testing/identity-documents.ts';
import { queuedJobNames, runJobs } from '../../testing/loans.ts';
import { asked, levelAndStep, usePanChecks } from '../../testing/pan-checks.ts';
import { successData } from '../../testing/users.ts';
import { checkPan } from './check-pan.ts';

const panRegister = await usePanChecks();
const { app, whoConfirmed, whoIsCertified, db, crypto, askNow, stateNow } = panRegister;

describe('once an identity is confirmed', () => {
  test('a name that the card writes in another way is asked about as the card writes it', async () => {
    const person = samplePerson(panRegister.seed + 1);
    const [first, last] = person.name.split(' ');
    const { who } = await whoConfirmed(`${last} ${first}`.toUpperCase());
    await runJobs(app);

    expect(asked.map(({ name }) => name)).toEqual([`${last} ${first}`.toUpperCase()]);
    expect((await readPanCheck(db, who.userId))?.verdict).toBe('agrees');
  });

  test('the same identity saved again is asked about once', async () => {
    const { who, person } = await whoConfirmed();
    await runJobs(app);
    successData(await confirmIdentity(who, person));
    await runJobs(app);
    expect(asked).toHaveLength(1);
  });

  test('what the register does not confirm stays a reason when it is saved again', async () => {
    panRegister.differences = ['name'];
    const { who, person } = await whoConfirmed();
    await runJobs(app);
    successData(await confirmIdentity(who, person));

    expect(await stateNow(who)).toMatchObject({
      state: 'review',
      reasons: ['pan_register_differs'],
    });
  });
});

describe('while no answer comes', () => {
  beforeEach(() => {
    panRegister.differences = null;
  });

  test('a job that was lost is queued again', async () => {
    const who = await whoIsCertified();
    await db.deleteFrom('queued_jobs').execute();
    app.advance(31 * 60_000);
    await sweep(app.deps);
    expect(await queuedJobNames(app)).toContain('check-pan');

    panRegister.differences = [];
    await runJobs(app);
    expect((await readPanCheck(db, who.userId))?.verdict).toBe('agrees');
  });
});

describe('an identity that the register does not confirm', () => {
  test('does not take the card again while it is confirmed, or where no register is asked', async () => {
    const who = await whoIsCertified();
    await runJobs(app);
    expect((await sendCard(who, 'panFront', { pan: 'ZZZPZ9998Z' })).code).toBe(409);
    expect(successData(await who.client.send(CALLS.documentRequests, {})).requests).toEqual([]);
  });
});

describe('an answer', () => {
  test('about another identity than the one that is confirmed by now is dropped', async () => {
    const who = await whoIsCertified();
    const { panRegister } = app.deps;
    const slow = {
      name: 'slow',
      async check(question: PanQuestion) {
        await db.transaction().execute(async (tx) => {
          await correctIdentity(tx, crypto, who.userId, { name: 'Somebody Else' });
          await askAboutPan(tx, app.deps, who.userId);
        });
        return panRegister!.check(question);
      },
    };
    await checkPan({ ...app.deps, panRegister: slow }, { userId: who.userId });
    expect((await readPanCheck(db, who.userId))?.verdict).toBe('waiting');

    await runJobs(app);
    expect(asked.at(-1)?.name).toBe('Somebody Else');
    expect((await readPanCheck(db, who.userId))?.verdict).toBe('agrees');
  });

  test('that comes twice at once is taken once', async () => {
    panRegister.differences = ['name'];
    const who = await whoIsCertified();
    await Promise.all([1, 2].map(() => checkPan(app.deps, { userId: who.userId })));
    const acts = await db
      .selectFrom('audit_log')
      .select('detail')
      .where('userId', '=', who.userId)
      .where('action', '=', 'pan_checked')
      .execute();
    expect(acts).toEqual([{ detail: { differences: ['name'] } }]);
  });

  test('that is not asked for without a consent keeps the sweep from nobody else', async () => {
    const [without, other] = [await whoIsCertified(), await whoIsCertified()];
    const { textVersion } = currentTexts(app.deps).identity_documents;
    successData(
      await without.client.send(CALLS.saveConsent, {
        body: { purpose: 'identity_documents', textVersion, given: false },
      }),
    );
    app.advance(60_000);
    await checkPan(app.deps, { userId: without.userId });

    const stale = await listStalePanChecks(db, app.deps.now() + 1);
    const ours = stale.filter((id) => id === without.userId || id === other.userId);
    expect(ours).toEqual([other.userId, without.userId]);
    await runJobs(app);
  });

  test('costs: the seventh question of a day waits', async () => {
    const who = await whoIsCertified();
    await runJobs(app);
    for (let count = 1; count <= 6; count++) {
      await db
        .transaction()
        .execute((tx) =>
          correctIdentity(tx, crypto, who.userId, { name: `Asha ${'abcdefg'[count]}` }),
        );
      await askNow(who);
      await runJobs(app);
    }
    expect(asked).toHaveLength(6);
    expect((await readPanCheck(db, who.userId))?.verdict).toBe('waiting');
  });
});

test('where no register is asked any more, what it said counts for nothing', async () => {
  panRegister.differences = ['name'];
  const who = await whoIsCertified();
  await runJobs(app);
  await db
    .updateTable('identities')
    .set({ state: 'verified', wasVerified: false })
    .where('userId', '=', who.userId)
    .execute();

  Object.assign(app.deps, { asksPanRegister: false });
  expect(await levelAndStep(who)).toEqual(['source_checked', null]);
  Object.assign(app.deps, { asksPanRegister: true });
});
