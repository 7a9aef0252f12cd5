import { sql } from 'kysely';
import { OPEN_HITS } from '../../../people/sanctions/hit-store.ts';
import type { WorkSources } from '../work-source.ts';

/** Borrowers who may be on a sanctions list. A person has at most one such case. */
export const sanctionsSources: WorkSources<'sanctions'> = {
  sanctions: () => sql`
    select w.user_id::text as subject, w.user_id, null::text as repay_id, w.since,
           null::timestamptz as due, jsonb_build_object('reasons', w.reasons) as facts
    from (${OPEN_HITS}) w`,
};
