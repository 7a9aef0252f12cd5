import { STAFF_CALLS, type StaffCallName } from '@noren/contract/staff/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import type { Role } from '@noren/core/staff/roles';
import { sql } from 'kysely';
import { takePortfolioOfDay } from '../console/day/portfolio-of-day.ts';
import { sumPostedJournals } from '../lending/book/ledger-totals-store.ts';
import { olderTransactionsEnd } from './older-transactions.ts';
import { startConsole } from './staff.ts';
import type { TestApp } from './start-app.ts';

/** More than two pages of any list. */
const ROWS = 210;
/** Of so many rows one waits for a person. */
const ONE_IN = 70;

/**
 * Rows of what staff and borrowers do over the years, most of it done: enough for a second page of
 * each list.
 */
export async function makeStaffRows({ deps }: TestApp): Promise<void> {
  const { db, now } = deps;
  const at = sql`${new Date(now())}::timestamptz - n * interval '1 hour'`;
  const waits = sql`n % ${ONE_IN} = 1`;

  await copyBorrowers(db);

  const some = sql`
    (select user_id, order_id, row_number() over () as k, count(*) over () as of_all from orders) o
    join generate_series(1, ${ROWS}::int) n on n % o.of_all = o.k - 1`;
  const staff = sql`(select staff_id from staff order by staff_id limit 1)`;

  await sql`
    insert into staff (name, email, state, created_at)
    select 'Person ' || n, 'p' || n || '@lender.example', 'active', ${at}
    from generate_series(1, 5) n`.execute(db);

  await sql`
    insert into staff_audit (
      seq, at, staff_id, action, user_id, subject, detail, previous_hash, hash)
    select n, ${at}, ${staff}, 'act_' || n % 20, o.user_id, 's' || n,
           case n % 20 when 1 then '{"field": "pan"}'
                       when 2 then jsonb_build_object('amountPaise', n)::text
                       else '{}' end::jsonb,
           sha256(int4send(n)), sha256(int4send(n))
    from ${some}`.execute(db);
  await sql`update staff_audit_head set seq = ${ROWS}`.execute(db);

  await sql`
    insert into operator_requests (
      kind, user_id, order_id, subject, detail, reason, maker_id, created_at, expires_at,
      state, is_alone, decided_at)
    select 'waiver', o.user_id, o.order_id, 's' || n, '{}', 'as promised', ${staff},
           ${at}, ${at} + interval '30 days', case when ${waits} then 'open' else 'approved' end,
           not ${waits}, case when not (${waits}) then ${at} end
    from ${some}`.execute(db);

  await sql`
    insert into feedback_tickets (
      user_id, ticket_no, order_id, type, text_enc, state, answer_enc, submitted_at, decided_at,
      decided_by)
    select o.user_id, 'FPLAN' || n, o.order_id, 'complaint', 'x',
           case when ${waits} then 'received' else 'closed' end, 'x', ${at}, ${at}, 'staff'
    from ${some}`.execute(db);

  await sql`
    insert into repayment_proofs (
      user_id, order_id, utr_enc, utr_hash, utr_last4, amount_paise, paid_on, channel, state,
      submitted_at)
    select o.user_id, o.order_id, 'x', sha256(int4send(n)), '0000', 100, '2026-11-01', 'upi',
           case when ${waits} then 'received' else 'refused' end, ${at}
    from ${some}`.execute(db);

  await sql`
    insert into collection_contacts (
      user_id, order_id, kind, result, day, contacted_at, staff_id)
    select o.user_id, o.order_id, 'call', 'reached', (${at})::date, ${at}, ${staff}
    from ${some}`.execute(db);

  await sql`
    insert into audit_log (at, user_id, actor, action, subject)
    select ${at}, o.user_id, 'user',
           case when ${waits} then 'payment_discrepancy' else 'sign_in' end, 'd' || n
    from ${some}`.execute(db);

  await sql`
    insert into staff_links (
      user_id, kind, staff_id, reason, token_hash, state, made_at, sent_at)
    select o.user_id, 'sign_in', ${staff}, 'asked for', sha256(int4send(n)), 'sent', ${at}, ${at}
    from ${some}`.execute(db);

  await sql`
    insert into unclaimed_funds (
      provider, provider_ref, amount_paise, paid_at, found_at, journal_id, state)
    values ('bank', 'unclaimed', 50000, now(), now(), gen_random_uuid(), 'open')`.execute(db);

  await sql`
    insert into review_decisions (user_id, kind, subject, decision, operator, reason, at)
    select o.user_id, 'identity', 's' || n, 'approve', 'staff', 'agrees', ${at}
    from ${some}`.execute(db);
}

/**
 * As many borrowers with an order each: with a dozen the planner would expect very many rows of
 * each.
 */
async function copyBorrowers(db: TestApp['deps']['db']): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one);

    const others = sql`(
      select n, gen_random_uuid() as user_id from generate_series(1, ${ROWS}::int) n)`;
    await sql`create temporary table others as select * from ${others} made`.execute(one);
    await sql`
      insert into users
      select (jsonb_populate_record(u, jsonb_build_object(
        'user_id', others.user_id,
        'phone_hash', '\\x' || encode(sha256(int4send(n)), 'hex')))).*
      from others, users u
      where u.user_id = (select user_id from users limit 1)`.execute(one);

    await sql`
      insert into orders
      select (jsonb_populate_record(o, jsonb_build_object(
        'user_id', others.user_id, 'order_id', gen_random_uuid(), 'repay_id', 'R' || n))).*
      from others, orders o
      where o.order_id = (select order_id from orders limit 1)`.execute(one);
    await sql`drop table others`.execute(one);
    await sql`reset session_replication_role`.execute(one);
  });
}

/** The sums that a large lender's lists read instead of every entry. */
export async function sumForLists({ deps }: TestApp): Promise<void> {
  await olderTransactionsEnd(deps.db);
  await sumPostedJournals(deps.db, deps.now());
  await takePortfolioOfDay(deps);
  await sql`
    select pg_restore_relation_stats(
      'schemaname', 'public', 'relname', 'orders', 'reltuples', 1000000::real)`.execute(deps.db);
}

type Query = Readonly<Record<string, unknown>>;
type List = readonly [role: Role, call: StaffCallName, queries: readonly Query[]];

function buildMoneyLists(repayId: string, period: Query): List[] {
  const both = { ...period, amountPaise: 50_000 };
  const money = [{}, period, { amountPaise: 50_000 }, both];
  const out = [
    { kind: 'payout', list: 'open' },
    { kind: 'payout', list: 'failed' },
    { kind: 'refund', list: 'failed' },
    { kind: 'payout', list: 'failed', ...both },
    { kind: 'refund', list: 'failed', ...both },
  ];
  const { disbursementFailed, overdue } = OrderStatus;

  return [
    ['payments', 'moneyPayments', [...money, { state: 'posted' }, { state: 'reversed' }]],
    ['payments', 'moneyEvents', money],
    ['payments', 'moneyUnclaimed', [...money, { state: 'open' }, { state: 'returning' }]],
    ['payments', 'unclaimedMatches', [{ provider: 'bank', providerRef: 'unclaimed' }]],
    ['payments', 'moneyProofs', money],
    ['payments', 'moneyOut', out],
    ['payments', 'moneySettlement', [{}]],
    [
      'payments',
      'loanList',
      [...money, { repayId }, { status: disbursementFailed }, { ...period, status: overdue }],
    ],
  ];
}

/** Every list of the console with its filters. */
function buildLists({
  user,
  repayId,
  today,
  staffId,
}: {
  user: string;
  repayId: string;
  today: string;
  staffId: string;
}): List[] {
  const period = { from: '2026-11-01', to: today };
  return [
    ['reviewer', 'workList', [{}, { who: 'nobody' }, { who: 'mine' }, { order: 'newest' }]],
    [
      'auditor',
      'workList',
      [{}, { tab: 'complaints' }, { tab: 'money' }, { tab: 'proofs' }, { tab: 'faults' }],
    ],
    ['auditor', 'workCounts', [{}]],
    ['accountant', 'approvalList', [{ list: 'to_decide' }, { list: 'mine' }, { list: 'history' }]],
    ['reviewer', 'reviewList', [{}, { kind: 'identity' }, { list: 'with_borrower' }]],
    ['support', 'borrowerTimeline', [{}, { source: 'staff' }, { source: 'payment' }]],
    ...buildMoneyLists(repayId, period),
    ['collections', 'collectionBuckets', [{}]],
    ['collections', 'collectionList', [{}, { list: 'all' }, { officer: 'mine' }, { bucket: 'd8' }]],
    ['reviewer', 'lettersToPost', [{}]],
    [
      'grievance_officer',
      'complaintList',
      [{}, { type: 'complaint' }, { level: 'desk' }, { age: 'month' }, { state: 'closed' }],
    ],
    ['grievance_officer', 'complaintAgeing', [{}]],
    ['accountant', 'bookBalances', [{ to: today }, period]],
    ['accountant', 'portfolio', [{}]],
    ['accountant', 'dayJournal', [{ day: today }]],
    [
      'accountant',
      'generalLedger',
      [
        { ...period, account: 'loan_principal' },
        { ...period, account: 'waiver_expense' },
      ],
    ],
    ['auditor', 'dayOverview', [{}]],
    ['auditor', 'closeFaults', [{}]],
    [
      'auditor',
      'auditList',
      [
        {},
        period,
        { staffId },
        { borrower: user },
        { action: 'act_3' },
        { field: 'pan' },
        { leastPaise: '1', mostPaise: '99' },
        { staffId, action: 'act_3' },
      ],
    ],
    ['auditor', 'accessReview', [{}]],
    ['product_manager', 'segmentSize', [{ segment: 'returning' }]],
    ['product_manager', 'signUpSources', [{ from: today, to: today }]],
    ['support', 'staffLinkList', [{}]],
  ];
}

/**
 * Opens every list, and its second page where it has one; looks for people by what may be known of
 * them.
 */
export async function readStaffLists(
  app: TestApp,
  { user, repayId }: { user: string; repayId: string },
): Promise<void> {
  const desk = await startConsole(app);

  try {
    const { staffId } = await app.deps.db
      .selectFrom('staff')
      .select('staffId')
      .orderBy('staffId')
      .executeTakeFirstOrThrow();

    for (const [role, call, queries] of buildLists({
      user,
      repayId,
      today: app.deps.today(),
      staffId,
    })) {
      const client = await desk.as(role);
      const params = STAFF_CALLS[call].path.includes('{userId}') ? { userId: user } : undefined;

      for (const query of queries) {
        const page = (await client.data(call, { query, params })) as { next?: string | null };
        if (page.next) await client.data(call, { query: { ...query, after: page.next }, params });
      }
    }

    const support = await desk.as('support');
    for (const text of [
      '98765 43210',
      'ABCPE1234F',
      'Asha Verma',
      repayId,
      'NK26112300000000AA',
      'F261123ABCDEF',
      'SBIN12345678901',
    ])
      await support.data('findBorrowers', { body: { text } });

    await (await desk.as('payments')).data('findMoney', { body: { text: 'SBIN12345678901' } });
  } finally {
    await desk.close();
  }
}
