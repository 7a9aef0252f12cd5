import { OrderStatus } from '@noren/core/lending/order-status';
import type { Client } from 'pg';
import { namedStatement } from '../named-statement.ts';

/** How many rows of each kind the lender's people have made, or still have to look at. */
interface StaffRows {
  readonly acts: number;
  readonly tickets: number;
  readonly requests: number;
  readonly reviews: number;
  readonly proofs: number;
  readonly contacts: number;
  readonly audit: number;
}

/** With a million orders; with fewer in proportion. */
const STAFF_ROWS: StaffRows = {
  acts: 1_000_000,
  tickets: 100_000,
  requests: 100_000,
  reviews: 10_000,
  proofs: 200_000,
  contacts: 500_000,
  audit: 2_000_000,
};

/** The fraction of tickets, proofs and requests that wait. */
const TICKETS_WAITING = 0.05;
const PROOFS_WAITING = 0.01;
const REQUESTS_WAITING = 0.02;
const STAFF = 60;

/** Of an order whose money is out. */
const OWING = [OrderStatus.active, OrderStatus.overdue];

/** Sizes, and the instant before which all of it happened. */
type Name = 'now' | 'n' | 'person';

const STATEMENTS: readonly (readonly [what: string, text: string, of?: keyof StaffRows])[] = [
  [
    'numbered users and orders',
    `create unlogged table bench_users as select user_id, row_number() over () as n from users;
     create unique index on bench_users (n);
     create unlogged table bench_orders as
       select user_id, order_id, repay_id, status, due_day, row_number() over () as n from orders;
     create unique index on bench_orders (n);
     create unlogged table bench_owing as
       select *, row_number() over () as at from bench_orders where status in (${OWING.join(', ')});
     create unique index on bench_owing (at);
     create unlogged table bench_staff (staff_id uuid, n int)`,
  ],
  [
    'staff',
    `with added as (
       insert into staff (name, email, state, created_at)
       select 'Person ' || i, 'person' || i || '@bench.example', 'active', :now::timestamptz - interval '3 years'
       from generate_series(1, ${STAFF}) i returning staff_id)
     insert into bench_staff select staff_id, row_number() over () from added`,
  ],
  [
    'acts',
    `insert into staff_audit (seq, at, staff_id, action, user_id, subject, detail, previous_hash, hash)
     select i, :now::timestamptz - (:n::int - i) * interval '90 seconds', s.staff_id,
       case when i % 20000 = 7 then 'write_off_approved' else
         (array['work_claimed','work_released','person_searched','field_revealed','picture_viewed','ticket_read','contact_logged',
           'waiver_requested','waiver_approved','identity_approved','identity_refused','link_sent','note_added','proof_approved',
           'borrower_signed_out','officer_assigned','promise_recorded','ledger_export_requested','job_requeued','sign_in'])[1 + i % 20] end,
       case when i % 5 = 0 then null when i % 1000 = 1 then :person::uuid else u.user_id end, 'S' || (i % 300000),
       case when i % 20 = 3 then jsonb_build_object('reason', 'the borrower called about it', 'field',
           (array['phone','name','birthday','pan','email','account'])[1 + (i / 20) % 6])
         when i % 300000 = 11 then jsonb_build_object('reason', 'a claim', 'field', 'nominee')
         else jsonb_build_object('reason', 'the borrower called about it', 'amountPaise', i) end,
       sha256(int8send(i - 1)), sha256(int8send(i))
     from generate_series(1, :n::int) i
     join bench_staff s on s.n = case when i % 100000 = 13 then 60 else 1 + i * 7 % 59 end
     left join bench_users u on u.n = 1 + i * 31 % (select max(n) from bench_users)`,
    'acts',
  ],
  [
    'the end of the chain',
    `update staff_audit_head set (seq, hash) = (select seq, hash from staff_audit order by seq desc limit 1)`,
  ],
  [
    'requests',
    `insert into operator_requests (kind, user_id, order_id, subject, detail, reason, maker_id, created_at, expires_at, state, checker_id,
       decided_at, decision_reason)
     select (array['waiver','write_off','reversal','payment_move','refund_retry','proof','limit_override','contact_hold',
         'unclaimed_payment_claim','lending_freeze'])[1 + i % 10], o.user_id, o.order_id, o.repay_id || ':' || i,
       '{"amountPaise": 50000}', 'the borrower asked for it', m.staff_id, :now::timestamptz - (:n::int - i) * interval '10 minutes',
       :now::timestamptz + interval '5 days', w.state, case when w.state in ('approved', 'refused') then c.staff_id end,
       case when w.state <> 'open' then :now::timestamptz - (:n::int - i) * interval '9 minutes' end,
       case when w.state = 'refused' then 'not enough is known' end
     from generate_series(1, :n::int) i
     cross join lateral (select case when i > :n::int * ${1 - REQUESTS_WAITING} then 'open'
       else (array['approved','approved','refused','withdrawn','expired'])[1 + i % 5] end as state) w
     join bench_orders o on o.n = 1 + i * 17 % (select max(n) from bench_orders)
     join bench_staff m on m.n = 1 + i % 29 join bench_staff c on c.n = 30 + i % 29`,
    'requests',
  ],
  [
    'tickets',
    `insert into feedback_tickets (user_id, ticket_no, order_id, type, text_enc, file_ids, state, answer_enc, submitted_at, decided_at,
       decided_by, escalated_at)
     select o.user_id, 'F261123' || upper(lpad(to_hex(i), 6, '0')), case when i % 3 > 0 then o.order_id end,
       (array['problem','complaint','suggestion','other'])[1 + i % 4], '\\x00', '{}', w.state,
       case when w.state <> 'received' then '\\x00'::bytea end, w.at, case when w.state <> 'received' then w.at + interval '2 days' end,
       case when w.state <> 'received' then 'staff' end, case when i % 40 = 0 then w.at + interval '1 hour' end
     from generate_series(1, :n::int) i
     cross join lateral (select case when i > :n::int * ${1 - TICKETS_WAITING} then 'received' when i % 8 = 0 then 'answered' else 'closed' end
       as state, :now::timestamptz - (:n::int - i) * interval '11 minutes' as at) w
     join bench_orders o on o.n = 1 + i * 13 % (select max(n) from bench_orders)`,
    'tickets',
  ],
  [
    'ticket numbers',
    `insert into name_owners (kind, name, user_id, claimed_at)
     select 'ticket', convert_to(ticket_no, 'UTF8'), user_id, :now::timestamptz from feedback_tickets on conflict do nothing`,
  ],
  [
    'what staff wrote about tickets',
    `insert into ticket_entries (user_id, ticket_id, kind, staff_id, text_enc, at)
     select t.user_id, t.ticket_id, 'note', s.staff_id, '\\x00', t.submitted_at from feedback_tickets t
     cross join lateral (select staff_id from bench_staff where n = 1 + abs(hashtext(t.ticket_no)) % 50) s`,
  ],
  [
    'officers of overdue borrowers',
    `insert into collection_officers (user_id, staff_id, assigned_by, assigned_at)
     select u.user_id, s.staff_id, s.staff_id, :now::timestamptz - interval '3 days'
     from (select distinct user_id from bench_orders where status = ${OrderStatus.overdue} and n % 2 = 0) u
     join bench_staff s on s.n = 1 + abs(hashtext(u.user_id::text)) % 20`,
  ],
  [
    'contacts',
    `insert into collection_contacts (user_id, order_id, kind, result, day, contacted_at, staff_id)
     select o.user_id, o.order_id, 'call', (array['reached','no_answer','call_back'])[1 + i % 3], w.at::date, w.at, s.staff_id
     from generate_series(1, :n::int) i
     join bench_owing o on o.at = 1 + i % (select max(at) from bench_owing)
     cross join lateral (select :now::timestamptz - (:n::int - i) * interval '1 minute' as at) w
     join bench_staff s on s.n = 1 + i % 20`,
    'contacts',
  ],
  [
    'promises',
    `insert into payment_promises (user_id, order_id, amount_paise, paid_before_paise, due_on, promised_at, staff_id)
     select o.user_id, o.order_id, 100000, 0, :now::date + 2, :now::timestamptz - interval '1 day', s.staff_id
     from bench_orders o join bench_staff s on s.n = 1 + o.n % 20 where o.status = ${OrderStatus.overdue} and o.n % 10 = 1`,
  ],
  [
    'holds',
    `insert into contact_holds (user_id, reason, from_day, until_day, request_id, created_at)
     select distinct on (o.user_id) o.user_id, 'illness', :now::date - 3, :now::date + 3,
       (select request_id from operator_requests limit 1), :now::timestamptz - interval '3 days'
     from bench_orders o where o.status = ${OrderStatus.overdue} and o.n % 15 = 2`,
  ],
  [
    'proofs',
    `insert into repayment_proofs (user_id, order_id, utr_enc, utr_hash, utr_last4, amount_paise, paid_on, channel, state, submitted_at,
       decided_at, decided_by)
     select o.user_id, o.order_id, '\\x00', sha256(int4send(i)), lpad((i % 10000)::text, 4, '0'), 100000 + i % 1000, w.at::date,
       'bank_transfer', w.state, w.at, case when w.state <> 'received' then w.at + interval '1 hour' end,
       case when w.state <> 'received' then 'staff' end
     from generate_series(1, :n::int) i
     cross join lateral (select case when i > :n::int * ${1 - PROOFS_WAITING} then 'received' else
       (array['matched','refused'])[1 + i % 2] end as state, :now::timestamptz - (:n::int - i) * interval '3 minutes' as at) w
     join bench_orders o on o.n = 1 + i * 5 % (select max(n) from bench_orders)`,
    'proofs',
  ],
  [
    'identities in review',
    `update identities i set state = 'review', reasons = '["pan_differs"]', saved_at = :now::timestamptz - u.n * interval '20 seconds'
     from bench_users u where u.user_id = i.user_id and u.n <= :n::int * 0.4`,
    'reviews',
  ],
  [
    'names in review',
    `update bank_accounts a set name_match = 'partial', saved_at = :now::timestamptz - u.n * interval '20 seconds'
     from bench_users u where u.user_id = a.user_id and u.n > :n::int * 0.4 and u.n <= :n::int * 0.7`,
    'reviews',
  ],
  [
    'scores in review',
    `with due as (select user_id, n from bench_users where n > :n::int * 0.7 and n <= :n::int),
     waiting as (update credit_limits c set state = 'review', evaluated_at = :now::timestamptz - due.n * interval '20 seconds'
       from due where due.user_id = c.user_id)
     update credit_evaluations e set outcome = outcome || '{"reasons": ["score-borderline"]}' from due where due.user_id = e.user_id`,
    'reviews',
  ],
  [
    'decided reviews',
    `insert into review_decisions (user_id, kind, subject, decision, operator, reason, at)
     select user_id, 'identity', 'earlier', 'approve', 'staff', 'agrees', :now::timestamptz - interval '30 days' from bench_users
     where n <= :n::int * 20`,
    'reviews',
  ],
  [
    'documents asked for again',
    `insert into document_requests (user_id, kind, document, reason, requested_by, requested_at)
     select u.user_id, 'identity', 'panFront', 'not_readable', s.staff_id, :now::timestamptz - interval '1 hour'
     from bench_users u join bench_staff s on s.n = 1 where u.n <= :n::int * 0.1`,
    'reviews',
  ],
  [
    'corrections',
    `insert into data_changes (user_id, field, after_enc, state, requested_at, decided_at)
     select u.user_id, 'email', '\\x00', case when u.n <= :n::int * 0.05 then 'waiting' else 'done' end,
       :now::timestamptz - u.n * interval '1 minute', case when u.n > :n::int * 0.05 then :now::timestamptz end
     from bench_users u where u.n <= :n::int * 2`,
    'reviews',
  ],
  [
    'failed payouts',
    `with failed as (select user_id, order_id from bench_orders where status = ${OrderStatus.settled} and n % 3000 = 5),
     changed as (update orders o set status = ${OrderStatus.disbursementFailed}, is_repaid = false from failed where (o.user_id, o.order_id) = (failed.user_id, failed.order_id))
     update payouts p set state = 'failed', reason = 'account_closed' from failed
     where (p.user_id, p.order_id) = (failed.user_id, failed.order_id)`,
  ],
  [
    'payouts under way',
    `update payouts p set state = 'queued', alarmed_at = :now::timestamptz, decided_at = null from bench_orders o
     where (p.user_id, p.order_id) = (o.user_id, o.order_id) and o.status = ${OrderStatus.active} and o.n % 500 = 3`,
  ],
  [
    'refunds',
    `insert into refunds (user_id, order_id, refund_ref, provider, payment_ref, amount_paise, state, reason, created_at, decided_at)
     select o.user_id, o.order_id, 'R-bench-' || o.n, 'sandbox', 'p' || o.n, 41050, w.state, null, w.at,
       case when w.state in ('confirmed', 'failed') then w.at + interval '1 hour' end
     from bench_orders o cross join lateral (select :now::timestamptz - o.n * interval '5 seconds' as at,
       case when o.n % 3000 = 1 then 'failed' when o.n % 3000 = 31 then 'unknown' else 'confirmed' end as state) w
     where o.n % 30 = 1`,
  ],
  [
    'money that belongs to no order',
    `insert into unclaimed_funds (provider, provider_ref, amount_paise, paid_at, found_at, journal_id, state, decided_at)
     select 'sandbox', 'bench-' || i, 100000 + i % 500, :now::timestamptz - i * interval '1 hour', :now::timestamptz - i * interval '1 hour',
       gen_random_uuid(), case when i <= 500 then 'open' else 'claimed' end, case when i > 500 then :now::timestamptz end
     from generate_series(1, 5000) i`,
  ],
  [
    'events that match nothing',
    `insert into provider_events (provider, event_id, kind, outcome, event, received_at, utr_hash)
     select 'sandbox', 'bench-' || i, 'payment', 'unknown', jsonb_build_object('providerRef', 'bench-e' || i, 'amountPaise', 100000 + i),
       :now::timestamptz - i * interval '1 hour', sha256(int4send(i)) from generate_series(1, 1000) i`,
  ],
  [
    'what borrowers did',
    `insert into audit_log (at, user_id, actor, action, subject, detail)
     select :now::timestamptz - (:n::int - i) * interval '30 seconds', case when i % 100 = 1 then :person::uuid else u.user_id end, 'user',
       (array['sign_in','consent_given','quote_made','order_applied'])[1 + i % 4], null, '{"assurance": "otp"}'
     from generate_series(1, :n::int) i left join bench_users u on u.n = 1 + i * 29 % (select max(n) from bench_users)`,
    'audit',
  ],
  [
    'discrepancies',
    `with found as (insert into audit_log (at, user_id, actor, action, subject, detail)
       select :now::timestamptz - i * interval '1 hour', u.user_id, 'system', 'payment_discrepancy', 'bench-' || i,
         '{"stored": 100000, "reported": 90000}' from generate_series(1, 5000) i join bench_users u on u.n = i returning user_id, audit_id, at)
     insert into audit_log (user_id, at, actor, action, subject) select user_id, at, 'staff', 'discrepancy_resolved', audit_id::text from found
     where extract(hour from at)::int % 12 > 0`,
  ],
  [
    'notes',
    `insert into staff_notes (user_id, staff_id, text_enc, written_at) select u.user_id, s.staff_id, '\\x00', :now::timestamptz
     from bench_users u join bench_staff s on s.n = 1 + u.n % 50 where u.n % 6 = 0 and u.user_id <> :person::uuid`,
  ],
  [
    'links',
    `insert into staff_links (user_id, kind, staff_id, reason, token_hash, state, made_at, sent_at)
     select u.user_id, 'sign_in', s.staff_id, 'the borrower asked for it', sha256(int8send(u.n)), 'sent', :now::timestamptz, :now::timestamptz
     from bench_users u join bench_staff s on s.n = 1 + u.n % 50 where u.n % 6 = 1`,
  ],
  [
    'claims',
    `insert into work_claims (kind, subject, staff_id, claimed_at, until)
     select 'identity', u.user_id::text, s.staff_id, :now::timestamptz, :now::timestamptz + interval '10 minutes'
     from bench_users u join bench_staff s on s.n = u.n % 50 + 1 where u.n <= 200`,
  ],
  [
    'close failures',
    `insert into day_close_failures (user_id, order_id, day, reason, first_failed_at, last_failed_at)
     select user_id, order_id, :now::date - 1, 'does not balance', :now::timestamptz, :now::timestamptz from bench_orders
     where status = ${OrderStatus.active} and n % 1000 = 7`,
  ],
  [
    'closed days of three years',
    `insert into closed_days (day, started_at, finished_at, orders)
     select d, d + interval '19 hours', d + interval '20 hours', 100000
     from generate_series((select min(day) from closed_days) - interval '1000 days', (select min(day) from closed_days) - interval '1 day',
       interval '1 day') d`,
  ],
  [
    'reconciliations of two years',
    `insert into provider_reconciliations (day, checked_at, differences) select d, d + interval '30 hours', '[]'
     from generate_series((select min(day) from closed_days) + 300, (select min(day) from closed_days) + 1000, interval '1 day') d
     on conflict do nothing`,
  ],
  [
    'self-checks of ninety days',
    `insert into self_check_results (name, run_at, examined, problem_count, problems, listed)
     select 'check ' || c, :now::timestamptz - d * interval '1 day', 1000, (c = 3)::int, case when c = 3 then '["off by one"]' else '[]' end::jsonb,
       '[]' from generate_series(1, 16) c, generate_series(0, 89) d`,
  ],
  [
    'exports',
    `insert into ledger_exports (staff_id, month, format, state, file_id, requested_at)
     select staff_id, '2026-10', 'csv', 'fetched', 'f', :now::timestamptz - n * interval '1 day' from bench_staff, generate_series(1, 20)`,
  ],
  [
    'campaigns',
    `insert into coupon_campaigns (request_id, name, segment, coupon, most_paise, budget_paise, starts_on, ends_on, created_at, finished_at)
     select gen_random_uuid(), 'Campaign ' || i, 'approved', '{"kind": "fee", "discount": {"amount": 10000}, "minPrincipal": 100000}', 10000,
       1000000, :now::date - i, :now::date - i + 7, :now::timestamptz, :now::timestamptz from generate_series(1, 300) i`,
  ],
];

/**
 * Writes what staff made of the copied borrowers; `person` is one with very many rows, `now` the
 * server's instant.
 */
export async function writeStaffRows(
  db: Client,
  { now, person, part }: { now: Date; person: string; part: number },
): Promise<void> {
  await db.query('set session_replication_role = replica');
  await db.query('set synchronous_commit = off');

  for (const [what, text, of] of STATEMENTS) {
    const began = performance.now();
    const n = of ? Math.max(100, Math.round(STAFF_ROWS[of] * part)) : 0;

    for (const one of text.split(';\n'))
      await db.query(namedStatement<Name>(one)({ now: now.toISOString(), n, person }));
    console.error(`${what}: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  }

  await db.query('reset session_replication_role');
  await db.query('reset synchronous_commit');
  await db.query('drop table bench_users, bench_orders, bench_owing, bench_staff');
  await db.query('vacuum (freeze, analyze)');
  await db.query('checkpoint');
}
