import { execFileSync } from 'node:child_process';
import { ensureChromium } from '../tools/chromium.mjs';
import { quietest, reportConsole } from './console/console-report.ts';
import { type FilledDatabase, openFilled } from './console/filled.ts';
import { type FirstScreen, measureFirstScreen } from './console/first-screen.ts';
import { type CallTime, measureRound, openDesk } from './console/measure.ts';
import { measuredCalls } from './console/staff-calls.ts';
import { startOurs } from './load-model/our-server.ts';
import { describeMachine, describeOtherWork } from './machine.ts';
import { readOptions } from './options.ts';
import { OFFICE } from './pages/slow-network.ts';
import { publish } from './report.ts';

/**
 * Measures every list and search of the console among many orders, its first screen, and how its
 * longest table scrolls.
 */

const options = readOptions(process.argv.slice(2));
const otherWork = describeOtherWork();
const program = await ensureChromium();
const screen = await measureFirstScreen(program, options.runs);
const filled = await openFilled({ orders: Math.max(...options.orders), keep: options.keep });
try {
  publish('console', await describe(await measureCalls(filled), screen), options.write);
} finally {
  await filled.stop();
}
process.exit();

async function measureCalls({
  db,
  url,
  folder,
  people,
  busy,
}: FilledDatabase): Promise<CallTime[]> {
  const server = await startOurs({ databaseUrl: url, folder, role: 'console' });
  try {
    const desk = openDesk(server.port);
    const { data } = await desk.send({ role: 'auditor', call: 'staffMe' });
    const calls = await measuredCalls(db, {
      people,
      busy,
      today: (data as { today?: string }).today ?? '',
    });
    const rounds: CallTime[][] = [];

    for (let round = 1; round <= options.rounds; round += 1) {
      rounds.push(await measureRound(desk, calls));
      console.error(`round ${round} of ${options.rounds}`);
    }

    return quietest(rounds);
  } finally {
    await server.stop();
  }
}

async function describe(times: readonly CallTime[], first: FirstScreen): Promise<string> {
  const count = async (name: string): Promise<number> =>
    (await filled.db.query(`select count(*)::int as n from ${name}`)).rows[0].n;
  const browser =
    /\d+/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[0] ?? '?';
  const lines = [
    `On ${describeMachine([`PostgreSQL ${filled.version}`, `Chromium ${browser}`])}; server, database and asking process share it.`,
    `Each call's quietest of ${options.rounds} rounds: the middle of seven, of three for a search. First screen: medians of ${options.runs} runs, processor ×2, ${OFFICE.roundTripMs} ms a round trip, ${OFFICE.downBitsPerMs / 1_000} Mbit/s.`,
    ...(otherWork ? [`**${otherWork}**`] : []),
  ];
  const size = {
    orders: await count('orders'),
    users: await count('users'),
    entries: await count('entries'),
    acts: await count('staff_audit'),
    tickets: await count('feedback_tickets'),
  };

  return `${lines.join('\n')}\n\n${reportConsole(size, times, first)}`;
}
