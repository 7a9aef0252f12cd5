import { fileURLToPath } from 'node:url';
import pg from 'pg';
import {
  judgeCalls,
  type Measurement,
  type Round,
  type Side,
  tabulateCalls,
} from './calls/call-report.ts';
import { type Firing, fire } from './calls/fire.ts';
import { FLOOR_SECRET, floorRequests, seedFloor } from './calls/floor-side.ts';
import { seedOurs } from './calls/our-seed.ts';
import { meetOurServer } from './calls/our-side.ts';
import { FEW, prepare, type Stock } from './calls/prepare.ts';
import { type Database, openDatabase } from './database.ts';
import { POOL, type Program, startOurs, startServer } from './load-model/our-server.ts';
import { type CallPart, readOptions } from './options.ts';
import { measureUse } from './processor.ts';
import { publish } from './report.ts';

/** Measures our calls, sealed, beside the same work done by bare node:http and pg. */

const options = readOptions(process.argv.slice(2));
const { rounds, seconds, connections, parts, users, profile } = options;
const toStop: (() => unknown)[] = [];
const FLOOR = fileURLToPath(new URL('./calls/floor-server.ts', import.meta.url));
/** Users for the warm-up; each round uses others. */
const KEPT_USERS = 2 * FEW;
const MIN_USERS = KEPT_USERS + FEW;

if (users < MIN_USERS) throw new TypeError(`--users takes ${MIN_USERS} or more`);
try {
  const database = await openDatabase();
  toStop.push(database.stop);

  const measured = await measure(await setUp(database));
  const listRounds = (count: number): Round[] =>
    measured.filter((round) => round.connections === count);

  publish(
    'api',
    {
      conditions: { postgres: database.version, rounds, seconds, users },
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

/** Both sides, each with a database of one PostgreSQL. */
interface Bench {
  readonly database: Database;
  readonly floorDb: pg.Client;
  readonly floor: Program;
  readonly ours: Program;
  readonly stock: Stock;
}

async function setUp(database: Database): Promise<Bench> {
  const { db, url: databaseUrl, folder } = database;
  const floorUrl = databaseUrl.replace(/[^/]*$/, 'floor');
  const floorDb = new pg.Client({ connectionString: floorUrl });

  await db.query('create database floor');
  await floorDb.connect();
  toStop.push(() => floorDb.end());
  console.error(`Making ${users} users of each kind on both sides.`);

  const seeded = await seedOurs(database, users);
  await seedFloor(floorDb, seeded);
  console.error('Starting both servers.');

  const floor = await startServer([FLOOR], {
    DATABASE_URL: floorUrl,
    DATABASE_POOL: POOL,
    FLOOR_SECRET,
  });
  toStop.push(floor.stop);

  const nodeOptions = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const ours = await startOurs({ databaseUrl, folder, role: 'api', nodeOptions });
  toStop.push(ours.stop);

  const side = await meetOurServer(ours.port, users);
  return {
    database,
    floorDb,
    floor,
    ours,
    stock: { db, side, seeded, next: { user: 1, loan: 1 } },
  };
}

type Writes = Partial<Record<CallPart, number>>;

async function measure(bench: Bench): Promise<Round[]> {
  console.error('Warming up.');
  await runRound(bench, { count: 10, writes: null });
  // Otherwise plans made for empty tables would stay in use until autovacuum analyzes the tables.
  for (const db of [bench.floorDb, bench.database.db]) await db.query('vacuum analyze');

  const fastest: Writes = {};

  const note = (round: Round): void => {
    for (const part of parts)
      fastest[part] = Math.max(fastest[part] ?? 0, round.parts[part]?.our.perSecond ?? 0);
  };

  note(await runRound(bench, { count: 10, writes: null }));

  const measured: Round[] = [];
  const most = Math.floor((users - KEPT_USERS) / (rounds * connections.length));

  for (let round = 1; round <= rounds; round += 1)
    for (const count of connections) {
      const writes = Object.fromEntries(
        parts.map((part) => [
          part,
          Math.min(most, Math.ceil((fastest[part] ?? 0) * seconds * 1.5)),
        ]),
      );
      const done = await runRound(bench, { count, writes });

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
 * Prepares all requests first, then runs one part after the other without a pause; `writes` null
 * warms up, with each request once.
 */
async function runRound(
  { database, floor, ours, stock }: Bench,
  { count, writes }: { count: number; writes: Writes | null },
): Promise<Round> {
  const prepared = [];

  for (const part of parts)
    prepared.push({ part, ...(await prepare(stock, part, writes ? (writes[part] ?? 0) : 'few')) });

  await database.db.query('checkpoint');

  const measureOne = async (
    { port, pid }: Program,
    firing: Pick<Firing, 'requests' | 'again' | 'keepEvery'>,
  ): Promise<Measurement> => {
    const all = { ...firing, port, connections: count, ...(writes && { seconds }) };
    const { result, serverMs, databaseMs } = await measureUse(
      { servers: [pid], postgres: database.pid },
      () => fire(all),
    );
    const toUs = (ms: number): number => (ms * 1_000) / result.answered;

    return { ...result, serverUs: toUs(serverMs), databaseUs: toUs(databaseMs) };
  };

  const hello = await measureOne(floor, {
    requests: floorRequests('hello', 20_000, stock.seeded.users),
    again: writes !== null,
    keepEvery: 0,
  });
  const done: Partial<Record<CallPart, Record<Side, Measurement>>> = {};

  for (const { part, requests, mayRepeat, check } of prepared) {
    const again = mayRepeat && writes !== null;
    const one = {
      floor: await measureOne(floor, { requests: requests.floor, again, keepEvery: 0 }),
      our: await measureOne(ours, {
        requests: requests.our,
        again,
        keepEvery: mayRepeat ? 100 : 1,
      }),
    };
    if (one.floor.refused > 0) throw new Error(`floor ${part}: ${one.floor.refused} were refused`);

    await check(one.our);
    done[part] = one;
  }

  return { connections: count, hello, parts: done };
}
