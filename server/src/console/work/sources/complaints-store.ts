import { type RawBuilder, sql } from 'kysely';
import { complaintDue } from '../../../people/support/complaints-store.ts';
import type { WorkSources } from '../work-source.ts';

const received = (level: RawBuilder<unknown>) => sql`
  select t.ticket_no as subject, t.user_id, o.repay_id, t.submitted_at as since, ${complaintDue} as due,
         jsonb_build_object('type', t.type, 'pictures', cardinality(t.file_ids)) as facts
  from feedback_tickets t left join orders o using (user_id, order_id)
  where t.state = 'received' and t.escalated_at is ${level}`;

/**
 * What borrowers wrote that nobody has answered; what was passed on waits for the grievance
 * officer.
 */
export const complaintSources: WorkSources<'complaint' | 'escalation'> = {
  complaint: () => received(sql`null`),
  escalation: () => received(sql`not null`),
};
