import { fileURLToPath } from 'node:url';
import {
  judgeCalls,
  type Measurement,
  type Round,
  type Side,
  tabulateCalls,
} from './calls/call-report.ts';
import { type Databases, openDatabases } from './calls/databases.ts';
import { type Firing, fire } from './calls/fire.ts';
import { FLOOR_SECRET, floorRequests, seedFloor } from './calls/floor-side.ts';
import { seedOurs } from './calls/our-seed.ts';
import { meetOurServer } from './calls/our-side.ts';
import { type CallRequests, FEW, prepare, type Stock } from './calls/prepare.ts';
import { type Program, startProgram } from './calls/programs.ts';
import { startOurs } from './load-model/our-server.ts';
import { type CallPart, type Options, readOptions } from './options.ts';
import { postgresMs, processMs } from './processor.ts';
import { publish } from './report.ts';

/** Measures our calls, sealed, beside the same work done by bare node:http and pg. */

const options = readOptions(process.argv.slice(2));
const toStop: (() => unknown)[] = [];
/** Both servers hold as many connections to their database. */
const POOL = '10';
/** Users for the warm-up; each round uses others. */
const KEPT_USERS = 2 * FEW;
const MIN_USERS = KEPT_USERS + FEW;

if (options.users < MIN_USERS) throw new TypeError(`--users takes ${MIN_USERS} or more`);
try {
  const databases = await openDatabases();
  toStop.push(databases.stop);

  const bench = await setUp(databases, options);
  const rounds = await measure(bench, options);

  const { connections, seconds, users } = options;
  const listRounds = (count: number): Round[] =>
    rounds.filter((round) => round.connections === count);

  publish(
    'api',
    {
      conditions: { postgres: databases.ours.version, rounds: options.rounds, seconds, users },
      tables: Object.fromEntries(
        connections.map((count) => [`${count} connections`, tabulateCalls(listRounds(count))]),
      ),
      targets: connections.flatMap((count) => judgeCalls(listRounds(count), count)),
    },
    options.write,
  );
} finally {
  for (const stop of toStop.reverse()) await stop();
}
// Prepared requests that are never sent would wait an hour for their answers.
process.exit();

interface Bench {
  readonly databases: Databases;
  readonly floor: Program;
  readonly ours: Program;
  readonly stock: Stock;
}

async function setUp(databases: Databases, { users, profile }: Options): Promise<Bench> {
  console.error(`Making ${users} users of each kind on both sides.`);

  const seeded = await seedOurs(databases.ours, users);
  await seedFloor(databases.floor, seeded);
  console.error('Starting both servers.');

  const floor = await startProgram(
    fileURLToPath(new URL('./calls/floor-server.ts', import.meta.url)),
    {
      env: { DATABASE_URL: databases.floorUrl, DATABASE_POOL: POOL, FLOOR_SECRET },
    },
  );
  toStop.push(floor.stop);

  const ours = await startOurs({
    databaseUrl: databases.ours.url,
    folder: databases.ours.folder,
    role: 'api',
    pool: POOL,
    ...(profile ? { nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${profile}`] } : {}),
  });
  toStop.push(ours.stop);

  const side = await meetOurServer(ours.port, users);
  return {
    databases,
    floor,
    ours,
    stock: { db: databases.ours.db, side, seeded, next: { user: 1, loan: 1 } },
  };
}

type Writes = Partial<Record<CallPart, number>>;

async function measure(
  bench: Bench,
  { rounds, seconds, connections, parts, users }: Options,
): Promise<Round[]> {
  console.error('Warming up.');
  await runRound(bench, { connections: 10, seconds: null, writes: {} });
  // Otherwise plans made for empty tables would stay in use until autovacuum analyzes the tables.
  await Promise.all([
    bench.databases.floor.query('vacuum analyze'),
    bench.databases.ours.db.query('vacuum analyze'),
  ]);

  const warm = await runRound(bench, { connections: 10, seconds: null, writes: {} });
  const measured: Round[] = [];
  const fastest: Writes = {};

  const note = (round: Round): void => {
    for (const part of parts)
      fastest[part] = Math.max(fastest[part] ?? 0, round.parts[part]?.our.perSecond ?? 0);
  };

  note(warm);

  for (let round = 1; round <= rounds; round += 1)
    for (const count of connections) {
      const most = Math.floor((users - KEPT_USERS) / (rounds * connections.length));
      const writes = Object.fromEntries(
        parts.map((part) => [
          part,
          Math.min(most, Math.ceil((fastest[part] ?? 0) * seconds * 1.5)),
        ]),
      );
      const done = await runRound(bench, { connections: count, seconds, writes });

      note(done);
      measured.push(done);

      const summary = parts.map(
        (part) => `${part} ${perSecond(done, part, 'our')} of ${perSecond(done, part, 'floor')}/s`,
      );
      console.error(`round ${round} of ${rounds}, ${count} connections: ${summary.join(', ')}`);
    }

  return measured;
}

function perSecond(round: Round, part: CallPart, side: Side): number {
  return Math.round(round.parts[part]?.[side].perSecond ?? 0);
}

/**
 * Prepares all requests first, then runs one part after the other without a pause; `seconds` null
 * warms up.
 */
async function runRound(
  bench: Bench,
  { connections, seconds, writes }: { connections: number; seconds: number | null; writes: Writes },
): Promise<Round> {
  const { databases, floor, stock } = bench;
  const prepared: [CallPart, CallRequests][] = [];

  for (const part of options.parts)
    prepared.push([
      part,
      await prepare(stock, part, seconds === null ? 'few' : (writes[part] ?? 0)),
    ]);

  await databases.ours.db.query('checkpoint');

  const firing = { connections, seconds: seconds ?? Number.POSITIVE_INFINITY };
  const hello = {
    ...firing,
    requests: floorRequests('/hello', 20_000, stock.seeded.users),
    again: seconds !== null,
  };
  const round: Round = { connections, hello: await measureOne(bench, floor, hello), parts: {} };
  const parts: Partial<Record<CallPart, Record<Side, Measurement>>> = {};

  for (const [part, { requests, mayRepeat, check }] of prepared) {
    const again = mayRepeat && seconds !== null;
    const one = {
      floor: await measureOne(bench, floor, { ...firing, requests: requests.floor, again }),
      our: await measureOne(bench, bench.ours, {
        ...firing,
        requests: requests.our,
        again,
        keepEvery: mayRepeat ? 100 : 1,
      }),
    };

    for (const [side, { refused }] of Object.entries(one))
      if (refused > 0)
        throw new Error(`${side} ${part}: ${refused} requests were not answered with 200`);

    await check(one.our);
    parts[part] = one;
  }

  return { ...round, parts };
}

async function measureOne(
  { databases }: Bench,
  { port, pid }: Program,
  firing: Omit<Firing, 'port' | 'keepEvery'> & { keepEvery?: number },
): Promise<Measurement> {
  const before = [processMs(pid), postgresMs(databases.ours.pid)] as const;
  const result = await fire({ keepEvery: 0, ...firing, port });
  const toUs = (ms: number): number => (ms * 1_000) / result.answered;

  return {
    ...result,
    serverUs: toUs(processMs(pid) - before[0]),
    databaseUs: toUs(postgresMs(databases.ours.pid) - before[1]),
  };
}
