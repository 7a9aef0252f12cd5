import type { AnswerOf } from '@noren/contract/call';
import type { signUpSources } from '@noren/contract/staff/sources';
import { UserStatus } from '@noren/core/people/status';
import { type RawBuilder, sql } from 'kysely';
import { instantValue, type Tx } from '../../platform/db/db.ts';

type Sources = AnswerOf<typeof signUpSources>;

/** From an instant to before another, UTC ms. */
export interface Period {
  readonly from: number;
  readonly before: number;
}

const within = (column: RawBuilder<unknown>, { from, before }: Period): RawBuilder<boolean> =>
  sql<boolean>`${column} >= ${instantValue(from)} and ${column} < ${instantValue(before)}`;

const STEPS = sql`
  count(*)::int as signed_up,
  count(*) filter (where u.onboarding_status >= ${sql.lit(UserStatus.certified)})::int as certified,
  count(*) filter (where o.has_applied)::int as applied,
  count(*) filter (where o.was_paid_out)::int as paid_out`;

/** What became of the orders of `u`. */
const ORDERS = sql`
  cross join lateral (
    select count(*) > 0 as has_applied, count(disbursed_day) > 0 as was_paid_out
    from orders where orders.user_id = u.user_id) o`;

const signedUpIn = (period: Period): RawBuilder<boolean> => within(sql`u.created_at`, period);

export async function readTotals(tx: Tx, period: Period): Promise<Sources['everybody']> {
  const { rows } = await sql<Sources['everybody']>`
    select ${STEPS} from users u ${ORDERS} where ${signedUpIn(period)}`.execute(tx);
  return rows[0]!;
}

/**
 * Campaigns and ad clicks without one, the largest first; those beyond `most` are one row, the
 * last.
 */
export async function listCampaigns(
  tx: Tx,
  period: Period,
  most: number,
): Promise<Sources['campaigns']> {
  const { rows } = await sql<Sources['campaigns'][number]>`
    with campaigns as (
      select u.ad_campaign as campaign, count(distinct u.ad_click)::int as clicks, ${STEPS},
             least(row_number() over (order by count(*) desc, u.ad_campaign), ${most + 1}::int) as place
      from users u ${ORDERS}
      where ${signedUpIn(period)} and (u.ad_click is not null or u.ad_campaign is not null)
      group by u.ad_campaign)
    select min(campaign) filter (where place <= ${most}::int) as campaign,
           count(*) filter (where place > ${most}::int)::int as smaller,
           sum(clicks)::int as clicks, sum(signed_up)::int as signed_up, sum(certified)::int as certified,
           sum(applied)::int as applied, sum(paid_out)::int as paid_out
    from campaigns group by place order by place`.execute(tx);
  return rows;
}

export async function listHeardFrom(tx: Tx, period: Period): Promise<Sources['heardFrom']> {
  const { rows } = await sql<Sources['heardFrom'][number]>`
    select s.answers->>'heardFrom' as answer, ${STEPS}
    from users u join survey_answers s on s.user_id = u.user_id ${ORDERS}
    where ${signedUpIn(period)} and s.answers ? 'heardFrom'
    group by answer order by signed_up desc, answer`.execute(tx);
  return rows;
}

/** A phone that is put down with a field open would outweigh every other visit. */
const LONGEST_VISIT_MS = 600_000;

/** The visits of form fields that were saved in a period, those that take longest first. */
export async function listFieldVisits(tx: Tx, period: Period): Promise<Sources['fields']> {
  const { rows } = await sql<Sources['fields'][number]>`
    select id_name, count(*)::int as visits, count(distinct user_id)::int as people,
           round(avg(least(duration_ms, ${sql.lit(LONGEST_VISIT_MS)})))::int as mean_ms
    from tracking_records where ${within(sql`saved_at`, period)}
    group by id_name order by mean_ms desc, id_name`.execute(tx);
  return rows;
}
