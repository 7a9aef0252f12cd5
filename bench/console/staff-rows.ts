import { OrderStatus } from '@noren/core/lending/order-status';
import type { Client } from 'pg';
import { namedStatement } from '../named-statement.ts';

/** Rows of one table that the lender's people made, or that wait for them. */
interface StaffRows {
  readonly table: string;
  /** In three years with a million orders; with fewer in proportion, but a hundred at least. */
  readonly count: number;
  /**
   * Values of columns: by the row's number `i` of `n`, its instant `at`, its `state`, an order `o`
   * and one of staff `s`. `guessValue` has those that many tables have alike.
   */
  readonly set: Readonly<Record<string, string>>;
  /** The rows' state. */
  readonly state?: string;
  /** Whether the orders are overdue ones. */
  readonly isOverdue?: true;
}

const pick = (...values: readonly string[]): string =>
  `(array['${values.join("','")}'])[1 + i % ${values.length}]`;
/** The last rows wait, the others have one of the other states. */
const waiting = (share: number, state: string, ...others: readonly string[]): string =>
  `case when i > n * ${1 - share} then '${state}' else ${pick(...others)} end`;
const unless = (state: string, value: string): string =>
  `case when state <> '${state}' then ${value} end`;
const decided = (state: string) => ({
  decided_at: unless(state, `at + interval '1 hour'`),
  decided_by: unless(state, `'staff'`),
});

const STAFF = 60;

/** Of staff's acts: some are rare, and so is what the last person did. */
const ACTS: StaffRows = {
  table: 'staff_audit',
  count: 1_000_000,
  set: {
    seq: 'i',
    staff_id: `case when i % 100000 = 13
      then (select staff_id from bench_staff where n = ${STAFF}) else s.staff_id end`,
    action: `case when i % 20000 = 7 then 'write_off_approved' else ${pick(
      'work_claimed',
      'work_released',
      'person_searched',
      'field_revealed',
      'picture_viewed',
      'ticket_read',
      'contact_logged',
      'waiver_requested',
      'link_sent',
      'sign_in',
    )} end`,
    user_id: `case when i % 5 = 0 then null when i % 1000 = 1 then :person::uuid
      else o.user_id end`,
    subject: `'S' || (i % 300000)`,
    detail: `jsonb_build_object('reason', 'the borrower called about it') || case
      when i % 10 = 3 then jsonb_build_object('field',
        (array['phone','name','birthday','pan','email','account'])[1 + i / 10 % 6])
      when i % 300000 = 11 then '{"field": "nominee"}' else '{}' end`,
    previous_hash: 'sha256(int8send(i - 1))',
    hash: 'sha256(int8send(i))',
  },
};

const ROWS: readonly StaffRows[] = [
  {
    table: 'operator_requests',
    count: 100_000,
    state: waiting(0.02, 'open', 'approved', 'approved', 'refused', 'withdrawn', 'expired'),
    set: {
      kind: pick('waiver', 'write_off', 'reversal', 'payment_move', 'proof', 'contact_hold'),
      subject: `o.repay_id || ':' || i`,
      detail: `'{"amountPaise": 50000}'`,
      reason: `'the borrower asked for it'`,
      expires_at: `:now::timestamptz + interval '5 days'`,
      checker_id: `case when state in ('approved', 'refused')
        then (select staff_id from bench_staff where n = ${STAFF}) end`,
      decided_at: decided('open').decided_at,
      decision_reason: `case when state = 'refused' then 'not enough is known' end`,
    },
  },
  {
    table: 'feedback_tickets',
    count: 100_000,
    state: waiting(0.05, 'received', 'answered', 'closed', 'closed', 'closed'),
    set: {
      ticket_no: `'F261123' || upper(lpad(to_hex(i), 6, '0'))`,
      type: pick('problem', 'complaint', 'suggestion', 'other'),
      file_ids: `'{}'`,
      answer_enc: unless('received', `'\\x00'::bytea`),
      escalated_at: `case when i % 40 = 0 then at + interval '1 hour' end`,
      ...decided('received'),
    },
  },
  {
    table: 'repayment_proofs',
    count: 200_000,
    state: waiting(0.01, 'received', 'matched', 'refused'),
    set: {
      utr_hash: 'sha256(int4send(i))',
      utr_last4: `lpad((i % 10000)::text, 4, '0')`,
      amount_paise: '100000 + i % 1000',
      channel: `'bank_transfer'`,
      ...decided('received'),
    },
  },
  {
    table: 'review_decisions',
    count: 200_000,
    set: {
      kind: `'identity'`,
      subject: `'earlier'`,
      decision: `'approve'`,
      operator: `'staff'`,
      reason: `'agrees'`,
    },
  },
  {
    table: 'data_changes',
    count: 20_000,
    state: waiting(0.025, 'waiting', 'done'),
    set: { field: `'email'`, decided_at: decided('waiting').decided_at },
  },
  {
    table: 'refunds',
    count: 30_000,
    state: `case i % 100 when 1 then 'failed' when 31 then 'unknown' else 'confirmed' end`,
    set: {
      refund_ref: `'R-bench-' || i`,
      provider: `'sandbox'`,
      payment_ref: `'p' || i`,
      amount_paise: '41050',
      decided_at: decided('unknown').decided_at,
    },
  },
  {
    table: 'audit_log',
    count: 2_000_000,
    set: {
      user_id: 'case when i % 100 = 1 then :person::uuid else o.user_id end',
      actor: `'user'`,
      action: pick('sign_in', 'consent_given', 'quote_made', 'order_applied'),
      detail: `'{"assurance": "otp"}'`,
    },
  },
  {
    table: 'staff_links',
    count: 50_000,
    state: `'sent'`,
    set: {
      kind: `'sign_in'`,
      order_id: 'null::uuid',
      reason: `'the borrower asked for it'`,
      token_hash: 'sha256(int8send(i))',
      sent_at: 'at',
    },
  },
  {
    table: 'collection_officers',
    count: 25_000,
    set: {},
    isOverdue: true,
  },
  {
    table: 'collection_contacts',
    count: 500_000,
    set: { kind: `'call'`, result: pick('reached', 'no_answer', 'call_back') },
    isOverdue: true,
  },
  {
    table: 'payment_promises',
    count: 10_000,
    set: { amount_paise: '100000', paid_before_paise: '0', due_on: ':now::date + 2' },
    isOverdue: true,
  },
  {
    table: 'contact_holds',
    count: 5_000,
    set: {
      reason: `'illness'`,
      from_day: ':now::date - 3',
      until_day: ':now::date + 3',
      request_id: '(select request_id from operator_requests limit 1)',
    },
    isOverdue: true,
  },
  {
    table: 'provider_events',
    count: 1_000,
    set: {
      provider: `'sandbox'`,
      event_id: `'bench-' || i`,
      kind: `'payment'`,
      outcome: `'unknown'`,
      event: `jsonb_build_object('providerRef', 'bench-e' || i, 'amountPaise', 100000 + i)`,
      utr_hash: 'sha256(int4send(i))',
    },
  },
  {
    table: 'unclaimed_funds',
    count: 5_000,
    state: waiting(0.1, 'open', 'claimed'),
    set: {
      provider: `'sandbox'`,
      provider_ref: `'bench-' || i`,
      amount_paise: '100000 + i % 500',
      journal_id: 'gen_random_uuid()',
      decided_at: decided('open').decided_at,
    },
  },
];

/** Users, orders and staff by number, so that a row names any of them. */
const NUMBER = [
  `insert into staff (name, email, state, created_at)
   select 'Person ' || i, 'person' || i || '@bench.example', 'active',
     :now::timestamptz - interval '3 years' from generate_series(1, ${STAFF}) i`,
  ...Object.entries({
    users: 'select user_id from users',
    orders: 'select user_id, order_id, repay_id, status from orders',
    overdue: `select user_id, order_id, repay_id from orders where status = ${OrderStatus.overdue}`,
    staff: `select staff_id from staff where email like '%@bench.example'
      order by created_at, email`,
  }).flatMap(([name, rows]) => [
    `create unlogged table bench_${name} as select *, row_number() over () as n from (${rows}) t`,
    `create unique index on bench_${name} (n)`,
  ]),
];

/** Lets a part of the users wait for a review: those between two shares of the number wanted. */
const review = (from: number, to: number, change: string): string =>
  `with due as (select user_id, :now::timestamptz - n * interval '20 seconds' as at
     from bench_users where n > :n::int * ${from} and n <= :n::int * ${to}) ${change}`;

const REVIEWS = 10_000;

/** What staff's work changed, and what follows from the rows. */
const CHANGES = [
  `update staff_audit_head set (seq, hash) =
     (select seq, hash from staff_audit order by seq desc limit 1)`,
  `insert into name_owners (kind, name, user_id, claimed_at)
   select 'ticket', convert_to(ticket_no, 'UTF8'), user_id, :now::timestamptz
   from feedback_tickets on conflict do nothing`,
  review(
    0,
    0.4,
    `update identities i set state = 'review', reasons = '["pan_differs"]', saved_at = due.at
     from due where due.user_id = i.user_id`,
  ),
  review(
    0.4,
    0.7,
    `update bank_accounts a set name_match = 'partial', saved_at = due.at
     from due where due.user_id = a.user_id`,
  ),
  review(
    0.7,
    1,
    `, waiting as (update credit_limits c set state = 'review', evaluated_at = due.at
       from due where due.user_id = c.user_id)
     update credit_evaluations e set outcome = outcome || '{"reasons": ["score-borderline"]}'
     from due where due.user_id = e.user_id`,
  ),
  `with failed as (select user_id, order_id from bench_orders
       where status = ${OrderStatus.settled} and n % 3000 = 5),
     changed as (update orders o
       set status = ${OrderStatus.disbursementFailed}, is_repaid = false
       from failed where (o.user_id, o.order_id) = (failed.user_id, failed.order_id))
   update payouts p set state = 'failed', reason = 'account_closed' from failed
   where (p.user_id, p.order_id) = (failed.user_id, failed.order_id)`,
  `update payouts p set state = 'queued', alarmed_at = :now::timestamptz, decided_at = null
   from bench_orders o where (p.user_id, p.order_id) = (o.user_id, o.order_id)
     and o.status = ${OrderStatus.active} and o.n % 500 = 3`,
  `with found as (
     insert into audit_log (at, user_id, actor, action, subject, detail)
     select :now::timestamptz - i * interval '1 hour', user_id, 'system', 'payment_discrepancy',
       'bench-' || i, '{"stored": 100000, "reported": 90000}'
     from generate_series(1, 5000) i join bench_users on n = i returning user_id, audit_id, at)
   insert into audit_log (user_id, at, actor, action, subject)
   select user_id, at, 'staff', 'discrepancy_resolved', audit_id::text from found
   where extract(hour from at)::int % 12 > 0`,
];

/**
 * Writes what staff made of the copied borrowers; `person` is one with very many rows, `part` the
 * fraction of a million orders.
 */
export async function writeStaffRows(
  db: Client,
  { person, part }: { person: string; part: number },
): Promise<void> {
  const { rows } = await db.query('select max(booked_at) as now from journals');
  const now = rows[0].now.toISOString();
  const columns = await readColumns(db);

  const run = async (text: string, n: number): Promise<void> => {
    const build = namedStatement<'now' | 'n' | 'person'>(text);
    await db.query(build({ now, n, person }));
  };

  await db.query('begin; set local session_replication_role = replica');

  const scale = (count: number): number => Math.max(100, Math.round(count * part));

  for (const text of NUMBER) await run(text, 0);
  for (const one of [ACTS, ...ROWS]) {
    const own = columns.filter(({ table }) => table === one.table);
    await run(buildInsert(one, own), scale(one.count));
  }

  for (const text of CHANGES) await run(text, scale(REVIEWS));

  await db.query('drop table bench_users, bench_orders, bench_overdue, bench_staff; commit');
  await db.query('vacuum (freeze, analyze)');
  await db.query('checkpoint');
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** Whether an insert must give it: it has no default and is never null. */
  readonly isNeeded: boolean;
}

async function readColumns(db: Client): Promise<Column[]> {
  const { rows } = await db.query<Column>(`
    select table_name as "table", column_name as name, data_type as type,
      is_nullable = 'NO' and column_default is null and is_identity = 'NO' as "isNeeded"
    from information_schema.columns where table_schema = 'public'`);
  return rows;
}

function buildInsert(
  { table, set, state, isOverdue }: StaffRows,
  columns: readonly Column[],
): string {
  const values = columns.flatMap((column) => {
    const value = set[column.name] ?? guessValue(column);
    return value === undefined ? [] : [[column.name, value] as const];
  });
  const names = values.map(([name]) => name);
  const unknown = Object.keys(set).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`${table} has no ${unknown.join(', ')}`);

  const orders = isOverdue ? 'bench_overdue' : 'bench_orders';

  return `insert into ${table} (${names.join(', ')})
    select ${values.map(([, value]) => value).join(', ')}
    from (select i, :n::int as n,
        :now::timestamptz - (:n::int - i) * (interval '3 years' / :n::int) as at
      from generate_series(1, :n::int) i) r
    cross join lateral (select ${state ?? 'null'} as state) t
    join ${orders} o on o.n = 1 + i * 101 % (select max(n) from ${orders})
    join bench_staff s on s.n = 1 + i * 7 % ${STAFF - 1}
    on conflict do nothing`;
}

/** The value that a column has in whatever table it is in; undefined where it may be left out. */
function guessValue({ name, type, isNeeded }: Column): string | undefined {
  if (name === 'user_id' || name === 'order_id') return `o.${name}`;
  if (['staff_id', 'maker_id', 'assigned_by', 'requested_by'].includes(name)) return 's.staff_id';
  if (name === 'state') return 't.state';
  if (!isNeeded) return undefined;
  if (type === 'bytea') return `'\\x00'`;
  if (type === 'date') return 'at::date';

  return type.startsWith('timestamp') ? 'at' : undefined;
}
