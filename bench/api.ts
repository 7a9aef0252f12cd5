import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { judgeCalls, type Round, tabulateCalls } from './calls/call-report.ts';
import { seedFloor } from './calls/floor-side.ts';
import { seedOurs } from './calls/our-seed.ts';
import { prepare } from './calls/prepare.ts';
import { type Database, openDatabase } from './database.ts';
import { fireAt } from './load-model/fire.ts';
import { startOurs, startServer } from './load-model/our-server.ts';
import { meetOurServer } from './load-model/our-side.ts';
import { namedStatement } from './named-statement.ts';
import { readOptions } from './options.ts';
import { publish } from './report.ts';

/** Measures our calls, sealed, beside the same work done by bare node:http and pg. */

const { rounds, seconds, connections, parts, users, write } = readOptions(process.argv.slice(2));
const toStop: (() => unknown)[] = [];
const FLOOR = fileURLToPath(new URL('./calls/floor-server.ts', import.meta.url));
/**
 * Sent before anything is measured: code is compiled and statements planned only when much used.
 */
const FEW = 2_000;
const WARM_UPS = 2;
/** More than our server takes: what is not sent in time was made in vain. */
const WRITES_PER_SECOND = 2_000;

const writes = Math.min(seconds * WRITES_PER_SECOND, Math.floor((users - WARM_UPS * FEW) / rounds));
if (writes < 1) throw new TypeError(`--users takes ${WARM_UPS * FEW + rounds} or more`);

const COUNT_ENTRIES = namedStatement<'userId'>(
  'select count(*)::int as n from entries where user_id = :userId',
);

try {
  const database = await openDatabase();
  toStop.push(database.stop);

  const measured = await measure(await setUp(database));

  publish(
    'api',
    {
      conditions: { postgres: database.version, rounds, seconds, users },
      tables: { [`${connections} connections`]: tabulateCalls(measured) },
      targets: judgeCalls(measured, connections),
    },
    write,
  );
} finally {
  for (const stop of toStop.reverse()) await stop();
}
// Prepared requests that are never sent would wait an hour for their answers.
process.exit();

/** Both sides, each with a database of one PostgreSQL. */
type Bench = Awaited<ReturnType<typeof setUp>>;

async function setUp(database: Database) {
  const { db } = database;
  const floorUrl = database.url.replace(/[^/]*$/, 'floor');
  const floorDb = new pg.Client({ connectionString: floorUrl });

  await db.query('create database floor');
  await floorDb.connect();
  toStop.push(() => floorDb.end());
  console.error(`Making ${users} users of each kind on both sides.`);

  const sample = await seedOurs(database, users);
  const { rows } = await db.query(COUNT_ENTRIES({ userId: sample.loans[0]?.userId }));
  await seedFloor(floorDb, { users, entries: rows[0].n });
  console.error('Starting both servers.');

  const floor = await startServer(FLOOR, { DATABASE_URL: floorUrl });
  toStop.push(floor.stop);

  const ours = await startOurs(database, 'api');
  toStop.push(ours.stop);

  const side = await meetOurServer(ours.port, sample.free);
  return { database, floorDb, floor, ours, stock: { ...sample, db, side, users } };
}

async function measure(bench: Bench): Promise<Round[]> {
  console.error('Warming up.');
  await runRound(bench, FEW);
  // Otherwise plans made for empty tables would stay in use until autovacuum analyzes the tables.
  for (const db of [bench.floorDb, bench.database.db]) await db.query('vacuum analyze');
  await runRound(bench, FEW);

  const measured: Round[] = [];

  for (let round = 1; round <= rounds; round += 1) {
    const done = await runRound(bench);
    measured.push(done);

    const summary = Object.entries(done).map(
      ([part, { our, floor }]) =>
        `${part} ${Math.round(our.perSecond)} of ${Math.round(floor.perSecond)}/s`,
    );
    console.error(`round ${round} of ${rounds}: ${summary.join(', ')}`);
  }

  return measured;
}

/**
 * Prepares all requests first, then runs one part after the other without a pause.
 * @param few warms up, with so many requests of each part, each once
 */
async function runRound({ database, floor, ours, stock }: Bench, few?: number): Promise<Round> {
  const prepared = [];
  for (const part of parts) prepared.push(await prepare(stock, part, { few, writes }));

  await database.db.query('checkpoint');

  const round: Round = {};

  for (const { part, again, check, ...requests } of prepared) {
    const how = { connections, again, ...(!few && { seconds }) };
    const done = {
      floor: await fireAt(floor, database.pid, { ...how, requests: requests.floor }),
      our: await fireAt(ours, database.pid, { ...how, requests: requests.our }),
    };
    if (done.floor.refused > 0)
      throw new Error(`floor ${part}: ${done.floor.refused} were refused`);

    await check(done.our);
    round[part] = done;
  }

  return round;
}
