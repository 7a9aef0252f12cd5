import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import type { PanDifference } from '@noren/core/people/pan-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readRenewal } from '../../lending/credit/renewal-store.ts';
import { readPanCheck } from '../../people/certification/pan-check-store.ts';
import { readIdentity } from '../../people/certification/store.ts';
import { currentTexts } from '../../people/consents.ts';
import { sweep } from '../../schedule/sweep.ts';
import { decideIdentityReview } from '../../testing/decisions.ts';
import { sendCard } from '../../testing/identity-documents.ts';
import { readJobDelays } from '../../testing/job-queue.ts';
import { aQuote, runJobs } from '../../testing/loans.ts';
import { asked, levelAndStep, usePanChecks } from '../../testing/pan-checks.ts';
import { approve } from '../../testing/review-decisions.ts';
import { readSubject } from '../../testing/reviews.ts';
import { useConsole } from '../../testing/staff.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';
import { checkPan } from './check-pan.ts';

const panRegister = await usePanChecks();
const { app, whoConfirmed, whoIsCertified, db, crypto, stateNow } = panRegister;

const desk = await useConsole(app);

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
});

describe('while no answer comes', () => {
  beforeEach(() => {
    panRegister.differences = null;
  });

  test('nothing is known, the level waits, and the waits grow', async () => {
    const who = await whoIsCertified();
    expect(await levelAndStep(who)).toEqual(['document_seen', 'await_pan']);

    await runJobs(app);
    await runJobs(app, { delayed: true });
    await runJobs(app, { delayed: true });
    expect(asked).toHaveLength(3);
    expect(await readPanCheck(db, who.userId)).toMatchObject({ verdict: 'waiting', tries: 3 });
    const [delay, ...others] = await readJobDelays(db, 'check-pan');
    expect(others).toEqual([]);
    // The wait before was 20 s.
    expect(delay).toBeGreaterThan(20);
    expect(delay).toBeLessThanOrEqual(40);
    expect(await levelAndStep(who)).toEqual(['document_seen', 'await_pan']);
    expect((await stateNow(who)).state).toBe('verified');

    panRegister.differences = [];
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
      panRegister.differences = [difference];
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

  test('is confirmed as long ago as before: the next update of the details stays due', async () => {
    panRegister.differences = ['name'];
    const who = await whoIsCertified();
    const readDay = async () => (await readRenewal(db, who.userId, app.deps.today()))?.confirmedDay;
    const day = await readDay();

    app.moveDays(40);
    app.advance(40 * 86_400_000);
    await runJobs(app);
    expect(await stateNow(who)).toMatchObject({ state: 'review', wasVerified: true });
    expect(await readDay()).toBe(day);

    expect(await decideIdentityReview(app.deps, approve(who))).toBe(true);
    expect(await readDay()).toBe(day);
  });

  test('stays a card seen after an approval, and the borrower reads the step', async () => {
    panRegister.differences = ['name'];
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
    panRegister.differences = ['unknown'];
    const who = await whoIsCertified();
    await runJobs(app);
    const { requests } = successData(await who.client.send(CALLS.documentRequests, {}));
    expect(requests).toMatchObject([
      { document: 'panFront', why: expect.stringContaining('income tax department') },
    ]);

    panRegister.differences = [];
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
});

describe('an answer', () => {
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
});

test('who was certified before the register was asked keeps the level, and is not asked about', async () => {
  const who = await aSignedInUser(app);
  await sweep(app.deps);
  await runJobs(app);
  expect(asked).toEqual([]);
  expect(await levelAndStep(who)).toEqual(['source_checked', null]);
});
