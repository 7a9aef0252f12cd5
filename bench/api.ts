import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PARTS, type Part, type Round, reportCalls } from './calls/call-report.ts';
import { type Databases, startDatabases } from './calls/databases.ts';
import { type Fired, fire, type RequestBytes } from './calls/fire.ts';
import { floorRequests, seedFloor } from './calls/floor-side.ts';
import { type Held, meetOurServer, type OurSide } from './calls/our-side.ts';
import { countOrders, noteCodeEntered, seedOurs } from './calls/our-users.ts';
import { type Program, startProgram } from './calls/programs.ts';
import { describeMachine, describeOtherWork } from './machine.ts';
import { type Options, readOptions } from './options.ts';
import { publish } from './report.ts';

/** Measures two of our calls, sealed, beside the same work done by bare node:http and pg. */

const options = readOptions(process.argv.slice(2));
const otherWork = describeOtherWork();
const toStop: (() => unknown)[] = [];
/** Both servers hold as many connections to their database. */
const POOL = '10';
/** Reads may be asked again: as many different ones are made before a round. */
const READS = 20_000;
/** Twice as many are sent before anything is measured: code is compiled and statements planned only when much used. */
const APPLIES_TO_WARM_UP = 2_000;

try {
  const databases = await startDatabases();
  toStop.push(databases.stop);
  const bench = await setUp(databases, options);
  const rounds = await measure(bench, options);
  publish('api', describe(rounds, databases.version), options.write);
} finally {
  for (const stop of toStop.reverse()) await stop();
}
// Requests made and never sent wait for their answers, an hour long.
process.exit();

interface Bench {
  readonly databases: Databases;
  readonly floor: Program;
  readonly ours: Program;
  readonly side: OurSide;
  readonly users: number;
  /** The next user who has not applied. */
  nextUser: number;
}

async function setUp(databases: Databases, { users, profile }: Options): Promise<Bench> {
  console.error('Starting both servers.');
  const floor = await startProgram(fileURLToPath(new URL('./calls/floor-server.ts', import.meta.url)), {
    env: { DATABASE_URL: databases.floorUrl, DATABASE_POOL: POOL },
  });
  toStop.push(floor.stop);
  const ours = await startProgram(join(import.meta.dirname, '..', 'server', 'src', 'main.ts'), {
    env: {
      DATABASE_URL: databases.oursUrl,
      DATABASE_POOL: POOL,
      HOST: '127.0.0.1',
      NOREN_ROLE: 'api',
      NOREN_LOG_LEVEL: 'warn',
      NOREN_DATA: databases.folder,
      // All that is measured comes from one address.
      NOREN_ADDRESS_RATE: '100000000',
    },
    ...(profile ? { nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${profile}`] } : {}),
  });
  toStop.push(ours.stop);
  console.error(`Making ${users} users on each side.`);
  await seedFloor(databases.floor, users);
  await seedOurs(databases.ours, users);
  const side = await meetOurServer(ours.port, users);
  return { databases, floor, ours, side, users, nextUser: 1 };
}

async function measure(bench: Bench, { rounds, seconds, connections }: Options): Promise<Round[]> {
  console.error('Warming up.');
  const warming = { connections: 10, seconds: Number.POSITIVE_INFINITY, applies: APPLIES_TO_WARM_UP };
  await runRound(bench, warming);
  // Else the plans made for empty tables would be kept until the database notices by itself that they have grown.
  await Promise.all([bench.databases.floor.query('vacuum analyze'), bench.databases.ours.query('vacuum analyze')]);
  const warm = await runRound(bench, warming);
  const measured: Round[] = [];
  let fastest = warm.parts['our apply'].perSecond;
  for (let round = 1; round <= rounds; round += 1)
    for (const count of connections) {
      const applies = Math.ceil(fastest * seconds * 1.5);
      const done = await runRound(bench, { connections: count, seconds, applies });
      fastest = Math.max(fastest, done.parts['our apply'].perSecond);
      measured.push(done);
      const said = PARTS.map((part) => `${part} ${Math.round(done.parts[part].perSecond)}/s`).join(', ');
      console.error(`round ${round} of ${rounds}, ${count} connections: ${said}`);
    }
  return measured;
}

/** Everything asked for is made first, then one part follows the other without a pause. */
async function runRound(
  bench: Bench,
  { connections, seconds, applies }: { connections: number; seconds: number; applies: number },
): Promise<Round> {
  const { databases, floor, ours, side, users } = bench;
  const from = bench.nextUser;
  if (from + applies - 1 > users) throw new Error(`${users} users are too few: give --users=${users * 2}`);
  bench.nextUser += applies;
  await noteCodeEntered(databases.ours, from, bench.nextUser - 1);
  const applying = await side.applyRequests(from, applies);
  const asking = await side.statusRequests(READS);
  const ordersBefore = await countOrders(databases.ours);
  await databases.ours.query('checkpoint');
  const on = (port: number, requests: readonly RequestBytes[], mayRepeat: boolean, keepEvery = 0): Promise<Fired> =>
    fire({ port, connections, seconds, requests, again: mayRepeat && Number.isFinite(seconds), keepEvery });
  const parts: Record<Part, Fired> = {
    'floor hello': await on(floor.port, floorRequests('/hello', READS, users), true),
    'floor status': await on(floor.port, floorRequests('/status', READS, users), true),
    'our status': await on(ours.port, bytesOfAll(asking), true, 100),
    'floor apply': await on(
      floor.port,
      floorRequests('/apply', Number.isFinite(seconds) ? READS * 2 : applies, users),
      false,
    ),
    'our apply': await on(ours.port, bytesOfAll(applying), false, 1),
  };
  await needGranted(asking, parts['our status']);
  await needGranted(applying, parts['our apply']);
  const refused = PARTS.find((part) => parts[part].refused > 0);
  if (refused) throw new Error(`${refused}: ${parts[refused].refused} requests were not answered with 200`);
  const orders = (await countOrders(databases.ours)) - ordersBefore;
  if (orders !== parts['our apply'].answered)
    throw new Error(`${parts['our apply'].answered} applications were answered and ${orders} orders made`);
  return { connections, parts };
}

function bytesOfAll(held: readonly Held<never>[]): RequestBytes[] {
  return held.map(({ bytes }) => bytes);
}

/** Opens the answers kept, as the app would. @throws Error for one that is not a success: it would have cost less */
async function needGranted(held: readonly Held<never>[], { bodies }: Fired): Promise<void> {
  for (const [index, body] of bodies) {
    const { code, msg } = await held[index]!.answer(body);
    if (code !== 200) throw new Error(`a request measured was refused: ${code} ${msg}`);
  }
}

function describe(rounds: readonly Round[], postgres: string): string {
  const lines = [
    `On ${describeMachine([`PostgreSQL ${postgres}`])}; both servers, the database and the asking process share it.`,
    `Medians of ${options.rounds} rounds of ${options.seconds} s a part; a ratio is taken inside each round first.`,
    `${options.users.toLocaleString('en-US')} users in each database.`,
    ...(otherWork ? [`**${otherWork}**`] : []),
  ];
  return `${lines.join('\n')}\n\n${reportCalls(rounds, options.connections)}`;
}
