import { timestamp } from '@noren/server/src/platform/db/db.ts';
import { handOverJobs } from '@noren/server/src/platform/jobs/job-store.ts';
import type { ProviderEvent } from '@noren/server/src/platform/ports/payments.ts';
import { jobTable } from '@noren/server/src/schedule/job-table.ts';
import { endLockedJobs, makeQueuedJobsDue } from '@noren/server/src/testing/job-queue.ts';
import { type LockedJob, lockDueJobs } from '@noren/server/src/testing/job-queue-internals.ts';
import { sql } from 'kysely';
import { forEachAtOnce, runTurn } from './turns.ts';
import type { World } from './world.ts';

/** Pending work with its owner: a borrower's index, or null. */
interface OwnedWork<T> {
  readonly index: number | null;
  readonly what: T;
}

/**
 * Does pending work: first work without an owner, then each borrower's in order, borrowers
 * concurrently; sequentially if the app is to end meanwhile.
 */
async function doAll<T>(
  world: World,
  name: string,
  list: readonly OwnedWork<T>[],
  work: (what: T) => Promise<void>,
) {
  const byIndex = Map.groupBy(list, ({ index }) => index ?? -1);
  const sorted = [...byIndex].sort(([one], [other]) => one - other);

  for (const { what } of byIndex.get(-1) ?? []) await work(what);

  const owned = sorted.filter(([index]) => index >= 0);
  await forEachAtOnce(owned, world.atOnce(), ([index, own]) =>
    runTurn(index, world.chance.of(name, world.clock(), index), async () => {
      for (const { what } of own) await work(what);
    }),
  );
}

const LOCK = 'simulation';

/**
 * Runs every queued job, due or not, and those they add; a job during which the app ends runs
 * again.
 */
export async function runQueuedJobs(world: World): Promise<void> {
  const { db } = world.deps;
  await makeQueuedJobsDue(db);

  for (;;) {
    const jobs = await takeJobs(world);
    if (jobs.length === 0) return;

    const done: string[] = [];
    await doAll(world, 'jobs', jobs, async (job) => {
      if (!world.isDropped() && (await runOne(world, job))) done.push(job.id);
    });
    // The app may end after a job was done and before its completion is stored.
    await endJobs(world, jobs, world.isDropped() ? done.slice(0, -1) : done);

    if (world.isDropped()) return world.restart();
  }
}

async function takeJobs(world: World): Promise<OwnedWork<LockedJob>[]> {
  await handOverJobs(world.deps.db);
  const locked = await lockDueJobs(world.deps.db, LOCK);
  return locked.map((job) => ({ index: world.indexOf(job.payload.userId ?? ''), what: job }));
}

/** @returns whether the job succeeded */
async function runOne(world: World, { name, payload }: LockedJob): Promise<boolean> {
  try {
    await (jobTable[name] as (deps: World['deps'], payload: unknown) => Promise<void>)(
      world.deps,
      payload,
    );
    return true;
  } catch {
    // A failed job is retried, whatever the reason; the checks find lasting effects.
    return false;
  }
}

/** Removes the completed jobs; those that failed run again later. */
async function endJobs(
  world: World,
  jobs: readonly OwnedWork<LockedJob>[],
  done: readonly string[],
): Promise<void> {
  const { db } = world.deps;
  const failed = jobs.map(({ what }) => what.id).filter((id) => !done.includes(id));
  await endLockedJobs(db, { workerId: LOCK, done, failed });
}

/** Delivers every queued webhook, due or not; one that failed because the app ended is repeated. */
export async function deliverWebhooks(world: World): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    await doAll(world, 'webhooks', await readWebhooks(world), async ({ position, event }) => {
      if (world.isDropped()) return;

      const { body, signature } = world.bank.signedWebhook(event);
      const status = await world.postWebhook({ body, signature });

      if (status === 200)
        await sql`update sandbox_webhooks set delivered_at = ${timestamp(world.clock())} where position = ${position}`.execute(
          world.deps.db,
        );
      else if (!world.isDropped()) throw new Error(`a webhook was answered ${status}`);
    });
    if (!world.isDropped()) return;

    await world.restart();
  }
}

interface Webhook {
  readonly position: number;
  readonly event: ProviderEvent;
}

async function readWebhooks(world: World): Promise<OwnedWork<Webhook>[]> {
  const { db } = world.deps;
  const { rows } = await sql<Webhook>`
    select position, event from sandbox_webhooks where delivered_at is null order by due_at, position`.execute(
    db,
  );
  if (rows.length === 0) return [];

  // By themselves: where tables are spread, the bank's are not joined with those of users.
  const owners = await sql<{ name: string; userId: string }>`
    select code as name, user_id from payment_intents union all select payout_ref, user_id from payouts
    union all select refund_ref, user_id from refunds union all select provider_ref, user_id from provider_payments`.execute(
    db,
  );
  const userByName = new Map(owners.rows.map(({ name, userId }) => [name, userId]));

  return rows.map((what) => {
    const names = ['code', 'payoutRef', 'refundRef', 'paymentProviderRef'].map((name) =>
      Reflect.get(what.event, name),
    );
    const userId = names.map((name) => userByName.get(name)).find((found) => found !== undefined);
    return { index: world.indexOf(userId ?? ''), what };
  });
}
