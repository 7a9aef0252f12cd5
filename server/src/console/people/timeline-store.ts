import type { BorrowerEvent } from '@noren/contract/staff/people';
import { EVENT_SOURCES } from '@noren/core/staff/event-sources';
import { type RawBuilder, sql } from 'kysely';
import { SHOWS_SCREENING } from '../../people/sanctions/hit-store.ts';
import { type Db, instantValue } from '../../platform/db/db.ts';

type Source = BorrowerEvent['source'];

/** The position after an event: its time in milliseconds and its id. */
export interface TimelinePosition {
  readonly at: number;
  readonly id: string;
}

type Page = TimelinePosition & {
  readonly limit: number;
  /** Whether the reader may know who was compared with a sanctions list. */
  readonly withScreening: boolean;
};

const MS = sql`floor(extract(epoch from at) * 1000)::bigint`;

/** The earliest of the borrower's acts that the page needs. There may be many more before it. */
const firstOfPage = (
  userId: string,
  { at, id, limit }: Page,
) => sql`date_trunc('milliseconds', coalesce((
  select at from audit_log where user_id = ${userId} and (${MS}, audit_id::text) < (${at}, ${id})
    and at < ${instantValue(Math.min(at, LAST_MS) + 1)}
  order by at desc offset ${limit - 1} limit 1), '-infinity'))`;

/** Later than any instant that is stored. */
const LAST_MS = Date.UTC(9000, 0);

/** Events whose record says why they happened. */
const WITH_REASON = sql`('card_code_refused', 'identity_file_refused', 'digilocker_refused',
  'phone_proof_refused', 'lost_phone_refused', 'email_ended')`;

/**
 * What each source says of a user, as (id, at, source, action, repay_id, amount_paise, staff_name,
 * about). Each reads its table by the user's part of the key: a person has hundreds of rows, never
 * a million.
 */
function selectPart(source: Source, userId: string, page: Page): RawBuilder<unknown> {
  switch (source) {
    case 'borrower':
      return sql`
        select audit_id::text as id, at, 'borrower' as source, action,
          null::text as repay_id, null::bigint as amount_paise, null::text as staff_name,
          coalesce(detail->>'assurance',
            case when action in ${WITH_REASON} then detail->>'reason' end) as about
        from audit_log where user_id = ${userId} and at >= ${firstOfPage(userId, page)}`;
    case 'order':
      return sql`
        select c.status_change_id::text, c.at, 'order', coalesce(c.reason, 'status'), o.repay_id,
          o.principal_paise, null, c.to_status::text
        from order_status_changes c join orders o using (user_id, order_id)
        where c.user_id = ${userId}`;
    case 'consent':
      return sql`
        select consent_id::text, at, 'consent', 'consent_' || decision, null, null, null, purpose
        from consents where user_id = ${userId}
        union all
        select consent_id::text || ':withdrawn', withdrawn_at, 'consent', 'consent_withdrawn',
          null, null, null, purpose
        from consents where user_id = ${userId} and withdrawn_at is not null`;
    case 'message':
      return sql`
        select n.notification_id::text, n.sent_at, 'message', n.kind, null, null, null,
          (select string_agg(d.channel || ' ' || d.state, ', ' order by d.channel)
           from notification_deliveries d
           where d.user_id = ${userId} and d.notification_id = n.notification_id)
        from notifications n where n.user_id = ${userId}`;
    case 'payment':
      return sql`
        select j.journal_id::text, j.booked_at, 'payment', j.kind, o.repay_id,
          (select sum(e.amount_paise) from entries e
           where e.user_id = ${userId} and e.journal_id = j.journal_id
             and e.amount_paise > 0)::bigint,
          null, j.reason
        from journals j left join orders o using (user_id, order_id)
        where j.user_id = ${userId} and j.kind not in ('accrual', 'hold', 'release')`;
    case 'payout':
      return sql`
        select p.payout_ref, coalesce(p.decided_at, p.requested_at, p.created_at), 'payout',
          'payout_' || p.state, o.repay_id, p.amount_paise, null, p.reason
        from payouts p join orders o using (user_id, order_id) where p.user_id = ${userId}`;
    case 'refund':
      return sql`
        select r.refund_ref, coalesce(r.decided_at, r.requested_at, r.created_at), 'refund',
          'refund_' || r.state, o.repay_id, r.amount_paise, null, r.reason
        from refunds r join orders o using (user_id, order_id) where r.user_id = ${userId}`;
    case 'staff':
      return sql`
        select 'staff:' || a.seq, a.at, 'staff', a.action, null, null, s.name,
          concat_ws(': ', coalesce(a.detail->>'field',
              (select string_agg(shown, ', ')
               from jsonb_array_elements_text(a.detail->'fields') shown)),
            a.detail->>'reason')
        from staff_audit a left join staff s using (staff_id)
        where a.user_id = ${userId} and (${page.withScreening} or not ${SHOWS_SCREENING})`;
    case 'ticket':
      return sql`
        select t.ticket_id::text, t.submitted_at, 'ticket', t.type, o.repay_id, null, null,
          ticket_no
        from feedback_tickets t left join orders o using (user_id, order_id)
        where t.user_id = ${userId}`;
    default: {
      const missing: never = source;
      throw new RangeError(`unknown source: ${missing}`);
    }
  }
}

const COLUMNS = sql`id, at, source, action, repay_id, amount_paise, staff_name, about`;

/**
 * Everything that happened with a user, newest first, after a position. Acts of staff are read by a
 * statement of their own: in a distributed database they are not stored with the user's rows.
 */
export async function readTimeline(
  db: Db,
  userId: string,
  wanted: {
    source: Source | undefined;
    after: TimelinePosition | null;
    limit: number;
    withScreening: boolean;
  },
): Promise<BorrowerEvent[]> {
  const { source: only, after, limit, withScreening } = wanted;
  const sources = only === undefined ? EVENT_SOURCES : [only];
  const { at, id } = after ?? { at: Number.MAX_SAFE_INTEGER, id: '' };

  const read = async (some: readonly Source[]): Promise<readonly BorrowerEvent[]> => {
    // At most a page of each source, so that their rows are not all sorted together.
    const parts = some.map(
      (source) => sql`(
        select id collate "C" as id, ms, source, action, repay_id::text, amount_paise::bigint,
               staff_name::text, about::text
        from (select *, ${MS} as ms
              from (${selectPart(source, userId, { at, id, limit, withScreening })}) e(${COLUMNS})) t
        where (ms, id collate "C") < (${at}, ${id})
        order by ms desc, id desc limit ${limit})`,
    );
    if (parts.length === 0) return [];

    const { rows } = await sql<BorrowerEvent>`
      select id, ms as at, source, action, repay_id, amount_paise, staff_name,
             nullif(about, '') as about
      from (${sql.join(parts, sql` union all `)}) t
      order by ms desc, id desc limit ${limit}`.execute(db);

    return rows;
  };

  const [own, byStaff] = await Promise.all([
    read(sources.filter((source) => source !== 'staff')),
    read(sources.filter((source) => source === 'staff')),
  ]);

  return [...own, ...byStaff].toSorted(newestFirst).slice(0, limit);
}

const newestFirst = (one: BorrowerEvent, other: BorrowerEvent): number =>
  other.at - one.at || (one.id < other.id ? 1 : -1);
