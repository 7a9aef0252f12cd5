import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startDatabases } from './calls/databases.ts';
import { fire, type RequestBytes } from './calls/fire.ts';
import { seedOurs } from './calls/our-seed.ts';
import { meetOurServer } from './calls/our-side.ts';
import type { Program } from './calls/programs.ts';
import { startOurs } from './load-model/our-server.ts';
import { describeMachine, describeOtherWork } from './machine.ts';
import { readOptions } from './options.ts';
import { processMs } from './processor.ts';
import { publish } from './report.ts';

/** Measures what watching costs a status call: the program without it, with metrics, and with traces. */

const { rounds, seconds, write } = readOptions(process.argv.slice(2));
const otherWork = describeOtherWork();
const USERS = 5_000;
const REQUESTS = 10_000;
const CONNECTIONS = 10;
const toStop: (() => unknown)[] = [];

/** Takes spans and forgets them. */
async function startCollector(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  toStop.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Variant {
  readonly name: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
}

function variantsWith(collector: string): readonly Variant[] {
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector };
  const share = { ...traced, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' };
  return [
    { name: 'unwatched', nodeOptions: ['--import', fileURLToPath(new URL('./calls/unwatched.mjs', import.meta.url))] },
    { name: 'metrics', env: { NOREN_METRICS_PORT: '0' } },
    { name: 'metrics, traces of 1 %', env: { NOREN_METRICS_PORT: '0', ...share } },
    { name: 'metrics, traces of all', env: { NOREN_METRICS_PORT: '0', ...traced } },
  ];
}

interface Running {
  readonly name: string;
  readonly program: Program;
  readonly requests: readonly RequestBytes[];
  readonly measured: { perSecond: number; p99: number; us: number }[];
}

async function start(variant: Variant, database: { url: string; folder: string }): Promise<Running> {
  const { name, ...of } = variant;
  const program = await startOurs({ databaseUrl: database.url, folder: database.folder, role: 'api', ...of });
  toStop.push(program.stop);
  const side = await meetOurServer(program.port, USERS);
  return { name, program, requests: (await side.statusRequests(REQUESTS)).map(({ bytes }) => bytes), measured: [] };
}

async function measure({ program, requests, measured }: Running, isWarmUp: boolean): Promise<void> {
  const before = processMs(program.pid);
  const firing = { port: program.port, connections: CONNECTIONS, requests, again: true, keepEvery: 0 };
  const { perSecond, p99, answered, refused } = await fire({ ...firing, seconds: isWarmUp ? 2 : seconds });
  if (refused > 0) throw new Error(`${refused} requests were not answered with 200`);
  if (!isWarmUp) measured.push({ perSecond, p99, us: ((processMs(program.pid) - before) * 1_000) / answered });
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

function describe(all: readonly Running[], postgres: string): string {
  const [floor] = all;
  const rows = all.map(({ name, measured }) => {
    const ratio = (of: 'us' | 'perSecond' | 'p99'): number =>
      median(measured.map((one, round) => one[of] / floor!.measured[round]![of]));
    const us = median(measured.map((one) => one.us)).toFixed(0);
    return `| ${name} | ${us} | ${ratio('us').toFixed(3)} | ${ratio('perSecond').toFixed(3)} | ${ratio('p99').toFixed(2)} |`;
  });
  return [
    `On ${describeMachine([`PostgreSQL ${postgres}`])}; servers, database and the asking process share it.`,
    `Status calls over ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s each in turn; a ratio is taken inside each round first.`,
    ...(otherWork ? [`**${otherWork}**`] : []),
    '',
    '| the program | server µs a call | × | calls a second × | p99 × |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

try {
  const databases = await startDatabases();
  toStop.push(databases.stop);
  await seedOurs(databases, USERS);
  const all: Running[] = [];
  for (const variant of variantsWith(await startCollector()))
    all.push(await start(variant, { url: databases.oursUrl, folder: databases.folder }));
  for (const running of all) await measure(running, true);
  for (let round = 0; round < rounds; round += 1) for (const running of all) await measure(running, false);
  publish('monitoring', describe(all, databases.version), write);
} finally {
  for (const stop of toStop.reverse()) await stop();
}
process.exit();
