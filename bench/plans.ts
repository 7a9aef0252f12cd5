import { setTimeout as pause } from 'node:timers/promises';
import { type Databases, startDatabases } from './calls/databases.ts';
import { table, whole } from './figures.ts';
import { takeSample } from './growth/sample.ts';
import { copyBorrowers } from './load-model/copy-borrowers.ts';
import { holdJobs } from './load-model/job-queue.ts';
import { runLoanMonth } from './load-model/loan-month.ts';
import { control, startOurs } from './load-model/our-server.ts';
import { describeMachine } from './machine.ts';
import { readOptions } from './options.ts';
import { findScans, type GrowingTables, hasPlan, pretendRows } from './plans/explain.ts';
import { hotCalls } from './plans/hot-calls.ts';
import { type SentStatement, tapWire, type WireTap } from './plans/wire-tap.ts';
import { publish } from './report.ts';

/**
 * Checks the plan of every statement that frequent calls and jobs send, with many users: none may
 * scan a whole table.
 */

const options = readOptions(process.argv.slice(2));
/** With fewer rows than this a plan means little: the planner is given this many. */
const MIN_ROWS = 1_000_000;
/** How long the statements of a close of day are captured. */
const CLOSE_MS = 10_000;

const databases = await startDatabases();
try {
  const looks = await look(databases);
  const scans = looks.filter(({ scanned }) => scanned.length > 0);
  publish('plans', report(looks, databases.version), options.write);
  process.exitCode = scans.length > 0 ? 1 : 0;
} finally {
  await databases.stop();
}
process.exit();

interface Look {
  readonly call: string;
  readonly text: string;
  /** The growing tables it scans completely. */
  readonly scanned: readonly string[];
}

async function look(databases: Databases): Promise<Look[]> {
  const { ours: db, oursUrl: databaseUrl, folder } = databases;
  console.error('Letting some people live a month.');

  const first = await startOurs({ databaseUrl, folder, role: 'all' });
  const people = await runLoanMonth(first.port).finally(first.stop);
  const copies = Math.ceil(options.users / people.length);

  console.error(`Making ${copies * people.length} users.`);
  await copyBorrowers(db, { people, from: 1, to: copies });

  const sample = await takeSample(db, { people, copies, count: 10, first: 1, used: new Set() });
  await holdJobs(db);

  const tap = await tapWire(Number(new URL(databaseUrl).port));
  const tapped = new URL(databaseUrl);

  tapped.port = String(tap.port);

  const server = await startOurs({ databaseUrl: tapped.href, folder, role: 'all' });
  const captured: { call: string; sent: SentStatement[] }[] = [];

  try {
    // Statements of the start are sent once per process.
    tap.take();

    for (const [call, ask] of hotCalls({ port: server.port, db, sample })) {
      await ask();
      captured.push({ call, sent: tap.take() });
    }

    captured.push({ call: 'close of day', sent: await listenToClose(server.port, tap) });
  } finally {
    await server.stop();
    tap.stop();
  }

  const growing = await pretendRows(db, Math.max(MIN_ROWS, options.users));
  const looks: Look[] = [];

  for (const { call, sent } of captured)
    for (const one of sent.filter((each) => hasPlan(each) && !each.text.includes('_private_')))
      looks.push({
        call,
        text: one.text,
        scanned: await findScans(db, one, { growing, rows: Math.max(MIN_ROWS, options.users) }),
      });

  sayEmpty(growing);

  return looks;
}

async function listenToClose(port: number, tap: WireTap): Promise<SentStatement[]> {
  await control(port, 'day', { days: 1 });
  await pause(CLOSE_MS);
  return tap.take();
}

function sayEmpty(growing: GrowingTables): void {
  const empty = [...growing].filter(([, hasRows]) => !hasRows).map(([name]) => name);
  if (empty.length > 0) console.error(`Empty, and not judged: ${empty.join(', ')}.`);
}

function report(looks: readonly Look[], postgres: string): string {
  const calls = [...new Set(looks.map(({ call }) => call))];
  const rows = calls.map((call) => {
    const of = looks.filter((one) => one.call === call);
    const scanned = [...new Set(of.flatMap((one) => one.scanned))];
    return [call, String(of.length), scanned.join(', ') || 'none'];
  });
  const scans = looks.filter(({ scanned }) => scanned.length > 0);
  const found = new Map(scans.map((one) => [one.text, one]));

  return [
    `On ${describeMachine([`PostgreSQL ${postgres}`])}, ${whole(options.users)} users.`,
    table(['call', 'statements', 'growing tables scanned completely'], rows),
    `**${looks.length - scans.length} of ${looks.length} statements** find what they need by an index.`,
    ...[...found.values()].map(
      ({ text, scanned }) => `${scanned.join(', ')}:\n\n\`\`\`sql\n${text.trim()}\n\`\`\``,
    ),
  ].join('\n\n');
}
