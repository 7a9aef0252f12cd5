import { cancelJob } from '../platform/jobs/job-store.ts';
import { closeMissedDays } from '../processes/close-of-day/close-of-day.ts';
import { runJobs } from './loans.ts';
import type { TestApp } from './start-app.ts';

/**
 * They read all data each night: four fifths of a night's statements. They have tests of their own.
 */
const NIGHTLY = ['self-check', 'purge-expired'];

/** Closes each of the next days as it ends, and sends the messages then due. */
export async function passDays(app: TestApp, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) await passOnce(app, 1);
}

/** The same at once: what became due on the days between is not sent. */
export async function passOnce(app: TestApp, days: number): Promise<void> {
  app.moveDays(days);
  await closeMissedDays(app.deps);

  for (const name of NIGHTLY) await cancelJob(app.deps.db, name);
  await runJobs(app, { delayed: true });
}
