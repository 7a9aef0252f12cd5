import { randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import type { LinkSegment } from '@noren/core/lending/link-campaign';
import { addDays } from '@noren/core/money/time';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { type StaffClient, type TestConsole, useConsole } from '../../testing/staff.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, sendConsent, successData } from '../../testing/users.ts';
import { sendLinkCampaign } from './send-link-campaign.ts';

const HOUR = 3_600_000;
const reason = 'reminded of what is due';
let app: TestApp;
let desk: TestConsole;
let rohit: StaffClient;
let anita: StaffClient;

beforeAll(async () => {
  app = await useApp();
  desk = await useConsole(app);
});

beforeEach(() => goTo(12));

// The next test begins without the loans and offers of this one.
afterEach(() =>
  sql`update orders set due_day = due_day + 1000, open_until = null`.execute(app.deps.db),
);

/** Moves to an hour of India's day, forward; the officers sign in again. */
async function goTo(hour: number): Promise<void> {
  const day = 24 * HOUR;
  app.advance((hour * HOUR - ((app.deps.now() + 5.5 * HOUR) % day) + day) % day);
  rohit = await desk.as('collections');
  anita = await desk.as('grievance_officer');
}

/** Somebody whose loan is overdue for some days. */
async function overdue(days = 4): Promise<SignedInUser & { repayId: string }> {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });

  await sql`update orders set due_day = ${addDays(app.deps.today(), -days)} where repay_id = ${repayId}`.execute(
    app.deps.db,
  );

  return { ...who, repayId };
}

const makeProposal = (segment: LinkSegment, most = 100) => ({
  kind: 'link_campaign' as const,
  segment,
  most,
});

const propose = (segment: LinkSegment, most?: number) =>
  rohit.data('propose', { body: { proposal: makeProposal(segment, most), reason } });

async function approve(requestId: string): Promise<void> {
  const { effectNow } = await anita.data('approval', { params: { requestId } });
  await anita.data('approve', { body: { requestId, seen: effectNow } });
}

async function sendTo(segment: LinkSegment, most?: number): Promise<string> {
  const { requestId } = await propose(segment, most);
  await approve(requestId);
  await runJobs(app);
  return requestId;
}

async function linksTo({ phone }: SignedInUser): Promise<string[]> {
  const messages = await readSandboxMessages(app.deps.db, phone);
  return messages.flatMap(({ template, values }) =>
    template === 'sign_in_link' ? [values.token ?? ''] : [],
  );
}

const newest = async () => (await rohit.data('linkCampaignList', { query: {} })).rows[0];
const people = async (segment: LinkSegment) =>
  (await rohit.data('linkSegmentSize', { query: { segment } })).people;

describe('links to a segment', () => {
  test('go to each person once, by two people, count as a contact and sign in once', async () => {
    const [one, two, longer] = [await overdue(), await overdue(7), await overdue(8)];
    expect(await people('overdue_d1')).toBe(2);

    const { effect } = await rohit.data('previewApproval', {
      body: { proposal: makeProposal('overdue_d1') },
    });
    expect(effect.facts).toEqual([{ what: 'links', before: '0', after: '2' }]);
    await sendTo('overdue_d1');

    const [token = '', ...more] = await linksTo(one);
    expect([more, await linksTo(longer)]).toEqual([[], []]);
    expect(await linksTo(two)).toHaveLength(1);
    expect(await newest()).toMatchObject({
      segment: 'overdue_d1',
      links: 2,
      sent: 2,
      withheld: 0,
      reason,
    });

    const [taskId = '', uniqueChannel = ''] = token.split('.');

    const open = () =>
      app
        .client()
        .send(CALLS.openTokenLogin, { body: { taskId, uniqueChannel, registerClientType: 1 } });

    expect(successData(await open()).userId).toBe(one.userId);
    expect((await open()).code).toBe(409);

    const { contacts } = await rohit.data('collectionCase', { params: { repayId: one.repayId } });
    expect(contacts).toMatchObject([{ kind: 'sms', result: 'sent' }]);

    const { rows } = await rohit.data('staffLinkList', { query: {} });
    expect(rows.map(({ segment, kind }) => [segment, kind])).toEqual([
      ['overdue_d1', 'payment'],
      ['overdue_d1', 'payment'],
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);

    const auditor = await desk.as('auditor');
    const acts = await auditor.data('auditList', { query: { action: 'link_campaign_finished' } });

    expect(acts.rows[0]).toMatchObject({ detail: { segment: 'overdue_d1', links: 2 } });
  });

  test('go to nobody on hold, in a dispute, at the cap of contacts, or with a fresh link', async () => {
    const [free, held, disputing, called] = [
      await overdue(),
      await overdue(),
      await overdue(),
      await overdue(),
    ];
    const today = app.deps.today();
    const hold = { kind: 'contact_hold' as const, userId: held.userId, why: 'illness' as const };
    const body = { proposal: { ...hold, from: today, until: addDays(today, 5) }, reason };

    await approve((await rohit.data('propose', { body })).requestId);

    const complaint = { type: 'complaint' as const, text: 'I have paid this.' };
    successData(await disputing.client.send(CALLS.saveFeedback, { body: complaint }));

    const { staffId } = await rohit.data('staffMe');
    for (let contact = 0; contact < 2; contact += 1)
      await sql`insert into collection_contacts (user_id, order_id, kind, result, day, contacted_at, staff_id)
        select user_id, order_id, 'call', 'no_answer', ${today}, now(), ${staffId} from orders
        where repay_id = ${called.repayId}`.execute(app.deps.db);

    await sendTo('overdue_d1');

    const counts = await Promise.all(
      [free, held, disputing, called].map(async (who) => (await linksTo(who)).length),
    );
    expect(counts).toEqual([1, 0, 0, 0]);
    expect(
      await rohit.send('propose', { body: { proposal: makeProposal('overdue_d1'), reason } }),
    ).toMatchObject({
      error: { code: 'not_possible' },
    });
    app.advance(24 * HOUR + 1_000);
    await goTo(12);
    // The first link no longer works, and the calls were yesterday.
    expect(await people('overdue_d1')).toBe(2);
  });

  test('are as many as were approved, also when the job runs again', async () => {
    const both = [await overdue(), await overdue()];
    await sendTo('overdue_d1', 1);

    const { campaignId } = (await newest())!;
    await sendLinkCampaign(app.deps, { campaignId });
    await runJobs(app);
    expect((await Promise.all(both.map(linksTo))).flat()).toHaveLength(1);
    expect(await newest()).toMatchObject({ links: 1, most: 1 });
  });

  test('wait for contact hours, and who has paid meanwhile gets none', async () => {
    const [stays, pays] = [await overdue(), await overdue()];
    await goTo(20);
    await sendTo('overdue_d1');
    expect([await linksTo(stays), (await newest())?.links]).toEqual([[], 0]);
    await goTo(9);

    const { campaignId } = (await newest())!;
    await sendLinkCampaign(app.deps, { campaignId });
    expect((await newest())?.links).toBe(2);

    const { code, amountPaise } = await startFullPayment(pays, pays.repayId);
    await sendWebhook(app, aPaymentEvent(app, code, amountPaise));
    await runJobs(app, { delayed: true });
    expect([(await linksTo(stays)).length, await linksTo(pays)]).toEqual([1, []]);
    expect(await newest()).toMatchObject({ sent: 1, withheld: 1 });
  });

  test('of offers and to those not seen go to those who agreed, and not while lending is stopped', async () => {
    const [agreed, silent] = [await aSignedInUser(app), await aSignedInUser(app)];
    await sendConsent(agreed.client, 'offers', true);
    app.advance(31 * 24 * HOUR);
    await goTo(12);
    expect(await people('not_seen_30')).toBe(1);

    const credit = await desk.as('credit_officer');
    await credit.data('stopLending', { body: { reason: 'the bank asks for it' } });
    expect(
      await rohit.send('propose', { body: { proposal: makeProposal('not_seen_30'), reason } }),
    ).toMatchObject({
      error: { refusal: { reason: 'campaign_lending_stopped' } },
    });
    await sql`update lending_stop set is_stopped = false`.execute(app.deps.db);
    await sendTo('not_seen_30');
    expect([(await linksTo(agreed)).length, await linksTo(silent)]).toEqual([1, []]);
    expect((await rohit.data('staffLinkList', { query: {} })).rows[0]).toMatchObject({
      kind: 'sign_in',
      repayId: null,
    });
  });
});

describe('the request', () => {
  test('is not approved by its maker, nor twice, nor once it would do something else', async () => {
    const pays = await overdue();
    await overdue();

    const { requestId } = await propose('overdue_d1');
    const { effectNow: seen } = await rohit.data('approval', { params: { requestId } });

    expect(await rohit.send('approve', { body: { requestId, seen } })).toMatchObject({
      status: 403,
    });

    const again = await rohit.send('propose', {
      body: { proposal: makeProposal('overdue_d1', 5), reason },
    });
    expect(again).toMatchObject({ error: { code: 'taken', data: { requestId } } });

    const { code, amountPaise } = await startFullPayment(pays, pays.repayId);
    await sendWebhook(app, aPaymentEvent(app, code, amountPaise));

    const changed = await anita.send('approve', { body: { requestId, seen } });
    expect(changed).toMatchObject({
      error: { code: 'changed', data: { effect: { facts: [{ after: '1' }] } } },
    });

    const { effectNow } = await anita.data('approval', { params: { requestId } });
    const sneha = await desk.as('collections', 'second');
    const id = randomUUID();
    const body = { requestId, seen: effectNow };
    const answers = await Promise.all([
      anita.send('approve', { body, requestId: id }),
      sneha.send('approve', { body }),
    ]);

    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    if (answers[0].ok)
      expect(await anita.send('approve', { body, requestId: id })).toEqual(answers[0]);
    await runJobs(app);
    expect(await newest()).toMatchObject({ links: 1 });
  });

  test('expires after a week, and asks for a whole number of links', async () => {
    await overdue();

    const { requestId } = await propose('overdue_d1');
    app.advance(7 * 24 * HOUR + 1_000);
    await goTo(12);

    const seen = { journals: [], messages: [], orders: [] };
    expect(await anita.send('approve', { body: { requestId, seen } })).toMatchObject({ ok: false });

    for (const most of [0, 501, 1.5])
      expect(
        await rohit.send('propose', {
          body: { proposal: makeProposal('overdue_d1', most), reason },
        }),
      ).toMatchObject({
        status: 400,
      });

    const support = await desk.as('support');
    expect(await support.send('approve', { body: { requestId, seen } })).toMatchObject({
      status: 403,
    });
  });
});
