import { sql } from 'kysely';
import type { WorkSources } from '../work-source.ts';

/** What the nightly jobs could not do, or found wrong. */
export const faultSources: WorkSources<'close_failure' | 'self_check'> = {
  close_failure: () => sql`
    select o.repay_id as subject, f.user_id, o.repay_id, f.first_failed_at as since, null::timestamptz as due,
           jsonb_build_object('day', f.day, 'reason', f.reason, 'attempts', f.attempts) as facts
    from day_close_failures f join orders o using (user_id, order_id)`,

  // A check that passes is recorded with each run: one that lags an hour behind the newest did not pass in it.
  self_check: () => sql`
    select p.name as subject, null::uuid as user_id, null::text as repay_id, n.newest as since,
           null::timestamptz as due, jsonb_build_object('check', p.name) as facts
    from self_check_passes p cross join (select max(last_passed_at) as newest from self_check_passes) n
    where p.last_passed_at < n.newest - interval '1 hour'`,
};
