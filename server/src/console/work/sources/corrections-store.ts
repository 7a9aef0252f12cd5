import { sql } from 'kysely';
import type { WorkSources } from '../work-source.ts';

/** Corrections of personal data that borrowers asked for. */
export const correctionSources: WorkSources<'correction'> = {
  correction: () => sql`
    select c.change_id::text as subject, c.user_id, null::text as repay_id, c.requested_at as since,
           null::timestamptz as due, jsonb_build_object('field', c.field) as facts
    from data_changes c where c.state = 'waiting'`,
};
