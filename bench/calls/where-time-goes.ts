import { decimal, knownTime, table, whole } from '../figures.ts';
import type { CallPart } from '../options.ts';
import { postgresMs, processMs } from '../processor.ts';
import { quotient, type Side, sumBoth } from './call-report.ts';
import type { Databases } from './databases.ts';
import { type FireResult, fire, type RequestBytes } from './fire.ts';
import type { CallRequests } from './prepare.ts';
import { profileWork, SERVER_WORK, type ServerWork, type WorkTimes } from './profile.ts';
import type { Program } from './programs.ts';
import { type StatementTime, timeStatements } from './statement-times.ts';

/** Both servers, ours with an inspector. */
interface WatchedServers {
  readonly databases: Databases;
  readonly floor: Program;
  readonly ours: Program;
  readonly inspectorPort: number;
  /** Makes new requests of a part, to our watched server. */
  prepare(part: CallPart): Promise<CallRequests>;
  /** Our status calls without sealing. */
  preparePlain(): Promise<readonly RequestBytes[]>;
}

/** Processor time of one request in µs, and how long it took. */
interface Cost {
  readonly serverUs: number;
  readonly databaseUs: number;
  readonly latencyUs: number;
  readonly perSecond: number;
}

/** Where the time of one call goes. */
export interface CallTimes {
  readonly part: CallPart;
  readonly floor: Cost;
  readonly ours: Cost;
  /** The same over one connection: nothing waits for another request. */
  readonly floorAlone: Cost;
  readonly oursAlone: Cost;
  readonly work: WorkTimes;
  readonly statements: readonly StatementTime[];
  readonly requests: number;
  /** Only of status: the same call without sealing. */
  readonly plain: Cost | null;
}

const CONNECTIONS = 10;
const PASS_SECONDS = 3;

/** Measures each part by itself, after the rounds. */
export async function findWhereTimeGoes(
  servers: WatchedServers,
  parts: readonly CallPart[],
): Promise<CallTimes[]> {
  const found: CallTimes[] = [];
  // Code is compiled, and statements planned, only when much used.
  for (const part of parts) await sendAll(servers, 'our', await servers.prepare(part), CONNECTIONS);
  for (const part of parts) found.push(await measureTimes(servers, part));

  return found;
}

async function measureTimes(servers: WatchedServers, part: CallPart): Promise<CallTimes> {
  const { databases, inspectorPort, prepare } = servers;
  const shared = await prepare(part);
  const floor = await sendAll(servers, 'floor', shared, CONNECTIONS);
  const ours = await sendAll(servers, 'our', shared, CONNECTIONS);
  const profiled = await prepare(part);
  const work = await profileWork(
    inspectorPort,
    async () => void (await sendAll(servers, 'our', profiled, CONNECTIONS)),
  );
  const alone = await prepare(part);
  const floorAlone = await sendAll(servers, 'floor', alone, 1);
  const { statements, done: oursAlone } = await timeStatements(databases.ours, () =>
    sendAll(servers, 'our', alone, 1),
  );
  const plain = part === 'status' ? await sendPlain(servers) : null;

  return {
    part,
    floor,
    ours,
    floorAlone,
    oursAlone,
    work,
    statements,
    requests: oursAlone.answered,
    plain,
  };
}

async function sendPlain(servers: WatchedServers): Promise<Cost> {
  const requests = await servers.preparePlain();
  const plain: CallRequests = {
    requests: { our: requests, floor: [] },
    mayRepeat: true,
    check: async () => undefined,
  };

  return sendAll(servers, 'our', plain, CONNECTIONS);
}

async function sendAll(
  { databases, floor, ours }: WatchedServers,
  side: Side,
  { requests, mayRepeat }: CallRequests,
  connections: number,
): Promise<Cost & { answered: number }> {
  const { pid, port } = side === 'our' ? ours : floor;
  const before = [processMs(pid), postgresMs(databases.pid)] as const;
  const result: FireResult = await fire({
    port,
    connections,
    seconds: PASS_SECONDS,
    requests: requests[side],
    again: mayRepeat,
    keepEvery: 0,
  });
  if (result.refused > 0)
    throw new Error(`${side}: ${result.refused} requests were not answered with 200`);

  const toUs = (ms: number): number => (ms * 1_000) / result.answered;
  return {
    answered: result.answered,
    serverUs: toUs(processMs(pid) - before[0]),
    databaseUs: toUs(postgresMs(databases.pid) - before[1]),
    latencyUs: (connections * 1_000_000) / result.perSecond,
    perSecond: result.perSecond,
  };
}

/** How many of a call's statements are named; the rest is one row. */
const NAMED = 10;

/** Tables of where the time goes, in Markdown. */
export function reportTimes(all: readonly CallTimes[]): string {
  const head = ['µs of one call', ...all.map(({ part }) => part)];
  const row = (name: string, of: (times: CallTimes) => string): string[] => [name, ...all.map(of)];
  const server = table(head, [
    row('floor’s server', ({ floor }) => whole(knownTime(floor.serverUs))),
    row('our server', ({ ours }) => whole(knownTime(ours.serverUs))),
    ...SERVER_WORK.map((work) => row(`– ${work}`, (times) => whole(computeServerUs(times, work)))),
    row('our server, nothing sealed', ({ plain }) =>
      plain ? whole(knownTime(plain.serverUs)) : '',
    ),
    row('floor’s database', ({ floor }) => whole(knownTime(floor.databaseUs))),
    row('our database', ({ ours }) => whole(knownTime(ours.databaseUs))),
    row('our server and database ÷ floor’s', ({ floor, ours }) =>
      decimal(quotient(sumBoth(ours), sumBoth(floor)), 2),
    ),
    row('the same without sealing', ({ floor, plain }) =>
      plain ? decimal(quotient(sumBoth(plain), sumBoth(floor)), 2) : '',
    ),
  ]);
  const alone = table(
    ['µs of one call over one connection', ...all.map(({ part }) => part)],
    [
      ...(['floor', 'our'] as const).flatMap((side) => {
        const of = (times: CallTimes): Cost =>
          side === 'floor' ? times.floorAlone : times.oursAlone;
        const name = side === 'floor' ? 'floor' : 'ours';

        return [
          row(`${name}, until it is answered`, (times) => whole(of(times).latencyUs)),
          row('– its server computes', (times) => whole(knownTime(of(times).serverUs))),
          row('– its database computes', (times) => whole(knownTime(of(times).databaseUs))),
          row('– waiting: disk, waking up, the network, who asks', (times) => {
            const both = sumBoth(of(times));
            return whole(both === undefined ? undefined : of(times).latencyUs - both);
          }),
        ];
      }),
    ],
  );

  return [
    '#### Where the time goes',
    server,
    alone,
    `Inside our statements, in µs of one call over one connection, planning included. What a backend spends on reading messages, binding values and writing answers is outside.`,
    ...all.map((times) => reportStatements(times)),
  ].join('\n\n');
}

function reportStatements({ part, statements, requests }: CallTimes): string {
  const shown = statements.slice(0, NAMED);
  const rest = statements.slice(NAMED).reduce((sum, { us }) => sum + us, 0);
  const all = statements.reduce((sum, { us }) => sum + us, 0);

  return table(
    [part, 'µs', 'a call'],
    [
      ...shown.map(({ name, us, count }) => [
        name,
        whole(us / requests),
        decimal(count / requests, 1),
      ]),
      ...(rest > 0 ? [['others', whole(rest / requests), '']] : []),
      ['all', whole(all / requests), ''],
    ],
  );
}

/** The server's processor time by the profile's shares. */
function computeServerUs({ work, ours }: CallTimes, kind: ServerWork): number {
  const sum = [...work.values()].reduce((added, us) => added + us, 0);
  return ((work.get(kind) ?? 0) / sum) * ours.serverUs;
}
