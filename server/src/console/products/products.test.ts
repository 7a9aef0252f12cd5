import { CALLS } from '@noren/contract/index';
import type { StaffProposal } from '@noren/contract/staff/approvals';
import type { Scorecard } from '@noren/core/lending/scorecard';
import type { ProductTerms } from '@noren/core/lending/terms';
import { rupees } from '@noren/core/money/money';
import { addDays, businessDay } from '@noren/core/money/time';
import { beforeAll, describe, expect, test } from 'vitest';
import { evaluateCredit } from '../../borrower/loans/evaluate-credit.ts';
import { anActiveLoan, listCoupons, readRepayDetail, runJobs } from '../../testing/loans.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { type StaffClient, useConsole } from '../../testing/staff.ts';
import { useLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { sandboxPerson } from '../access/sandbox-people.ts';
import { decideIn, expireOldRequests } from '../approvals/decide-request.ts';
import { giveCampaignCoupons } from './give-coupons.ts';

const app = await useLedgerApp();
const desk = await useConsole(app);
let maker: StaffClient;
let checker: StaffClient;

beforeAll(async () => {
  maker = await desk.as('product_manager');
  checker = await desk.as('product_manager', 'second');
});

const today = () => app.deps.today();
const REASON = 'as the board decided';

const propose = (proposal: unknown, who = maker) =>
  who.send('propose', { body: { proposal: proposal as StaffProposal, reason: REASON } });

async function proposed(proposal: unknown): Promise<string> {
  const { requestId } = await maker.data('propose', {
    body: { proposal: proposal as StaffProposal, reason: REASON },
  });
  return requestId;
}

async function approve(requestId: string, who = checker, requestKey?: string) {
  const { effectNow: seen } = await who.data('approval', { params: { requestId } });
  return who.send('approve', {
    body: { requestId, seen: seen ?? { journals: [], messages: [], orders: [] } },
    ...(requestKey !== undefined && { requestId: requestKey }),
  });
}

async function carriedOut(proposal: unknown): Promise<void> {
  const answer = await approve(await proposed(proposal));
  if (!answer.ok) throw new Error(answer.error.message);
}

async function nextN15(): Promise<ProductTerms> {
  const { rows } = await maker.data('productVersions');
  const [newest] = rows.filter(({ terms }) => terms.code === 'N15');
  return { ...(newest!.terms as unknown as ProductTerms), version: newest!.terms.version + 1 };
}

/** A day from which a new card may decide: after today and after the newest one. */
async function dayForCard(): Promise<string> {
  const [newest] = (await maker.data('scorecardVersions')).rows;
  const from =
    newest && newest.effectiveFrom > today() ? businessDay(newest.effectiveFrom) : today();
  return addDays(from, 1);
}

async function nextCard(effectiveFrom: string): Promise<Scorecard> {
  const { rows } = await maker.data('scorecardVersions');
  const version = `${effectiveFrom.slice(0, 7)}/${rows.length + 1}`;
  return { ...(rows[0]!.card as unknown as Scorecard), version };
}

/** Each kind with a proposal that is possible now. */
const POSSIBLE: Record<string, () => Promise<unknown>> = {
  product_version: async () => ({
    kind: 'product_version',
    terms: await nextN15(),
    effectiveFrom: addDays(today(), 40),
  }),
  scorecard_version: async () => {
    const effectiveFrom = await dayForCard();
    return { kind: 'scorecard_version', card: await nextCard(effectiveFrom), effectiveFrom };
  },
  coupon: async () => ({
    kind: 'coupon',
    coupon: COUPON,
    campaign: { ...CAMPAIGN, startsOn: today(), endsOn: today() },
  }),
  configuration: async () => {
    const { gpGuideShow: before } = await maker.data('appSettings');
    return { kind: 'configuration', change: { setting: 'gpGuideShow', before, after: !before } };
  },
};

const COUPON = { kind: 'fee', discount: { amount: rupees(100) }, minPrincipal: rupees(2_000) };
const CAMPAIGN = { name: 'Nobody yet', segment: 'returning', budgetPaise: rupees(100) };

describe.each(Object.keys(POSSIBLE))('a request of kind %s', (kind) => {
  test('is refused to its maker, approved once by another and answered the same again', async () => {
    const requestId = await proposed(await POSSIBLE[kind]!());
    expect((await checker.data('productRequests')).rows).toContainEqual(
      expect.objectContaining({ requestId, kind, isMineToDecide: true, reason: REASON }),
    );
    expect(await approve(requestId, maker)).toMatchObject({
      ok: false,
      error: { code: 'forbidden' },
    });

    const key = '0198c0de-0000-4000-8000-0000000000a1';
    const first = await approve(
      requestId,
      checker,
      key.replace('a1', String(10 + Object.keys(POSSIBLE).indexOf(kind))),
    );

    expect(first.ok).toBe(true);
    expect(await approve(requestId)).toMatchObject({ ok: false, error: { code: 'not_possible' } });
  });

  test('is approved by one of two checkers at once', async () => {
    const requestId = await proposed(await POSSIBLE[kind]!());
    const other = await desk.enrolled(`Third ${kind}`, ['product_manager']);
    const both = await Promise.all([approve(requestId), approve(requestId, other)]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  test('expires after seven days, and a second one like it is refused while it is open', async () => {
    const proposal = await POSSIBLE[kind]!();
    const requestId = await proposed(proposal);

    expect(await propose(proposal)).toMatchObject({
      error: { code: 'taken', data: { requestId } },
    });
    app.advance(8 * 86_400_000);
    maker = await desk.as('product_manager');
    checker = await desk.as('product_manager', 'second');
    await expireOldRequests(app.deps);
    expect(await checker.send('approve', { body: { requestId, seen: NOTHING } })).toMatchObject({
      error: { code: 'not_possible' },
    });
  });
});

test('a campaign that is approved while somebody opens its request is shown as approved', async () => {
  const { db, now } = app.deps;
  const requestId = await proposed(await POSSIBLE.coupon!());
  const checkerId = await sandboxPerson(db, 'product_manager', 'second', now());

  const { opened } = await db.transaction().execute(async (tx) => {
    await decideIn(tx, app.deps, { requestId, checkerId, decision: 'approve' });
    const opened = checker.data('approval', { params: { requestId } });
    await expect.poll(() => countWaiting(db)).toBe(1);
    return { opened };
  });

  expect(await opened).toMatchObject({
    approval: { state: 'approved' },
    effectNow: null,
    problem: null,
  });
});

const NOTHING = { journals: [], messages: [], orders: [] };

describe('a product version', () => {
  test('with illegal terms is refused in words', async () => {
    const terms = { ...(await nextN15()), coolingOffDays: 0 };
    const answer = await propose({
      kind: 'product_version',
      terms,
      effectiveFrom: addDays(today(), 1),
    });

    expect(answer).toMatchObject({ ok: false, error: { code: 'not_possible' } });
    expect(answer).toMatchObject({
      error: { refusal: { faults: [{ code: 'cooling_off_short', leastDays: 1, days: 0 }] } },
    });
  });

  test('whose costs leave nothing to pay out is refused', async () => {
    const terms = { ...(await nextN15()), feePpm: 900_000 };
    const answer = await propose({
      kind: 'product_version',
      terms,
      effectiveFrom: addDays(today(), 1),
    });
    expect(answer).toMatchObject({ error: { refusal: { reason: 'product_costs_too_high' } } });
  });

  test('is offered from its day, also on the landing page, and an old order keeps its terms', async () => {
    const who = await aSignedInUser(app, { limitPaise: rupees(20_000) });
    const repayId = await anActiveLoan(app, who);
    const terms = { ...(await nextN15()), interestPpmPerDay: 500, name: 'Noren 15 Plus' };
    const effectiveFrom = addDays(today(), 1);

    // The version approved above for a later day is replaced with it.
    await carriedOut({ kind: 'product_version', terms, effectiveFrom });

    const offered = async () =>
      successData(
        await who.client.send(CALLS.productList, { params: { param: 'loan' } }),
      ).details.find(({ productCode }) => productCode === 'N15');

    const landing = async () =>
      successData(await who.client.send(CALLS.appConfig, {})).terms?.interestPpmPerDayFrom;
    expect([(await offered())?.interestPpmPerDay, await landing()]).toEqual([1_000, 800]);
    app.moveDays(1);
    expect([(await offered())?.interestPpmPerDay, await landing()]).toEqual([500, 500]);
    app.moveDays(1);
    // Still 0.1 % a day of 10,000, for two days.
    expect(await readRepayDetail(who, repayId)).toMatchObject({ interestPaise: rupees(20) });
  });
});

describe('the scorecard', () => {
  async function anEvaluation(): Promise<SignedInUser> {
    const who = await aSignedInUser(app, { limitPaise: null });
    await evaluateCredit(app.deps, who);
    return who;
  }

  const newest = async (who: SignedInUser) => {
    const reviewer = await desk.as('reviewer');
    return (await reviewer.data('creditReplay', { params: { userId: who.userId } })).rows[0];
  };

  test('decides by the version of the day; a decision keeps its version and is replayed', async () => {
    const old = await anEvaluation();
    const { inForce: first } = await maker.data('scorecardVersions');
    const effectiveFrom = await dayForCard();
    const card = { ...(await nextCard(effectiveFrom)), declineBelow: 900, reviewBelow: 900 };

    await carriedOut({ kind: 'scorecard_version', card, effectiveFrom });

    const { rows, inForce } = await maker.data('scorecardVersions');
    expect(rows[0]).toMatchObject({ effectiveFrom, card: { declineBelow: 900 } });
    expect(inForce).not.toBe(rows[0]!.card.version);
    while (today() < effectiveFrom) app.moveDays(1);

    const fresh = await anEvaluation();
    expect(await newest(fresh)).toMatchObject({
      outcome: 'declined',
      cardVersion: rows[0]!.card.version,
      declineBelow: 900,
      isReplayed: true,
    });

    expect(await newest(old)).toMatchObject({
      outcome: 'approved',
      cardVersion: first,
      isReplayed: true,
    });
  });

  test('is refused where it breaks its shape', async () => {
    const effectiveFrom = addDays(today(), 400);
    const card = { ...(await nextCard(effectiveFrom)), reviewBelow: -5 };
    const answer = await propose({ kind: 'scorecard_version', card, effectiveFrom });
    expect(answer).toMatchObject({
      error: { refusal: { faults: [{ code: 'review_below_decline' }] } },
    });
  });

  test('a back-test counts who would be decided otherwise, with masked people, and changes nothing', async () => {
    await anEvaluation();

    const { rows: cards } = await maker.data('scorecardVersions');
    const lenient = { ...cards.at(-1)!.card, newBorrowerCap: rupees(1_000) };
    const { rows, judged, same, limitsLower } = await maker.data('backTest', {
      body: { card: lenient, days: 365 },
    });

    expect(judged).toBe(same + rows.length);
    expect(limitsLower).toBeGreaterThan(0);
    expect(rows[0]!.person).toMatch(/\*|·|•/);
    expect(
      await desk
        .as('payments')
        .then((who) => who.send('backTest', { body: { card: lenient, days: 9 } })),
    ).toMatchObject({ error: { code: 'forbidden' } });
  });
});

describe('a setting', () => {
  test('is changed from the value it had; one that was changed since is refused', async () => {
    const { gpGuideShow: before } = await maker.data('appSettings');
    const requestId = await proposed({
      kind: 'configuration',
      change: { setting: 'gpGuideShow', before, after: !before },
    });

    await app.deps.db.updateTable('app_settings').set({ gpGuideShow: !before }).execute();

    const refused = await checker.send('approve', { body: { requestId, seen: NOTHING } });
    expect(refused).toMatchObject({ error: { code: 'not_possible' } });
    expect(refused).toMatchObject({ error: { refusal: { reason: 'setting_changed' } } });
    await app.deps.db.updateTable('app_settings').set({ gpGuideShow: before }).execute();
    expect((await approve(requestId)).ok).toBe(true);
    app.advance(31_000);

    const config = successData(await app.client().send(CALLS.appConfig, {}));
    expect(config.gpGuideShow).toBe(!before);
  });

  test('a card of the carousel is shown on its days in the borrower’s language', async () => {
    const texts = { en: { title: 'Diwali hours', text: 'We answer until 20:00.' } };
    const after = {
      target: 'service',
      texts,
      effectiveFrom: addDays(today(), 1),
      effectiveTo: addDays(today(), 2),
    };
    const change = { setting: 'carouselCard', cardId: 'diwali', before: null, after };

    await carriedOut({ kind: 'configuration', change });

    const shown = async () =>
      successData(await app.client({ language: 'hi' }).send(CALLS.carousel, {})).details.map(
        ({ title }) => title,
      );

    expect(await shown()).not.toContain('Diwali hours');
    app.moveDays(1);
    expect(await shown()).toContain('Diwali hours');
    app.moveDays(2);
    expect(await shown()).not.toContain('Diwali hours');

    const withoutEnglish = {
      ...change,
      before: after,
      after: { ...after, texts: { hi: texts.en } },
    };
    expect(await propose({ kind: 'configuration', change: withoutEnglish })).toMatchObject({
      ok: false,
    });
  });
});

describe('coupons', () => {
  test('a campaign gives its segment coupons once, within the budget', async () => {
    await app.deps.db.updateTable('credit_limits').set({ state: 'declined' }).execute();

    const people = [];
    for (let made = 0; made < 3; made += 1)
      people.push(await aSignedInUser(app, { limitPaise: rupees(20_000) }));

    const borrower = people[0]!;
    await anActiveLoan(app, borrower);

    const more = await aSignedInUser(app, { limitPaise: rupees(20_000) });
    expect(await maker.data('segmentSize', { query: { segment: 'never_borrowed' } })).toEqual({
      people: 3,
    });

    const [startsOn, endsOn] = [addDays(today(), 1), addDays(today(), 20)];
    const terms = {
      name: 'First loan',
      segment: 'never_borrowed',
      budgetPaise: rupees(250),
      startsOn,
      endsOn,
    };

    await carriedOut({ kind: 'coupon', coupon: COUPON, campaign: terms });

    const [{ campaignId, state } = { campaignId: '', state: '' }] = (await maker.data('campaigns'))
      .rows;
    expect(state).toBe('waiting');
    await giveCampaignCoupons(app.deps, { campaignId });
    expect((await maker.data('campaigns')).rows[0]).toMatchObject({ coupons: 0 });
    app.moveDays(1);
    await Promise.all([
      giveCampaignCoupons(app.deps, { campaignId }),
      giveCampaignCoupons(app.deps, { campaignId }),
    ]);

    expect((await maker.data('campaigns')).rows[0]).toMatchObject({
      coupons: 2,
      committedPaise: rupees(200),
      state: 'spent',
    });
    expect(await listCoupons(borrower)).toEqual([]);

    const given = await Promise.all([...people.slice(1), more].map(listCoupons));
    expect(given.flat()).toHaveLength(2);
    expect(given.flat()[0]).toMatchObject({ kind: 'fee', state: 'usable', expiresOn: endsOn });

    const over = app.deps.db.updateTable('coupon_campaigns').set({ committedPaise: rupees(300) });
    await expect(over.execute()).rejects.toMatchObject({ code: '23514' });
  });

  test('a campaign without a budget for one coupon is refused in words', async () => {
    const campaign = { ...CAMPAIGN, budgetPaise: rupees(50), startsOn: today(), endsOn: today() };
    const answer = await propose({ kind: 'coupon', coupon: COUPON, campaign });
    expect(answer).toMatchObject({
      error: { refusal: { faults: [{ code: 'budget_small' }] } },
    });
  });

  test('one borrower gets one, proposed from the person by a grievance officer', async () => {
    const who = await aSignedInUser(app);
    const officer = await desk.as('grievance_officer');
    const { requestId } = await officer.data('propose', {
      body: {
        proposal: { kind: 'coupon', coupon: COUPON, userId: who.userId, days: 10 },
        reason: REASON,
      },
    });

    expect((await approve(requestId)).ok).toBe(true);
    expect(await listCoupons(who)).toMatchObject([
      { kind: 'fee', source: 'operator', expiresOn: addDays(today(), 10) },
    ]);
  });

  test('a campaign that starts today is queued with its approval', async () => {
    await carriedOut({
      kind: 'coupon',
      coupon: COUPON,
      campaign: { ...CAMPAIGN, name: 'Today', startsOn: today(), endsOn: today() },
    });
    await runJobs(app);
    expect((await maker.data('campaigns')).rows[0]).toMatchObject({
      name: 'Today',
      coupons: 0,
      state: 'given',
    });
  });
});
