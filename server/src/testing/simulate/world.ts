import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { SandboxBank } from '../../sandbox/bank/bank.ts';
import type { Behaviours } from '../../sandbox/bank/behaviour.ts';
import type { SignedWebhook } from '../../sandbox/bank/webhooks.ts';
import type { TestApp } from '../start-app.ts';
import { databaseUrl, TEMPLATE } from '../template.ts';
import type { Chance } from './chance.ts';
import { beginLives, hear, injectedClient, type LivesOf } from './lives.ts';
import { bringWebhooks, runWaiting } from './mail.ts';
import { currentTurn } from './turns.ts';

/** A lender's whole system on a clock of its own, that ends at odd moments and begins again on the same database. */
export interface World extends TestApp {
  readonly bank: SandboxBank;
  /** How the bank behaves when it is nobody's turn, and from where a turn's chance is taken. */
  readonly chance: Chance;
  /** How often the app was made. */
  readonly lives: number;
  /** The clock on the wall, whether an app lives to look at it or not; in a borrower's turn it is theirs. */
  clock(): number;
  setClock(utcMs: number): void;
  /** Ends the app at its so many-th look at the clock from now. */
  dropAfter(looks: number): void;
  isDropped(): boolean;
  /** How many may act at the same time: one where the app is to end in the midst of it, so that a seed ends it there again. */
  atOnce(): number;
  /** The index of a borrower by the user's id; null for anybody else. */
  indexOf(userId: string): number | null;
  /** Brings a webhook to the app's own door. @returns the status it answered */
  hear(webhook: SignedWebhook): Promise<number>;
  /** Makes the app anew where it was dropped; where it was not it lives on, and ends at no look to come. */
  revive(): Promise<void>;
  /** Runs every job that waits. */
  work(): Promise<void>;
  /** Brings the webhooks that wait. */
  deliver(): Promise<void>;
}

/** Borrowers who act at the same time. */
const PARALLEL_CLOSES = 4;

/** Makes a world on a new database of a PostgreSQL server; `bank` decides how the bank behaves, call by call. */
export async function makeWorld(given: {
  adminUrl: string;
  startAt: number;
  bank: Chance;
  indexOf: World['indexOf'];
}): Promise<World> {
  const name = `s_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: given.adminUrl });
  await admin.connect();
  await admin.query(`create database ${name} template ${TEMPLATE}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'noren-simulation-'));
  const of: LivesOf = {
    databaseAt: databaseUrl(given.adminUrl, name),
    dataDir,
    time: inTurns(given.startAt),
    keys: { field: randomBytes(32), hash: randomBytes(32) },
    always: moody(given.bank),
    looks: { left: Number.POSITIVE_INFINITY },
  };
  const lives = await beginLives(of);
  const { time, looks } = of;
  const revive = async (): Promise<void> => {
    const wasDropped = looks.left < 0;
    looks.left = Number.POSITIVE_INFINITY;
    if (wasDropped) await lives.next();
  };
  const world: World = {
    get deps() {
      return lives.current().deps;
    },
    get bank() {
      return lives.current().bank;
    },
    get url() {
      return lives.current().url;
    },
    get lives() {
      return lives.count();
    },
    chance: given.bank,
    advance: (ms) => {
      time.now += ms;
    },
    moveDays: (days) => {
      time.days += days;
    },
    clock: () => time.now,
    setClock: (utcMs) => {
      time.now = utcMs;
    },
    dropAfter: (count) => {
      looks.left = count;
    },
    isDropped: () => looks.left < 0,
    revive,
    atOnce: () => (looks.left === Number.POSITIVE_INFINITY ? PARALLEL_CLOSES : 1),
    indexOf: given.indexOf,
    hear: (webhook) => hear(lives.current(), webhook),
    work: () => runWaiting(world),
    deliver: () => bringWebhooks(world),
    client: () => injectedClient(lives.current, () => time.now),
    async stop() {
      await lives.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return world;
}

/** A clock that shows each borrower an instant of their own in their turn. */
function inTurns(from: number): LivesOf['time'] {
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

/** Mostly well, at times each way a bank can fail. */
function moody(between: Chance): Behaviours {
  const mood = (well: number, ill: readonly Behaviours['payments'][]) => {
    const chance = currentTurn()?.bank ?? between;
    return chance.percent(well) ? chance.pick(['succeed', 'by_webhook'] as const) : chance.pick(ill);
  };
  return {
    get payouts() {
      return mood(80, ['fail', 'time_out', 'never_taken', 'duplicate', 'late', 'out_of_order', 'lost']);
    },
    get payments() {
      return mood(75, ['fail', 'time_out', 'never_taken', 'duplicate', 'late', 'out_of_order', 'lost']);
    },
    get refunds() {
      return mood(75, ['time_out', 'never_taken', 'duplicate', 'late', 'out_of_order', 'lost']);
    },
    accounts: 'own_name',
  };
}
