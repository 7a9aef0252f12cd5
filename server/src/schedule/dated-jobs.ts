import { JOBS } from '../job-list.ts';
import type { Deps } from '../platform/deps.ts';
import { addJob, type JobName, type JobPayloads } from '../platform/jobs/job-store.ts';

const TRY_AGAIN_MS = 60_000;

/**
 * A job that closes, charges, sends or expires by the day. It compares the clocks first; while they
 * differ it queues itself again, so that a process whose clock is right may do it.
 */
export function dated<N extends JobName>(
  name: N,
  work: (deps: Deps, payload: JobPayloads[N]) => Promise<void>,
): (deps: Deps, payload: JobPayloads[N]) => Promise<void> {
  return async (deps, payload) => {
    if (await deps.clock.check()) return work(deps, payload);
    await addJob(deps.db, JOBS[name], payload, { afterMs: TRY_AGAIN_MS });
  };
}
