import { mkdirSync, mkdtempSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { plainHeaders } from './calls/our-side.ts';
import { startOurPostgres } from './end-with-us.ts';
import { visit } from './load/acts.ts';
import { readConsole } from './load/console-reader.ts';
import { type Member, startFleet } from './load/fleet.ts';
import { collectLatencies } from './load/latencies.ts';
import { type LoadRecord, noteUnexpected, startRecord } from './load/load-record.ts';
import { reportLoad } from './load/load-report.ts';
import { type LoadWorld, makePerson, type Person, useControl } from './load/person.ts';
import { reconcile } from './load/reconcile.ts';
import { describeMachine, describeOtherWork } from './machine.ts';
import { readOptions } from './options.ts';
import { publish } from './report.ts';

/**
 * Loads the whole product as in use: borrowers sign in, look, apply and pay, the bank pays out and sends webhooks, days
 * are closed, the lender's people read; every few minutes a process is killed. Afterwards every acknowledged order and
 * payment is looked for.
 */

const options = readOptions(process.argv.slice(2));
const otherWork = describeOtherWork();
const seconds = options.minutes * 60;
/** In the last third the first API and the first process of jobs live on, so that their memory can be watched. */
const SPARED_FROM = 2 / 3;
const KILL_EVERY_SECONDS = Math.min(180, seconds / 6);
const DOWN_MS = 5_000;
const DAYS = 12;
const MAX_VISITS_AT_ONCE = 500;
const AT_ONCE = 8;

const home = mkdtempSync(join(tmpdir(), 'noren-bench-load-'));
const folder = join(home, 'data');
mkdirSync(folder);
const postgres = await startOurPostgres({ dataDir: join(home, 'postgres') }, [home]);
const db = new pg.Client({ connectionString: postgres.url });
await db.connect();
let members: Member[] = [];
try {
  members = await startFleet({ databaseUrl: postgres.url, folder });
  const world = await meet(members);
  console.error(`Making ${options.people} people.`);
  const people = await makePeople(world, options.people);
  console.error(`Loading for ${options.minutes} minutes.`);
  const began = performance.now();
  const busyBefore = busyMs();
  const isOver = (): boolean => performance.now() - began > seconds * 1_000;
  await Promise.all([
    visitAll(world, people, isOver),
    readConsole(world, people, isOver),
    killInTurn(world, began, isOver),
    closeDays(world, isOver),
    sayProgress(world, began, isOver),
  ]);
  const ms = performance.now() - began;
  const coresUsed = (busyMs() - busyBefore) / ms;
  await comeToRest(world);
  const ids = people.map(({ userId }) => userId);
  const end = await reconcile(db, postgres.url, world.record, ids);
  const { rows } = await db.query('show server_version');
  const about = [
    `On ${describeMachine([`PostgreSQL ${rows[0].server_version.split(' ')[0]}`])}; all processes, the database and the borrowers share it.`,
    ...(otherWork ? [`**${otherWork}**`] : []),
  ];
  const summary = world.latencies.summary();
  const report = reportLoad({
    minutes: ms / 60_000,
    coresUsed,
    people: people.length,
    visitsASecond: options.visits,
    members,
    record: world.record,
    summary,
    end,
  });
  publish('load', `${about.join('\n')}\n\n${report}`, options.write);
} finally {
  for (const member of members) await member.stop();
  await db.end();
  await postgres.stop();
}
process.exit();

async function meet(fleet: readonly Member[]): Promise<LoadWorld> {
  const base = `http://127.0.0.1:${fleet[0]?.port}/api/user/public`;
  const read = async (name: string) =>
    ((await (await fetch(`${base}/${name}`, { headers: plainHeaders() })).json()) as { data: never }).data;
  const { policyVersion } = (await read('appConfig')) as { policyVersion: string };
  const sealKey = (await read('sealKey')) as LoadWorld['sealKey'];
  return { members: fleet, record: startRecord(), latencies: collectLatencies(), policyVersion, sealKey };
}

async function makePeople(world: LoadWorld, count: number): Promise<Person[]> {
  const people: Person[] = [];
  const line = async (_: unknown, first: number): Promise<void> => {
    for (let at = first; at < count; at += AT_ONCE) people.push(await makePerson(world));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  return people;
}

/** Visits begin at random times, however long the ones before take. */
async function visitAll(world: LoadWorld, people: readonly Person[], isOver: () => boolean): Promise<void> {
  const going = new Set<Promise<void>>();
  let due = performance.now();
  while (!isOver()) {
    due += (-Math.log(1 - Math.random()) * 1_000) / options.visits;
    await pause(Math.max(0, due - performance.now()));
    const person = people[Math.floor(Math.random() * people.length)];
    if (!person || person.isBusy) continue;
    if (going.size >= MAX_VISITS_AT_ONCE) {
      noteUnexpected(world.record, 'a visit was left out: too many at once');
      continue;
    }
    person.isBusy = true;
    const visiting: Promise<void> = visit(world, person)
      .catch((error: unknown) => noteUnexpected(world.record, `visit: ${(error as Error).message}`))
      .finally(() => {
        person.isBusy = false;
        going.delete(visiting);
      });
    going.add(visiting);
  }
  await Promise.all(going);
}

async function killInTurn({ members: fleet, record }: LoadWorld, began: number, isOver: () => boolean): Promise<void> {
  const order = ['api 2', 'jobs 1', 'console', 'api 1', 'jobs 2'];
  for (let at = 0; ; at += 1) {
    await pauseUnless(isOver, KILL_EVERY_SECONDS * 1_000);
    if (isOver()) return;
    const isLate = performance.now() - began > seconds * 1_000 * SPARED_FROM;
    const names = isLate ? order.filter((name) => !name.endsWith(' 1')) : order;
    const member = fleet.find(({ name }) => name === names[at % names.length]);
    await member?.kill();
    await pause(DOWN_MS);
    await member?.start().catch((error: unknown) => noteUnexpected(record, (error as Error).message));
  }
}

/** Moves the business day on, so that the day that has ended is closed while everything else goes on. */
async function closeDays(world: LoadWorld, isOver: () => boolean): Promise<void> {
  for (;;) {
    await pauseUnless(isOver, (seconds * 1_000) / (DAYS + 1));
    if (isOver()) return;
    await useControl(world, 'day', { days: 1 });
  }
}

/** Processor time of the whole machine, in milliseconds. */
function busyMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

async function sayProgress({ latencies, record }: LoadWorld, began: number, isOver: () => boolean): Promise<void> {
  for (;;) {
    await pauseUnless(isOver, 300_000);
    if (isOver()) return;
    const calls = latencies.summary().reduce((sum, { count }) => sum + count, 0);
    const minutes = Math.round((performance.now() - began) / 60_000);
    console.error(`${minutes} minutes: ${calls} calls. Unexpected: ${JSON.stringify([...record.unexpected])}`);
  }
}

async function pauseUnless(isOver: () => boolean, ms: number): Promise<void> {
  const until = performance.now() + ms;
  while (!isOver() && performance.now() < until) await pause(Math.min(500, until - performance.now() + 1));
}

/** Until the bank's webhooks are delivered and no job is due. */
async function comeToRest(world: LoadWorld): Promise<void> {
  for (const member of world.members) if (!member.isReady()) await member.start();
  const until = performance.now() + 300_000;
  for (;;) {
    await useControl(world, 'deliver', {});
    const isDone = await useControl(world, 'settle', { forMs: 20_000 }).then(
      () => true,
      () => false,
    );
    const { rows } = await db.query('select count(*)::int as n from sandbox_webhooks where delivered_at is null');
    if (isDone && rows[0].n === 0) return;
    if (performance.now() > until)
      return noteUnexpected(world.record as LoadRecord, 'work was left after five minutes');
  }
}
