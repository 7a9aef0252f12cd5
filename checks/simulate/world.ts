import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxBank } from '@noren/server/src/sandbox/bank/bank.ts';
import type { Behaviours } from '@noren/server/src/sandbox/bank/behaviour.ts';
import type { SignedWebhook } from '@noren/server/src/sandbox/bank/webhooks.ts';
import { clockControls, type TestApp } from '@noren/server/src/testing/start-app.ts';
import { copyTemplate, dropDatabase } from '@noren/server/src/testing/template.ts';
import { inDatabase } from '../../tools/sql.ts';
import { type AppRunState, injectedClient, postWebhook, startAppRuns } from './app-runs.ts';
import type { Chance } from './chance.ts';
import { deliverWebhooks, runQueuedJobs } from './queues.ts';
import { currentTurn } from './turns.ts';

/**
 * A lender's whole system with its own clock, which ends at random moments and restarts on the same
 * database.
 */
export interface World extends TestApp {
  readonly bank: SandboxBank;
  /** Random source of the bank outside turns, from which the turns' sources are derived. */
  readonly chance: Chance;
  /** How often the app was started. */
  readonly appRuns: number;
  /** The time (UTC ms), which runs without an app too; in a borrower's turn their own. */
  clock(): number;
  setClock(utcMs: number): void;
  /** Ends the app at its n-th read of the clock from now. */
  dropAfter(looks: number): void;
  isDropped(): boolean;
  /** Allowed concurrency: one if the app is to end meanwhile, so that a seed reproduces it. */
  atOnce(): number;
  /** The index of a borrower by the user's id; null for any other id. */
  indexOf(userId: string): number | null;
  /**
   * Posts a webhook to the app.
   * @returns the answered status
   */
  postWebhook(webhook: SignedWebhook): Promise<number>;
  /** Restarts a dropped app; a running one continues, and its planned end is cancelled. */
  restart(): Promise<void>;
  /** Runs every queued job. */
  work(): Promise<void>;
  /** Delivers the queued webhooks. */
  deliver(): Promise<void>;
}

/** Borrowers who act concurrently. */
const PARALLEL_CLOSES = 4;

/** Creates a world on a new database; `bank` decides the bank's behaviour, call by call. */
export async function makeWorld(given: {
  /** Addresses of the server's superuser: one, or a coordinator's and its workers'. */
  nodes: readonly string[];
  startAt: number;
  bank: Chance;
  indexOf: World['indexOf'];
}): Promise<World> {
  const name = `s_${randomBytes(6).toString('hex')}`;
  await copyTemplate(given.nodes, name);

  const dataDir = await mkdtemp(join(tmpdir(), 'noren-simulation-'));
  const of: AppRunState = {
    databaseAt: inDatabase(given.nodes[0]!, name),
    dataDir,
    time: inTurns(given.startAt),
    keys: { field: randomBytes(32), hash: randomBytes(32) },
    always: makeBehaviours(given.bank),
    looks: { left: Number.POSITIVE_INFINITY },
  };
  const appRuns = await startAppRuns(of);
  const { time, looks } = of;

  const restart = async (): Promise<void> => {
    const wasDropped = looks.left < 0;
    looks.left = Number.POSITIVE_INFINITY;
    if (wasDropped) await appRuns.next();
  };

  const world: World = {
    get deps() {
      return appRuns.current().deps;
    },
    get bank() {
      return appRuns.current().bank;
    },
    get url() {
      return appRuns.current().url;
    },
    get appRuns() {
      return appRuns.count();
    },
    chance: given.bank,
    ...clockControls(time),
    clock: () => time.now,
    setClock: (utcMs) => {
      time.now = utcMs;
    },
    dropAfter: (count) => {
      looks.left = count;
    },
    isDropped: () => looks.left < 0,
    restart,
    atOnce: () => (looks.left === Number.POSITIVE_INFINITY ? PARALLEL_CLOSES : 1),
    indexOf: given.indexOf,
    postWebhook: (webhook) => postWebhook(appRuns.current(), webhook),
    work: () => runQueuedJobs(world),
    deliver: () => deliverWebhooks(world),
    client: () => injectedClient(appRuns.current, () => time.now),
    async stop() {
      await appRuns.end();
      await dropDatabase(given.nodes, name);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return world;
}

/** A clock with each borrower's own time in their turn. */
function inTurns(from: number): AppRunState['time'] {
  let base = from;
  return {
    days: 0,
    get now() {
      return base + (currentTurn()?.offsetMs ?? 0);
    },
    set now(utcMs: number) {
      base = utcMs;
    },
  };
}

const FAILURES = [
  'fail',
  'time_out',
  'never_taken',
  'duplicate',
  'late',
  'out_of_order',
  'lost',
] as const;

/** Mostly succeeds, sometimes fails in each way. */
function makeBehaviours(between: Chance): Behaviours {
  const pick = (successPercent: number) => {
    const chance = currentTurn()?.bank ?? between;
    return chance.percent(successPercent)
      ? chance.pick(['succeed', 'by_webhook'] as const)
      : chance.pick(FAILURES);
  };

  return {
    get payouts() {
      return pick(80);
    },
    get payments() {
      return pick(75);
    },
    get refunds() {
      return pick(75);
    },
    accounts: 'own_name',
    debits: 'succeed',
  };
}
