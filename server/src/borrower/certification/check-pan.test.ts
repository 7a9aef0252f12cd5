import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import type { PanDifference } from '@noren/core/people/pan-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { askAboutPan } from '../../people/certification/pan-check.ts';
import { listStalePanChecks, readPanCheck } from '../../people/certification/pan-check-store.ts';
import { correctIdentity, readIdentity } from '../../people/certification/store.ts';
import { currentTexts } from '../../people/consents.ts';
import type { PanQuestion } from '../../platform/ports/pan-register.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { layOutCode, signCode } from '../../sandbox/samples/sign-code.ts';
import { sweep } from '../../schedule/sweep.ts';
import { makeFakeKyc } from '../../testing/fake-kyc.ts';
import {
  confirmIdentity,
  FACE_PHOTO,
  sendCard,
  whoSentCards,
} from '../../testing/identity-documents.ts';
import { readJobDelays } from '../../testing/job-queue.ts';
import { setCeiling } from '../../testing/level-ceilings.ts';
import { aQuote, queuedJobNames, readCredit, runJobs } from '../../testing/loans.ts';
import { readSubject } from '../../testing/reviews.ts';
import { useConsole } from '../../testing/staff.ts';
import { testIssuer } from '../../testing/test-issuer.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { checkPan } from './check-pan.ts';

const asked: PanQuestion[] = [];
/** What the register answers next; null: no answer comes. */
let differences: PanDifference[] | null = [];

const app = await useApp({
  kyc: makeFakeKyc(),
  providers: () => ({
    asksPanRegister: true,
    panRegister: {
      name: 'test-register',
      async check(question) {
        asked.push(question);
        if (differences === null) throw new Error('away');
        return { differences, ref: 'a-reference' };
      },
    },
  }),
});
const { db, crypto } = app.deps;
const desk = await useConsole(app);

await setCeiling(app, 'document_seen', rupees(5_000));

beforeEach(() => {
  asked.length = 0;
  differences = [];
});

let seed = 9_400;

/** Somebody who confirmed what the card's code says, before the register is asked. */
async function whoConfirmed(printed?: string) {
  const person = samplePerson(++seed);
  const code = signCode(layOutCode(person, { photo: FACE_PHOTO }), testIssuer());
  const who = await whoSentCards(app, person, { code, onPanCard: printed });
  successData(await confirmIdentity(who, person));

  return { who, person };
}

/** A certified person whose card's issuer confirms them, and who is now asked about. */
async function whoIsCertified(): Promise<SignedInUser> {
  const who = await aSignedInUser(app);
  await askNow(who);
  return who;
}

const askNow = ({ userId }: SignedInUser, isAgain = false) =>
  db.transaction().execute((tx) => askAboutPan(tx, app.deps, userId, { isAgain }));

const levelAndStep = async (who: SignedInUser) => {
  const { level, next } = (await readCredit(who)).identity;
  return [level, next?.step ?? null];
};

const stateNow = ({ userId }: SignedInUser) =>
  db
    .selectFrom('identities')
    .select(['state', 'wasVerified', 'reasons'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();

describe('once an identity is confirmed', () => {
  test('the register is asked outside the call, and its yes gives the level', async () => {
    const { who, person } = await whoConfirmed();
    expect(asked).toEqual([]);
    expect((await readPanCheck(db, who.userId))?.verdict).toBe('waiting');

    await runJobs(app);
    expect(asked).toEqual([{ pan: person.pan, name: person.name, birthDay: person.birthDay }]);
    expect(await readPanCheck(db, who.userId)).toMatchObject({
      verdict: 'agrees',
      differences: [],
    });
    expect((await stateNow(who)).state).toBe('verified');
  });

  test('a name that the card writes in another way is asked about as the card writes it', async () => {
    const person = samplePerson(seed + 1);
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
    differences = ['name'];
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
    differences = null;
  });

  test('nothing is known, the level waits, and the waits grow', async () => {
    const who = await whoIsCertified();
    expect(await levelAndStep(who)).toEqual(['document_seen', 'await_pan']);

    await runJobs(app);
    await runJobs(app, { delayed: true });
    await runJobs(app, { delayed: true });
    expect(asked).toHaveLength(3);
    expect(await readPanCheck(db, who.userId)).toMatchObject({ verdict: 'waiting', tries: 3 });
    const delays = await readJobDelays(db, 'check-pan');
    expect(delays).toEqual([expect.closeTo(40, -1)]);
    expect(await levelAndStep(who)).toEqual(['document_seen', 'await_pan']);
    expect((await stateNow(who)).state).toBe('verified');

    differences = [];
    await runJobs(app, { delayed: true });
    expect(await levelAndStep(who)).toEqual(['source_checked', null]);
  });

  test('a loan above the ceiling is refused in words that say what is waited for', async () => {
    const who = await whoIsCertified();
    const { code, msg } = await who.client.send(CALLS.quoteLoan, {
      body: { productCode: 'N15', principalPaise: rupees(10_000) },
    });
    expect([code, msg]).toEqual([409, expect.stringContaining('income tax department')]);
  });

  test('a job that was lost is queued again', async () => {
    const who = await whoIsCertified();
    await db.deleteFrom('queued_jobs').execute();
    app.advance(31 * 60_000);
    await sweep(app.deps);
    expect(await queuedJobNames(app)).toContain('check-pan');

    differences = [];
    await runJobs(app);
    expect((await readPanCheck(db, who.userId))?.verdict).toBe('agrees');
  });

  test('nothing is logged but that it was so', async () => {
    const who = await whoIsCertified();
    const warn = vi.spyOn(app.deps.log, 'warn');
    await checkPan(app.deps, { userId: who.userId });

    const { name, pan } = (await readIdentity(db, crypto, who.userId))!;
    const written = JSON.stringify(warn.mock.calls);
    expect(warn).toHaveBeenCalledOnce();
    for (const value of [name, pan, who.userId]) expect(written).not.toContain(value);
    warn.mockRestore();
  });
});

describe('an identity that the register does not confirm', () => {
  test.each<PanDifference>(['name', 'birthDay', 'unknown', 'ended', 'deceased', 'not_a_person'])(
    'goes to a reviewer, who sees that it is the %s, and decides nothing',
    async (difference) => {
      differences = [difference];
      const who = await whoIsCertified();
      await runJobs(app);

      expect(await stateNow(who)).toMatchObject({
        state: 'review',
        wasVerified: true,
        reasons: expect.arrayContaining(['pan_register_differs']),
      });
      const reviewer = await desk.as('reviewer');
      const address = { params: { userId: who.userId, kind: 'identity' as const } };
      const { identity, reasons } = await reviewer.data('reviewCase', address);
      expect(reasons).toContain('pan_register_differs');
      expect(identity).toMatchObject({
        level: 'document_seen',
        pan: { verdict: 'differs', differences: [difference] },
      });
    },
  );

  test('stays a card seen after an approval, and the borrower reads the step', async () => {
    differences = ['name'];
    const who = await whoIsCertified();
    await runJobs(app);
    const reviewer = await desk.as('reviewer');
    const subject = await readSubject(reviewer, who, 'identity');
    await reviewer.data('decideReview', {
      body: { userId: who.userId, kind: 'identity', subject, decision: 'approve', stands: {} },
    });

    expect((await stateNow(who)).state).toBe('verified');
    expect(await levelAndStep(who)).toEqual(['document_seen', 'correct_pan']);
    const support = await desk.as('support');
    const { credit } = await support.data('borrower', { params: { userId: who.userId } });
    expect(credit.identity.pan).toMatchObject({ verdict: 'differs', differences: ['name'] });

    // A loan within the ceiling goes on.
    const { quote } = await aQuote(who, { productCode: 'N07', rupees: 2_000 });
    expect(quote.principalPaise).toBe(rupees(2_000));
  });

  test('is asked about again with a new picture of the card, which a reviewer compares', async () => {
    differences = ['unknown'];
    const who = await whoIsCertified();
    await runJobs(app);
    const { requests } = successData(await who.client.send(CALLS.documentRequests, {}));
    expect(requests).toMatchObject([
      { document: 'panFront', why: expect.stringContaining('income tax department') },
    ]);

    differences = [];
    successData(await sendCard(who, 'panFront', { pan: 'ZZZPZ9999Z' }));
    expect((await readPanCheck(db, who.userId))?.verdict).toBe('waiting');
    expect((await stateNow(who)).reasons).toContain('pan_differs');
    expect((await sendCard(who, 'panFront', { pan: 'ZZZPZ9999Z' })).code).toBe(409);

    await runJobs(app);
    expect(asked).toHaveLength(2);
    expect(await levelAndStep(who)).toEqual(['document_seen', 'await_review']);

    // The reviewer lets the card's number stand: that one is asked about.
    const reviewer = await desk.as('reviewer');
    const subject = await readSubject(reviewer, who, 'identity');
    await reviewer.data('decideReview', {
      body: {
        userId: who.userId,
        kind: 'identity',
        subject,
        decision: 'approve',
        stands: { pan: 'panFront' },
      },
    });
    await runJobs(app);
    expect(asked.at(-1)?.pan).toBe('ZZZPZ9999Z');
    expect(await levelAndStep(who)).toEqual(['source_checked', null]);
  });

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
    differences = ['name'];
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

  test('is not asked for without a consent to it, and is once it is given', async () => {
    const who = await whoIsCertified();
    const { textVersion } = currentTexts(app.deps).identity_documents;
    const consent = (given: boolean) =>
      who.client.send(CALLS.saveConsent, {
        body: { purpose: 'identity_documents', textVersion, given },
      });

    successData(await consent(false));
    await runJobs(app);
    expect(asked).toEqual([]);

    successData(await consent(true));
    app.advance(31 * 60_000);
    await sweep(app.deps);
    await runJobs(app);
    expect((await readPanCheck(db, who.userId))?.verdict).toBe('agrees');
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

test('who was certified before the register was asked keeps the level, and is not asked about', async () => {
  const who = await aSignedInUser(app);
  await sweep(app.deps);
  await runJobs(app);
  expect(asked).toEqual([]);
  expect(await levelAndStep(who)).toEqual(['source_checked', null]);
});

test('where no register is asked any more, what it said counts for nothing', async () => {
  differences = ['name'];
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
