import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startDatabases } from './calls/databases.ts';
import type { RequestBytes } from './calls/fire.ts';
import { meetOurServer } from './calls/our-side.ts';
import { seedRequesters } from './calls/our-users.ts';
import { type Program, startProgram } from './calls/programs.ts';
import { describeMachine, describeOtherWork } from './machine.ts';
import { readOptions } from './options.ts';
import { publish } from './report.ts';
import { cardSenders, faceSenders, type Sender } from './uploads/senders.ts';
import { fireSteadily, type LoadResult } from './uploads/steady.ts';
import { KINDS, type Kind, type Round, reportUploads } from './uploads/upload-report.ts';

/** Measures other calls while many card pictures, or face checks, are uploaded at once. */

const options = readOptions(process.argv.slice(2));
const otherWork = describeOtherWork();
const toStop: (() => unknown)[] = [];
/** Users of the status calls. */
const USERS = 500;
const READS = 5_000;
const ALONE_S = 8;
/** Sent before anything is measured: engines start at their first picture, and code is compiled when much used. */
const TO_WARM_UP = 4;
/** Of the kernel's accounting of processor time. */
const TICKS_A_SECOND = 100;

try {
  const databases = await startDatabases();
  toStop.push(databases.stop);
  const server = await startProgram(join(import.meta.dirname, '..', 'server', 'src', 'main.ts'), {
    env: {
      DATABASE_URL: databases.oursUrl,
      HOST: '127.0.0.1',
      NOREN_LOG_LEVEL: 'warn',
      NOREN_DATA: databases.folder,
      NOREN_ADDRESS_RATE: '100000000',
    },
    ...(options.profile ? { nodeOptions: ['--cpu-prof', `--cpu-prof-dir=${options.profile}`] } : {}),
  });
  toStop.push(server.stop);
  await seedRequesters(databases.ours, USERS);
  const side = await meetOurServer(server.port, USERS);
  const requests = (await side.statusRequests(READS)).map(({ bytes }) => bytes);
  const rounds = await measure(server, requests);
  const lines = [
    `On ${describeMachine([`PostgreSQL ${databases.version}`])}; server, its workers, the database and the load process share it.`,
    `Medians of ${options.rounds} rounds; a ratio is taken inside each round first.`,
    ...(otherWork ? [`**${otherWork}**`] : []),
  ];
  publish('uploads', `${lines.join('\n')}\n\n${reportUploads(rounds, options.rates)}`, options.write);
} finally {
  for (const stop of toStop.reverse()) await stop();
}
// Requests that were prepared and never sent wait an hour for their answers.
process.exit();

async function measure(server: Program, requests: readonly RequestBytes[]): Promise<Round[]> {
  const url = `http://127.0.0.1:${server.port}`;
  const sendersOf: Record<Kind, (count: number) => Promise<Sender[]>> = {
    cards: (count) => cardSenders(url, count),
    'face checks': (count) => faceSenders(url, count),
  };
  const rounds: Round[] = [];
  for (let round = 0; round <= options.rounds; round += 1)
    for (const kind of KINDS)
      for (const perSecond of options.rates) {
        const senders = await sendersOf[kind](round === 0 ? TO_WARM_UP : options.uploads);
        const load = { port: server.port, perSecond, requests: requests };
        const done = await measureOnce(server, load, senders);
        const summary = `p99 ${done.alone.p99.toFixed(1)} ms alone, ${done.during.p99.toFixed(1)} ms meanwhile`;
        console.error(`round ${round} of ${options.rounds}, ${kind}, ${perSecond} status calls a second: ${summary}`);
        if (round > 0) rounds.push({ kind, perSecond, sent: senders.length, ...done });
      }
  return rounds;
}

type Load = Parameters<typeof fireSteadily>[0];

async function measureOnce(
  { pid }: Program,
  load: Load,
  senders: readonly Sender[],
): Promise<Omit<Round, 'kind' | 'perSecond' | 'sent'>> {
  const [alone, coresAlone] = await watchLoad(
    pid,
    load,
    () => new Promise<void>((over) => setTimeout(over, ALONE_S * 1_000)),
  );
  const answeredMs: number[] = [];
  const [during, coresDuring] = await watchLoad(pid, load, async () => {
    const began = performance.now();
    const sendOne = async (sender: Sender): Promise<void> => {
      await sender.send();
      answeredMs.push(performance.now() - began);
    };
    await Promise.all(senders.map(sendOne));
  });
  return { alone, during, answeredMs, coresAlone, coresDuring };
}

/** Keeps a load up while something goes on. @returns the load's result, and the processor time of the server in cores */
async function watchLoad(pid: number, load: Load, work: () => Promise<void>): Promise<[LoadResult, number]> {
  const steady = await fireSteadily(load);
  const before = processorSeconds(pid);
  await work();
  const spent = processorSeconds(pid) - before;
  const result = await steady.end();
  if (result.refused > 0) throw new Error(`${result.refused} status calls were refused, first: ${result.refusal}`);
  return [result, spent / result.seconds];
}

/** Processor time so far of a process and those it started, with all their threads. Linux only; elsewhere no number. */
function processorSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const started = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  const own = (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  return started.reduce((sum, child) => sum + processorSeconds(Number(child)), own);
}
