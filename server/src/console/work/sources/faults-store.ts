import { sql } from 'kysely';
import type { WorkSources } from '../work-source.ts';

/** What the nightly jobs could not do, or found wrong. */
export const faultSources: WorkSources<'close_failure' | 'self_check'> = {
  close_failure: () => sql`
    select o.repay_id as subject, f.user_id, o.repay_id, f.first_failed_at as since, null::timestamptz as due,
           jsonb_build_object('day', f.day, 'reason', f.reason, 'attempts', f.attempts) as facts
    from day_close_failures f join orders o using (user_id, order_id)`,

  // The newest result of each check that still runs, since its first failure after it last passed.
  self_check: () => sql`
    select r.name as subject, null::uuid as user_id, null::text as repay_id, coalesce((
        select min(f.run_at) from self_check_results f where f.name = r.name and f.run_at > coalesce((
          select max(p.run_at) from self_check_results p where p.name = r.name and p.problem_count = 0), '-infinity')
      ), r.run_at) as since, null::timestamptz as due,
      jsonb_build_object('check', r.name, 'attempts', r.problem_count, 'reason', r.problems->>0) as facts
    from (select distinct on (name) name, run_at, problem_count, problems from self_check_results
          order by name, run_at desc) r
    where r.problem_count > 0 and r.run_at > (select max(run_at) from self_check_results) - interval '1 day'`,
};
