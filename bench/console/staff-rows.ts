import { OrderStatus } from '@noren/core/lending/order-status';
import type { Client } from 'pg';
import { namedStatement } from '../named-statement.ts';

/** Rows of one table that the lender's people made, or that wait for them. */
interface StaffRows {
  /** In three years for each order, or for each overdue one; but a hundred at least. */
  readonly perOrder: number;
  /** Whether the orders are overdue ones. */
  readonly isOverdue?: true;
  /** The rows' state. */
  readonly state?: string;
  /**
   * Values of columns: by the row's number `i` of `n`, its instant `at`, its `state`, an order's
   * ids and a `staff_id`. `guessValue` has the others.
   */
  readonly set?: Readonly<Record<string, string>>;
}

const pick = (...values: readonly string[]): string =>
  `(array['${values.join("','")}'])[1 + i % ${values.length}]`;
/** The last rows wait, the others have one of the other states. */
const waiting = (share: number, state: string, ...others: readonly string[]): string =>
  `case when i > n * ${1 - share} then '${state}' else ${pick(...others)} end`;

const STAFF = 60;
const RARE = `(select staff_id from staff where email = 'person${STAFF}@bench.example')`;
const OTHERS = `(select array_agg(staff_id order by email) from staff
  where email like '%@bench.example' and staff_id <> ${RARE})`;
const UTR_HASH = 'sha256(int4send(i))';

const ROWS: Readonly<Record<string, StaffRows>> = {
  // Some acts are rare, and so is what the last person did.
  staff_audit: {
    perOrder: 1,
    set: {
      seq: 'i',
      staff_id: `case when i % 100000 = 13 then ${RARE} else staff_id end`,
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
        else user_id end`,
      subject: `'S' || (i % 300000)`,
      detail: `jsonb_build_object('reason', 'the borrower called about it') || case
        when i % 10 = 3 then jsonb_build_object('field',
          (array['phone','name','birthday','pan','email','account'])[1 + i / 10 % 6])
        when i % 300000 = 11 then '{"field": "nominee"}' else '{}' end`,
      previous_hash: 'sha256(int8send(i - 1))',
    },
  },
  operator_requests: {
    perOrder: 0.1,
    state: waiting(0.02, 'open', 'approved', 'approved', 'refused', 'withdrawn', 'expired'),
    set: {
      kind: pick('waiver', 'write_off', 'reversal', 'payment_move', 'proof', 'contact_hold'),
      subject: `repay_id || ':' || i`,
      detail: `'{"amountPaise": 50000}'`,
      expires_at: `:now::timestamptz + interval '5 days'`,
      checker_id: `case when state in ('approved', 'refused') then ${RARE} end`,
      decision_reason: `case when state = 'refused' then 'not enough is known' end`,
    },
  },
  feedback_tickets: {
    perOrder: 0.1,
    state: waiting(0.05, 'received', 'answered', 'closed', 'closed', 'closed'),
    set: {
      ticket_no: `'F261123' || upper(lpad(to_hex(i), 6, '0'))`,
      answer_enc: `case when state <> 'received' then '\\x00'::bytea end`,
      escalated_at: `case when i % 40 = 0 then at + interval '1 hour' end`,
    },
  },
  repayment_proofs: {
    perOrder: 0.2,
    state: waiting(0.01, 'received', 'matched', 'refused'),
    set: { utr_hash: UTR_HASH, utr_last4: `lpad((i % 10000)::text, 4, '0')` },
  },
  review_decisions: { perOrder: 0.2 },
  data_changes: {
    perOrder: 0.02,
    state: waiting(0.025, 'waiting', 'done'),
    set: { field: `'email'` },
  },
  refunds: {
    perOrder: 0.03,
    state: `case i % 100 when 1 then 'failed' when 31 then 'unknown' else 'confirmed' end`,
  },
  audit_log: {
    perOrder: 2,
    set: {
      user_id: 'case when i % 100 = 1 then :person::uuid else user_id end',
      actor: `'user'`,
      action: pick('sign_in', 'consent_given', 'quote_made', 'order_applied'),
      detail: `'{"assurance": "otp"}'`,
    },
  },
  staff_links: {
    perOrder: 0.05,
    state: `'sent'`,
    set: {
      kind: `'sign_in'`,
      order_id: 'null::uuid',
      token_hash: 'sha256(int8send(i))',
      sent_at: 'at',
    },
  },
  collection_officers: { perOrder: 0.5, isOverdue: true },
  collection_contacts: { perOrder: 11, isOverdue: true },
  payment_promises: { perOrder: 0.2, isOverdue: true, set: { due_on: ':now::date + 2' } },
  contact_holds: {
    perOrder: 0.1,
    isOverdue: true,
    set: { from_day: ':now::date - 3', until_day: ':now::date + 3' },
  },
  provider_events: {
    perOrder: 0.001,
    set: {
      kind: `'payment'`,
      outcome: `'unknown'`,
      event: `jsonb_build_object('providerRef', 'bench-e' || i, 'amountPaise', 100000 + i)`,
      utr_hash: UTR_HASH,
    },
  },
  unclaimed_funds: { perOrder: 0.005, state: waiting(0.1, 'open', 'claimed') },
};

const MAKE_STAFF = `
  insert into staff (name, email, state, created_at)
  select 'Person ' || i, 'person' || i || '@bench.example', 'active',
    :now::timestamptz - interval '3 years' from generate_series(1, ${STAFF}) i`;

/** Lets one user in so many wait for a review. */
const review = (oneIn: number, change: string): string =>
  `with due as (
     select user_id, :now::timestamptz - row_number() over () * interval '20 seconds' as at
     from users where random() < 1.0 / ${oneIn}) ${change}`;

/** What staff's work changed, and what follows from the rows. */
const CHANGES = [
  `update staff_audit_head set (seq, hash) =
     (select seq, hash from staff_audit order by seq desc limit 1)`,
  `insert into name_owners (kind, name, user_id, claimed_at)
   select 'ticket', convert_to(ticket_no, 'UTF8'), user_id, :now::timestamptz
   from feedback_tickets on conflict do nothing`,
  review(
    75,
    `update identities i set state = 'review', reasons = '["pan_differs"]', saved_at = due.at
     from due where due.user_id = i.user_id`,
  ),
  review(
    100,
    `update bank_accounts a set name_match = 'partial', saved_at = due.at
     from due where due.user_id = a.user_id`,
  ),
  review(
    100,
    `, waiting as (update credit_limits c set state = 'review', evaluated_at = due.at
       from due where due.user_id = c.user_id)
     update credit_evaluations e set outcome = outcome || '{"reasons": ["score-borderline"]}'
     from due where due.user_id = e.user_id`,
  ),
  `with failed as (select user_id, order_id from orders
       where status = ${OrderStatus.settled} and random() < 1.0 / 3000),
     changed as (update orders o
       set status = ${OrderStatus.disbursementFailed}, is_repaid = false
       from failed where (o.user_id, o.order_id) = (failed.user_id, failed.order_id))
   update payouts p set state = 'failed', reason = 'account_closed' from failed
   where (p.user_id, p.order_id) = (failed.user_id, failed.order_id)`,
  `update payouts p set state = 'queued', alarmed_at = :now::timestamptz, decided_at = null
   from orders o where (p.user_id, p.order_id) = (o.user_id, o.order_id)
     and o.status = ${OrderStatus.active} and random() < 1.0 / 500`,
  `with found as (
     insert into audit_log (at, user_id, actor, action, subject, detail)
     select :now::timestamptz - i * interval '1 hour', user_id, 'system', 'payment_discrepancy',
       'bench-' || i, '{"stored": 100000, "reported": 90000}'
     from (select user_id, row_number() over () as i from users order by random() limit 5000) u
     returning user_id, audit_id, at)
   insert into audit_log (user_id, at, actor, action, subject)
   select user_id, at, 'staff', 'discrepancy_resolved', audit_id::text from found
   where extract(hour from at)::int % 12 > 0`,
];

/** Writes what staff made of the copied borrowers; `person` is one with very many rows. */
export async function writeStaffRows(db: Client, person: string): Promise<void> {
  const { rows } = await db.query('select max(booked_at) as now from journals');
  const now = rows[0].now.toISOString();
  const columns = await readColumns(db);
  const inserts = Object.entries(ROWS).map(([table, each]) =>
    buildInsert(
      table,
      each,
      columns.filter((column) => column.table === table),
    ),
  );

  await db.query('begin; set local session_replication_role = replica');

  for (const text of [MAKE_STAFF, ...inserts, ...CHANGES]) {
    const build = namedStatement<'now' | 'person'>(text);
    await db.query(build({ now, person }));
  }

  await db.query('commit');
  await db.query('vacuum (freeze, analyze)');
  await db.query('checkpoint');
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** Whether an insert must give it: it has no default and is never null. */
  readonly isNeeded: boolean;
  /** The values that a check allows. */
  readonly allowed: readonly string[] | null;
}

async function readColumns(db: Client): Promise<Column[]> {
  const { rows } = await db.query<Column>(`
    select table_name as "table", column_name as name, data_type as type,
      is_nullable = 'NO' and column_default is null and is_identity = 'NO' as "isNeeded",
      (select array_agg(found[1]) from pg_constraint,
         regexp_matches(pg_get_constraintdef(oid), '''(\\w+)''::text', 'g') found
       where contype = 'c' and conrelid = table_name::regclass
         and conkey = array[ordinal_position::int2]) as allowed
    from information_schema.columns where table_schema = 'public'`);
  return rows;
}

function buildInsert(
  table: string,
  { perOrder, isOverdue, state = 'null', set = {} }: StaffRows,
  columns: readonly Column[],
): string {
  const values = columns.flatMap((column) => {
    const value = set[column.name] ?? guessValue(column);
    return value === undefined ? [] : [[column.name, value] as const];
  });
  const names = values.map(([name]) => name);
  const unknown = Object.keys(set).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`${table} has no ${unknown.join(', ')}`);

  const chosen = `from orders where status = ${isOverdue ? OrderStatus.overdue : 'status'}`;

  return `insert into ${table} (${names.join(', ')})
    select ${values.map(([, value]) => value).join(', ')}
    from (select *, (row_number() over ())::int as i, (count(*) over ())::int as n
      from (select * from (select user_id, order_id, repay_id ${chosen}) all_orders
        cross join generate_series(1, ${Math.ceil(perOrder)}) order by random()
        limit greatest(100, (select count(*) * ${perOrder} ${chosen}))::int) picked) numbered
    cross join lateral (
      select :now::timestamptz - (n - i) * (interval '3 years' / n) as at,
        ${state} as state,
        ${OTHERS}[1 + i * 7 % ${STAFF - 1}] as staff_id) made
    on conflict do nothing`;
}

/** States of what nobody has decided. */
const UNDECIDED = `('open', 'received', 'waiting', 'unknown')`;

const VALUES: Readonly<Record<string, string>> = {
  user_id: 'user_id',
  order_id: 'order_id',
  staff_id: 'staff_id',
  maker_id: 'staff_id',
  assigned_by: 'staff_id',
  state: 'state',
  decided_at: `case when state not in ${UNDECIDED} then at + interval '1 hour' end`,
  decided_by: `case when state not in ${UNDECIDED} then 'staff' end`,
  provider: `'sandbox'`,
};

/** By the types of columns that must have a value. */
const NEEDED: Readonly<Record<string, string>> = {
  text: `'bench-' || i`,
  bytea: 'sha256(int8send(i))',
  bigint: '100000 + i % 1000',
  uuid: 'gen_random_uuid()',
  date: 'at::date',
  'timestamp with time zone': 'at',
};

/** The value that a column has in whatever table it is in; undefined where it may be left out. */
function guessValue({ name, type, isNeeded, allowed }: Column): string | undefined {
  if (VALUES[name] || !isNeeded) return VALUES[name];

  return allowed ? pick(...allowed) : NEEDED[type];
}
