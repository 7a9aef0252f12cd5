import { CALLS } from '@noren/contract/index';
import { addDays, instantOfDayStart } from '@noren/core/money/time';
import { CLAIM_MS, WORK_RULES } from '@noren/core/staff/work-kinds';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listStaffActs, recordStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { readGauges } from '../../processes/monitoring/gauges.ts';
import { anActiveLoan } from '../../testing/loans.ts';
import { sendProof } from '../../testing/proofs.ts';
import type { StaffClient } from '../../testing/staff.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { useWork } from '../../testing/work-queues.ts';
import { workGauges } from './work-gauges.ts';
import { readWaitingWork } from './work-store.ts';

const { app, desk, inReview, readQueue } = await useWork();

async function complain(
  who: SignedInUser,
  type: 'complaint' | 'suggestion' = 'complaint',
): Promise<string> {
  const sent = await who.client.send(CALLS.saveFeedback, {
    body: { type, text: 'My payment is missing.' },
  });
  return successData(sent).ticket.ticketNo;
}

const find = async (staff: StaffClient, subject: string) =>
  (await readQueue(staff)).find((item) => item.subject === subject);

async function readOrderKey(repayId: string): Promise<{ userId: string; orderId: string }> {
  return app.deps.db
    .selectFrom('orders')
    .select(['userId', 'orderId'])
    .where('repayId', '=', repayId)
    .executeTakeFirstOrThrow();
}

async function storeFailedRefund(refundRef: string, repayId: string): Promise<void> {
  const at = new Date(app.deps.now());
  const money = { provider: 'sandbox', paymentRef: 'p1', amountPaise: 41_050 };
  const failure = {
    state: 'failed',
    reason: 'account_closed',
    createdAt: at,
    decidedAt: at,
  } as const;

  await app.deps.db
    .insertInto('refunds')
    .values({ ...(await readOrderKey(repayId)), refundRef, ...money, ...failure })
    .execute();
}

async function storeCloseFailure(repayId: string): Promise<void> {
  const { userId, orderId } = await readOrderKey(repayId);
  const at = new Date(app.deps.now());
  await sql`insert into day_close_failures (user_id, order_id, day, reason, first_failed_at, last_failed_at)
    values (${userId}, ${orderId}, '2026-11-22', 'does not balance', ${at}, ${at})`.execute(
    app.deps.db,
  );
}

/** Two self-checks that found a problem before; one of them finds it again now. */
async function storeSelfChecks(before: Date): Promise<void> {
  const at = new Date(app.deps.now());
  await sql`insert into self_check_results (name, run_at, examined, problem_count, problems, listed) values
    ('trial balance', ${before}, 1, 1, '["off by one"]', '[]'), ('trial balance', ${at}, 1, 0, '[]', '[]'),
    ('journals balance', ${before}, 1, 1, '["off by two"]', '[]'),
    ('journals balance', ${at}, 1, 1, '["off by two"]', '[]')`.execute(app.deps.db);
}

describe('the queue', () => {
  test('shows each role what it may see, due first, without personal data', async () => {
    const who = await inReview();
    const ticketNo = await complain(who);
    const reviewer = await desk.as('reviewer');
    const item = await find(reviewer, who.userId);

    expect(item).toMatchObject({
      kind: 'identity',
      claim: null,
      mayTake: true,
      facts: { reasons: ['pan_differs'] },
    });
    expect(item!.due - item!.since).toBe(2 * 3_600_000);
    expect(item!.maskedPhone).toMatch(/•\d{3}$/);
    expect(item!.maskedName).toMatch(/^\p{L}\*{4}/u);
    expect(JSON.stringify(item)).not.toContain(who.phone);
    expect(await find(reviewer, ticketNo)).toBeUndefined();

    const officer = await desk.as('grievance_officer');
    expect(await find(officer, ticketNo)).toMatchObject({
      kind: 'complaint',
      due: instantOfDayStart(addDays(app.deps.today(), 8)) - 60_000,
      facts: { type: 'complaint' },
    });
    expect(await find(officer, who.userId)).toBeUndefined();

    const dues = (await readQueue(reviewer)).map(({ due }) => due);
    expect(dues).toEqual(dues.toSorted((a, b) => a - b));
  });

  test('a tab that the roles do not open is refused, and its number is told', async () => {
    await inReview();

    const payments = await desk.as('payments');
    expect(await payments.send('workList', { query: { tab: 'identity' } })).toMatchObject({
      ok: false,
      error: { code: 'forbidden', data: { permission: 'review.identity' } },
    });
    expect((await payments.send('workList', { query: { tab: 'proofs' } })).ok).toBe(true);

    const { kinds } = await payments.data('workCounts');
    const identity = kinds.find(({ kind }) => kind === 'identity')!;

    expect(identity).toMatchObject({ isOpen: false, roles: ['reviewer'] });
    expect(identity.count).toBeGreaterThan(0);
    expect(kinds.find(({ kind }) => kind === 'proof')).toMatchObject({ isOpen: true });
  });

  test('its metrics say how many wait, how many are late and since when', async () => {
    await inReview();

    const now = app.deps.now();
    const { kinds } = await (await desk.as('reviewer')).data('workCounts');
    const { count } = kinds.find(({ kind }) => kind === 'identity')!;
    const ofIdentity = (await readGauges(app.deps, workGauges)).filter(
      ({ labels }) => labels?.kind === 'identity',
    );

    expect(ofIdentity.map(({ name, labels }) => [name, labels?.state])).toEqual([
      ['noren_work', 'waiting'],
      ['noren_work', 'late'],
      ['noren_work_oldest_seconds', undefined],
    ]);
    expect(ofIdentity[0]?.value).toBe(count);

    const at = async (when: number) =>
      (await readWaitingWork(app.deps.db, when)).find(({ kind }) => kind === 'identity');
    const hours = WORK_RULES.identity.hours! * 3_600_000;
    const { oldestAt } = (await at(now))!;

    expect(oldestAt).toBeLessThanOrEqual(now);
    expect(await at(oldestAt! + hours)).toMatchObject({ count, late: 0 });
    expect(await at(now + hours + 1_000)).toMatchObject({ count, late: count });
  });

  test('lists a proof, a failed refund, a failed payout, unclaimed funds, a correction and faults', async () => {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);
    const { proofId } = await sendProof(app, who, { repayId, amountPaise: 300_000 } as never);

    await storeFailedRefund('R-work-1', repayId);
    await app.deps.db
      .insertInto('data_changes')
      .values({
        userId: who.userId,
        field: 'email',
        afterEnc: Buffer.from('x'),
        state: 'waiting',
        requestedAt: new Date(app.deps.now()),
      })
      .execute();
    await storeCloseFailure(repayId);

    const before = new Date(app.deps.now() - 86_000_000);
    await storeSelfChecks(before);

    const payments = await desk.as('payments');
    expect(await find(payments, proofId)).toMatchObject({
      kind: 'proof',
      repayId,
      facts: { amountPaise: 300_000 },
    });

    expect(await find(payments, 'R-work-1')).toMatchObject({
      kind: 'refund',
      facts: { reason: 'account_closed' },
    });

    const changes = (await readQueue(await desk.as('reviewer'), { tab: 'corrections' })).map(
      ({ facts }) => facts.field,
    );
    expect(changes).toContain('email');

    const faults = await readQueue(await desk.as('accountant'), { tab: 'faults' });
    expect(faults).toContainEqual(
      expect.objectContaining({ kind: 'close_failure', subject: repayId }),
    );
    expect(faults).toContainEqual(
      expect.objectContaining({
        kind: 'self_check',
        subject: 'journals balance',
        since: before.getTime(),
      }),
    );
    expect(faults.map(({ subject }) => subject)).not.toContain('trial balance');
  });

  test('an approval waits for those who may decide it, never for its maker', async () => {
    const payments = await desk.as('payments');
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);
    const proposal = { kind: 'waiver', repayId, amountPaise: 50_000 };
    const { requestId } = await payments.data('propose', {
      body: { proposal, reason: 'as the borrower was promised' },
    });

    expect(await find(payments, requestId)).toBeUndefined();
    expect(await find(await desk.as('payments', 'second'), requestId)).toBeUndefined();

    const accountant = await desk.as('accountant');
    expect(await find(accountant, requestId)).toMatchObject({
      kind: 'approval',
      repayId,
      facts: { approval: 'waiver', amountPaise: 50_000, makerName: 'Lakshmi Menon' },
    });

    expect(
      (await accountant.data('workItem', { params: { kind: 'approval', subject: requestId } }))
        .history,
    ).toEqual([
      expect.objectContaining({ action: 'waiver_requested', staffName: 'Lakshmi Menon' }),
    ]);
  });

  test('the history of a case names its opening, not each look at its pictures', async () => {
    const who = await inReview();
    const reviewer = await desk.as('reviewer');
    const { staffId } = await reviewer.data('staffMe');
    const act = { at: app.deps.now(), staffId, userId: who.userId, subject: who.userId };

    await recordStaffAct(app.deps.db, { ...act, action: 'review_opened' });
    for (let look = 0; look < 8; look += 1)
      await recordStaffAct(app.deps.db, { ...act, action: 'review_picture_seen' });

    const { history } = await reviewer.data('workItem', {
      params: { kind: 'identity', subject: who.userId },
    });
    expect(history.map(({ action }) => action)).toEqual(['review_opened']);
  });
});

describe('a claim', () => {
  test('is seen by others, ends by itself after ten minutes, and can be kept or released', async () => {
    const who = await inReview();
    const key = { kind: 'identity', subject: who.userId };
    const [one, two] = [await desk.as('reviewer'), await desk.as('reviewer', 'second')];

    await one.data('claimWork', { body: key });
    expect((await find(one, who.userId))!.claim).toMatchObject({
      isMine: true,
      name: 'Devika Rao',
    });

    expect((await find(two, who.userId))!.claim).toMatchObject({
      isMine: false,
      name: 'Devika Rao',
    });

    expect(await two.send('claimWork', { body: key })).toMatchObject({
      status: 409,
      error: { code: 'taken', data: { name: 'Devika Rao' } },
    });
    app.advance(CLAIM_MS - 60_000);
    expect(await two.send('claimWork', { body: key })).toMatchObject({ status: 409 });
    await one.data('claimWork', { body: key });
    app.advance(CLAIM_MS - 60_000);
    expect((await find(two, who.userId))!.claim).toMatchObject({ isMine: false });
    app.advance(60_000);
    expect((await find(two, who.userId))!.claim).toBeNull();
    await two.data('claimWork', { body: key });
    await two.data('releaseWork', { body: key });
    expect((await find(one, who.userId))!.claim).toBeNull();

    const acts = await listStaffActs(app.deps.db, { userId: who.userId, limit: 10 });
    expect(acts.map(({ action }) => action)).toEqual(['work_claimed', 'work_kept', 'work_claimed']);
  });

  test('take next gives two people two cases, due first, and nothing when nothing is left', async () => {
    const both = [await desk.as('reviewer'), await desk.as('reviewer', 'second')];
    const oldest = (await readQueue(both[0]!, { who: 'nobody', tab: 'identity' }))[0];

    await inReview();
    await inReview();

    const taken = await Promise.all(
      both.map((staff) => staff.data('takeNextWork', { body: { tab: 'identity' } })),
    );
    const subjects = taken.map(({ item }) => item?.subject);

    expect(new Set(subjects).size).toBe(2);
    if (oldest) expect(subjects).toContain(oldest.subject);
    for (;;)
      if ((await both[0]!.data('takeNextWork', { body: { tab: 'identity' } })).item === null) break;
    expect((await readQueue(both[0]!, { who: 'nobody', tab: 'identity' })).length).toBe(0);
    expect((await readQueue(both[0]!, { who: 'mine', tab: 'identity' })).length).toBeGreaterThan(0);
  });

  test('of what the roles do not take, or what does not wait, is refused', async () => {
    const auditor = await desk.as('auditor');
    const ticketNo = await complain(await aSignedInUser(app));

    expect(await find(auditor, ticketNo)).toMatchObject({ mayTake: false });
    expect(
      await auditor.send('claimWork', { body: { kind: 'complaint', subject: ticketNo } }),
    ).toMatchObject({
      status: 403,
    });

    const support = await desk.as('support');
    expect(
      await support.send('claimWork', { body: { kind: 'complaint', subject: 'FNOTHING' } }),
    ).toMatchObject({
      status: 404,
    });

    expect(
      await support.send('claimWork', { body: { kind: 'identity', subject: ticketNo } }),
    ).toMatchObject({
      status: 403,
    });
  });
});
