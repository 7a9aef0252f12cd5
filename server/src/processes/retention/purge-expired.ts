import { regulatoryRowOn } from '@noren/core/lending/terms';
import { addMonths } from '@noren/core/money/time';
import { JOBS } from '../../job-list.ts';
import { eraseWhenDue, repeatErasure } from '../../people/personal-data/erase-user.ts';
import { deleteOldLists } from '../../people/sanctions/list-store.ts';
import { offsetClock } from '../../platform/business-time.ts';
import { NO_ID } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import {
  deleteHits,
  deleteOldSessions,
  deleteRetainedRecords,
  expireExports,
  listDueErasures,
  listErasedUsers,
  purgeOldAuditRows,
} from './purge-store.ts';
import { removeOrphanClaims } from './remove-orphan-claims.ts';

/** Page size. */
const BATCH = 100;
const DAY_MS = 86_400_000;
/** @ASSUMED How long a sanctions list that is not in force any more can be read. */
const LISTS_MS = 366 * DAY_MS;
/** Longer than between two runs: claims of names that the sweep missed. */
const CLAIM_MINUTES = 13 * 60;
/** Long enough for requests running at an erasure to end, also over a weekend without jobs. */
const REPEAT_WITHIN_MS = 7 * DAY_MS;

/**
 * Job: erases users whose erasure is due, and deletes data past its retention. Each in its own
 * transaction, so an interrupted run is continued by the next; a failure does not stop the others.
 * @throws AggregateError of the failures
 */
export async function purgeExpired(deps: Deps): Promise<void> {
  const failed: unknown[] = [];
  const steps = [
    () => each(deps, dueErasures, (userId) => eraseWhenDue(deps, userId), failed),
    () => each(deps, recentlyErased, (userId) => repeatErasure(deps, userId), failed),
    () => deleteExportCopies(deps),
    () => deleteRetained(deps),
    () => deleteScreeningHits(deps),
    () => deleteEndedSessions(deps),
    () => deleteOldAuditRows(deps),
    () => deleteOldLists(deps.db, deps.now() - LISTS_MS),
    () => removeOrphanClaims(deps.db, CLAIM_MINUTES),
  ];

  for (const step of steps) await step().catch((error: unknown) => failed.push(error));
  if (failed.length > 0)
    throw new AggregateError(failed, `${failed.length} steps of the purge failed`);
}

type Page = (deps: Deps, after: string) => Promise<string[]>;

/** Pages through users by id, so that one that fails is skipped. */
async function each(
  deps: Deps,
  read: Page,
  work: (userId: string) => Promise<unknown>,
  failed: unknown[],
): Promise<void> {
  let after = NO_ID;
  for (;;) {
    const users = await read(deps, after);
    for (const userId of users) await work(userId).catch((error: unknown) => failed.push(error));
    if (users.length < BATCH) return;
    after = users.at(-1) ?? after;
  }
}

function dueErasures({ db, now, today }: Deps, after: string): Promise<string[]> {
  return listDueErasures(db, offsetClock({ now: now(), today: today() }), { after, limit: BATCH });
}

function recentlyErased({ db, now }: Deps, after: string): Promise<string[]> {
  return listErasedUsers(db, now() - REPEAT_WITHIN_MS, { after, limit: BATCH });
}

/** Expires data exports and deletes their files, if they were made. */
async function deleteExportCopies({ db, now }: Deps): Promise<void> {
  for (;;) {
    const count = await db.transaction().execute(async (tx) => {
      const expired = await expireExports(tx, now(), BATCH);
      for (const fileId of expired.flat())
        if (fileId !== null) await addJob(tx, JOBS['delete-file'], { fileId });
      return expired.length;
    });
    if (count < BATCH) return;
  }
}

/** Deletes retained records and their files after their last day. */
async function deleteRetained({ db, today }: Deps): Promise<void> {
  for (;;) {
    const count = await db.transaction().execute(async (tx) => {
      const deleted = await deleteRetainedRecords(tx, today(), BATCH);
      for (const fileId of deleted.flat()) await addJob(tx, JOBS['delete-file'], { fileId });
      return deleted.length;
    });
    if (count < BATCH) return;
  }
}

/** Hits are retained as long as the record of an identity, whether or not there is one. */
async function deleteScreeningHits({ db, today }: Deps): Promise<void> {
  const years = regulatoryRowOn('kycRetentionYears', today()).value;
  const before = addMonths(today(), -12 * years);
  for (;;) if ((await deleteHits(db, before, BATCH)) < BATCH) return;
}

/** Ended sessions are retained as long as logs. Source: `docs/lawful.md`, row 20. */
async function deleteEndedSessions({ db, now, today }: Deps): Promise<void> {
  const before = now() - regulatoryRowOn('logRetentionDays', today()).value * DAY_MS;
  for (;;) if ((await deleteOldSessions(db, before, BATCH)) < BATCH) return;
}

/**
 * Who signed in and read what is kept as long as logs, what else was done as long as the books.
 * Source: `docs/lawful.md`, row 20.
 */
async function deleteOldAuditRows({ db }: Deps): Promise<void> {
  for (;;) if ((await purgeOldAuditRows(db, BATCH)) < BATCH) return;
}
