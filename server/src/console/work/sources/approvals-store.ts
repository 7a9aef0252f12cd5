import { sql } from 'kysely';
import { instantValue } from '../../../platform/db/db.ts';
import type { WorkSources } from '../work-source.ts';

/** Requests of others that the reader may decide. */
export const approvalSources: WorkSources<'approval'> = {
  approval: ({ now, staffId, approvals }) => sql`
    select r.request_id::text as subject, r.user_id, o.repay_id, r.created_at as since,
           least(r.created_at + interval '48 hours', r.expires_at) as due,
           jsonb_strip_nulls(jsonb_build_object('approval', r.kind, 'makerName', m.name,
             'amountPaise', coalesce(r.effect->'money'->'amountPaise', r.detail->'amountPaise'))) as facts
    from operator_requests r join staff m on m.staff_id = r.maker_id left join orders o using (user_id, order_id)
    where r.state = 'open' and r.expires_at > ${instantValue(now)} and r.maker_id <> ${staffId}::uuid
      ${approvals === null ? sql`` : sql`and r.kind = any(${[...approvals]})`}`,
};
