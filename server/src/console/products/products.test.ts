import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { describe, expect, test } from 'vitest';
import { evaluateCredit } from '../../borrower/loans/evaluate-credit.ts';
import { anActiveLoan, readRepayDetail, runJobs } from '../../testing/loans.ts';
import {
  CAMPAIGN,
  COUPON,
  NOTHING,
  REASON,
  useProductRequests,
} from '../../testing/product-requests.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { giveCampaignCoupons } from './give-coupons.ts';

const managers = await useProductRequests();
const { app, desk, proposed, approve, nextN15, nextCard, POSSIBLE, today, propose, dayForCard } =
  managers;

async function carriedOut(proposal: unknown): Promise<void> {
  const answer = await approve(await proposed(proposal));
  if (!answer.ok) throw new Error(answer.error.message);
}

describe.each(Object.keys(POSSIBLE))('a request of kind %s', (kind) => {
  test('is refused to its maker, approved once by another and answered the same again', async () => {
    const requestId = await proposed(await POSSIBLE[kind]!());
    expect((await managers.checker.data('productRequests')).rows).toContainEqual(
      expect.objectContaining({ requestId, kind, isMineToDecide: true, reason: REASON }),
    );
    expect(await approve(requestId, managers.maker)).toMatchObject({
      ok: false,
      error: { code: 'forbidden' },
    });

    const key = '0198c0de-0000-4000-8000-0000000000a1';
    const first = await approve(
      requestId,
      managers.checker,
      key.replace('a1', String(10 + Object.keys(POSSIBLE).indexOf(kind))),
    );

    expect(first.ok).toBe(true);
    expect(await approve(requestId)).toMatchObject({ ok: false, error: { code: 'not_possible' } });
  });
});

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
    const { inForce: first } = await managers.maker.data('scorecardVersions');
    const effectiveFrom = await dayForCard();
    const card = { ...(await nextCard(effectiveFrom)), declineBelow: 900, reviewBelow: 900 };

    await carriedOut({ kind: 'scorecard_version', card, effectiveFrom });

    const { rows, inForce } = await managers.maker.data('scorecardVersions');
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

    const { rows: cards } = await managers.maker.data('scorecardVersions');
    const lenient = { ...cards.at(-1)!.card, newBorrowerCap: rupees(1_000) };
    const { rows, judged, same, limitsLower } = await managers.maker.data('backTest', {
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
    const { gpGuideShow: before } = await managers.maker.data('appSettings');
    const requestId = await proposed({
      kind: 'configuration',
      change: { setting: 'gpGuideShow', before, after: !before },
    });

    await app.deps.db.updateTable('app_settings').set({ gpGuideShow: !before }).execute();

    const refused = await managers.checker.send('approve', { body: { requestId, seen: NOTHING } });
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
  const coupons = async (who: SignedInUser) =>
    successData(await who.client.send(CALLS.couponList, {})).details;

  test('a campaign gives its segment coupons once, within the budget', async () => {
    await app.deps.db.updateTable('credit_limits').set({ state: 'declined' }).execute();

    const people = [];
    for (let made = 0; made < 3; made += 1)
      people.push(await aSignedInUser(app, { limitPaise: rupees(20_000) }));

    const borrower = people[0]!;
    await anActiveLoan(app, borrower);

    const more = await aSignedInUser(app, { limitPaise: rupees(20_000) });
    expect(
      await managers.maker.data('segmentSize', { query: { segment: 'never_borrowed' } }),
    ).toEqual({
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

    const [{ campaignId, state } = { campaignId: '', state: '' }] = (
      await managers.maker.data('campaigns')
    ).rows;
    expect(state).toBe('waiting');
    await giveCampaignCoupons(app.deps, { campaignId });
    expect((await managers.maker.data('campaigns')).rows[0]).toMatchObject({ coupons: 0 });
    app.moveDays(1);
    await Promise.all([
      giveCampaignCoupons(app.deps, { campaignId }),
      giveCampaignCoupons(app.deps, { campaignId }),
    ]);

    expect((await managers.maker.data('campaigns')).rows[0]).toMatchObject({
      coupons: 2,
      committedPaise: rupees(200),
      state: 'spent',
    });
    expect(await coupons(borrower)).toEqual([]);

    const given = await Promise.all([...people.slice(1), more].map(coupons));
    expect(given.flat()).toHaveLength(2);
    expect(given.flat()[0]).toMatchObject({ kind: 'fee', state: 'usable', expiresOn: endsOn });

    const over = app.deps.db.updateTable('coupon_campaigns').set({ committedPaise: rupees(300) });
    await expect(over.execute()).rejects.toMatchObject({ code: '23514' });
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
    expect(await coupons(who)).toMatchObject([
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
    expect((await managers.maker.data('campaigns')).rows[0]).toMatchObject({
      name: 'Today',
      coupons: 0,
      state: 'given',
    });
  });
});
