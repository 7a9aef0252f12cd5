import type { ComplaintLevel } from '@noren/core/staff/complaints';
import { type RawBuilder, sql } from 'kysely';
import { levelDue } from '../../../people/support/complaints-store.ts';
import { regulatorDue } from '../../../people/support/promises-store.ts';
import type { WorkSources } from '../work-source.ts';

const columns = (since: RawBuilder<unknown>, due: RawBuilder<unknown>) => sql`
  t.ticket_no as subject, t.user_id, o.repay_id, ${since} as since, ${due} as due`;

const received = (level: ComplaintLevel, isThere: RawBuilder<unknown>) => sql`
  select ${columns(sql`t.submitted_at`, levelDue(level))},
         jsonb_build_object('type', t.type, 'pictures', cardinality(t.file_ids)) as facts
  from feedback_tickets t left join orders o using (user_id, order_id)
  where t.state = 'received' and ${isThere}`;

/** How long an owner has to confirm an alarm. */
const ALARM_HOURS = sql.lit(24);

/**
 * What borrowers wrote that nobody has answered; what was passed on waits for an officer. Alarms
 * wait for their owner, and what is at the Reserve Bank for the lender's reply.
 */
export const complaintSources: WorkSources<
  'complaint' | 'escalation' | 'last_level' | 'complaint_alarm'
> = {
  complaint: () => received('desk', sql`t.escalated_at is null`),
  escalation: () => received('officer', sql`t.escalated_at is not null and t.principal_at is null`),
  last_level: () => received('principal', sql`t.principal_at is not null`),
  complaint_alarm: () => sql`
    select ${columns(
      sql`coalesce(t.regulator_on::timestamp at time zone 'Asia/Kolkata', t.alarmed_at)`,
      sql`case when t.regulator_on is null
            then t.alarmed_at + make_interval(hours => ${ALARM_HOURS}) else ${regulatorDue} end`,
    )},
           jsonb_build_object('type', t.type) as facts
    from feedback_tickets t left join orders o using (user_id, order_id)
    where (t.regulator_on is not null and t.regulator_replied_on is null)
       or (t.regulator_on is null and t.alarmed_at is not null and t.acknowledged_at is null
           and t.state = 'received')`,
};
