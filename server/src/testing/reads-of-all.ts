/**
 * Statements that do not name whose rows they read, by a part of their text, with the reason why
 * they may.
 */
interface ReadsOfAll {
  readonly because: string;
  readonly parts: readonly string[];
}

/**
 * The statements of calls, the console, the close of a day and the sweep that read users' rows
 * without their users. On a distributed database each asks every machine, so none is of a
 * borrower's call; each list reads its page by an index. A new one is added here with a reason, or
 * names its users.
 */
export const READS_OF_ALL: readonly ReadsOfAll[] = [
  {
    because: 'a page of a list of the console, which is about all borrowers',
    parts: [
      'w.claimed_by, m.name as claimed_name',
      'c.staff_id as claim_staff_id',
      'from (select p.* from provider_payments p',
      'from (select * from repayment_proofs p where',
      'from (select * from payouts p where',
      'from (select * from refunds f where',
      '"o"."due_day" from "orders" as "o" inner join "users" as "u"',
      'with o as materialized ( select o.user_id, o.order_id, o.repay_id',
      'select t.user_id, t.ticket_no, i.name_enc, u.masked_phone',
      'select "f"."order_id", "o"."repay_id", "f"."day"',
      'from "staff_links" as "l" inner join "users"',
      'from renewal_reminders n join users u',
    ],
  },
  {
    because: 'a count or sum of the console over all borrowers',
    parts: [
      'count(*) filter (where w.due <',
      "count(*) filter (where t.type = 'problem')",
      'count(*) as late from feedback_tickets',
      'count(*) as answered, count(*) filter',
      'count(*)::int as n from day_close_failures',
      'select d.channel as what, d.state, count(*)',
      'from users u cross join lateral ( select count(*) > 0 as has_applied',
      'from users u join survey_answers s',
      'with campaigns as ( select u.ad_campaign',
      'count(distinct user_id)::int as people',
    ],
  },
  {
    because: 'the books: journals of a day, or written since they were last summed, about anybody',
    parts: [
      'sum(debit_paise)::bigint as debit_paise',
      'coalesce(sum(debit_paise - credit_paise) filter',
      'sum(sum(journals)) over',
      'from journals j cross join lateral',
    ],
  },
  {
    because:
      'a search of staff by what many people may share, which the directory of names does not ' +
      'hold: a name, a proposal, an amount paid within three days',
    parts: [
      'from identities where name_hash = any(',
      'from orders where proposal_no =',
      "'amount' as why, i.created_at as at from payment_intents i",
    ],
  },
  {
    because: 'a job takes up what is due, of anybody',
    parts: [
      'from queued_jobs order by queued_job_id',
      '("closed_through" is null or "closed_through" <',
      'and closed_at >=',
      'with page as ( select user_id, order_id, coalesce(closed_through >=',
      'delete from day_close_failures f using orders o',
      'select "order_id" from "day_close_failures" where',
      'select user_id, payout_ref from payouts where not is_queued',
      'from "phone_changes" where "state"',
      'from "pan_checks" where "verdict"',
      'from "payouts" where "state" in',
      'update "payouts" set "alarmed_at"',
      'from "refunds" where "state" in',
      'from "refunds" where "state" =',
      'select "user_id" from "credit_limits" where "state"',
      'select "user_id" from "bank_accounts" where',
      'order by "open_until" limit',
      'from orders o join quotes q on',
      'select distinct o.user_id from orders o where',
      'and "pay_by" <',
      // Its page begins with a day, or with one person's id.
      'from renewal_reminders g where',
      'from "dunning_messages" where "state"',
      'from "notification_deliveries" where "next_attempt_at" <',
      'update "payment_intents" set "state"',
      'from mandates m join orders o on',
      'from "mandates" where "is_closed" =',
      'from "mandate_debits" where "state"',
    ],
  },
  {
    because: 'a job deletes what may go, of anybody',
    parts: [
      'delete from "idempotency_keys" where "created_at" <',
      'delete from "user_passkey_challenges" where "expires_at" <',
      'delete from "digilocker_visits" where "expires_at" <',
      'select distinct "user_id" from "liveness_checks"',
      'delete from "identity_sources" where "verdict" =',
      'delete from "addresses" where "confirmed_at" is null',
      'delete from "phone_changes" where "state"',
      'delete from "tracking_records" where',
      'from "push_subscriptions" where "ends_at" <=',
      'delete from quotes q where',
      'update quotes set is_retained = true',
    ],
  },
];
