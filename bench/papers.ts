import { setTimeout as pause } from 'node:timers/promises';
import { fire } from './calls/fire.ts';
import { seedOurs } from './calls/our-seed.ts';
import { meetOurServer } from './calls/our-side.ts';
import { openDatabase } from './database.ts';
import { judge, quotient, round } from './figures.ts';
import { type Program, startOurs } from './load-model/our-server.ts';
import { noteCodeEntered } from './load-model/sessions.ts';
import { namedStatement } from './named-statement.ts';
import { readOptions } from './options.ts';
import { processMs } from './processor.ts';
import { publish } from './report.ts';

/** Measures how long after an acceptance its papers are sealed and its message has left. */

const { seconds, processes, write } = readOptions(process.argv.slice(2));
/** Without haste: the floor of the same run. */
const CALM = { perSecond: 1, count: 20 };
const BUSY = { perSecond: 50, count: 50 * seconds };
const PROMISED_SECONDS = 60;
const MOST_CONNECTIONS = 20;

const COUNT_WAITING = `
  select count(distinct order_id)::int as n from sealed_papers where sealed_at is null`;

/** Seconds from an acceptance to the last seal of its papers, and to the message. */
const READ_TIMES = namedStatement<'since'>(`
  select count(message)::int as notified, ${['sealed', 'message']
    .flatMap((what) =>
      Object.entries({ Median: 0.5, P95: 0.95, Max: 1 }).map(
        ([name, at]) =>
          `round(percentile_cont(${at}) within group (order by ${what})::numeric, 2)::float8
            as "${what}${name}"`,
      ),
    )
    .join(', ')}
  from (
    select extract(epoch from max(p.sealed_at) - min(p.requested_at)) as sealed,
      extract(epoch from max(d.last_attempt_at) - min(p.requested_at)) as message
    from sealed_papers p left join notification_deliveries d on d.user_id = p.user_id
      and d.kind = 'papers_sealed' and d.channel = 'sms' and d.state in ('sent', 'delivered')
    where p.requested_at >= :since group by p.user_id) t`);

const database = await openDatabase();
const { db, url: databaseUrl, folder } = database;
const started: Program[] = [];

async function start(role: 'api' | 'all'): Promise<Program> {
  const program = await startOurs({ databaseUrl, folder, role });
  started.push(program);
  return program;
}

try {
  const users = processes.length * (2 * CALM.count + BUSY.count);
  await seedOurs(database, users);

  const api = await start('api');
  const side = await meetOurServer(api.port, users);
  const rows: (Loans & { messageToCalm: number | null })[] = [];
  let next = 1;

  for (const count of processes) {
    const jobs: Program[] = [];
    while (jobs.length < count) jobs.push(await start('all'));

    await accept(jobs, { ...CALM, perSecond: 10 });
    const calm = await accept(jobs, CALM);
    for (const one of [calm, await accept(jobs, BUSY)]) {
      const messageToCalm = round(quotient(one.messageMedian, calm.messageMedian), 1);
      rows.push({ ...one, messageToCalm });
    }

    console.error(JSON.stringify(rows.slice(-2)));
    for (const one of jobs) await one.stop();
  }

  publish(
    'papers',
    {
      conditions: { postgres: database.version, seconds },
      tables: { papers: rows },
      targets: rows.map(({ processes: jobs, perSecond, messageMax }) =>
        judge(`longest time to the message, ${perSecond} a second, ${jobs} jobs`, messageMax, {
          most: PROMISED_SECONDS,
        }),
      ),
    },
    write,
  );

  type Loans = Awaited<ReturnType<typeof accept>>;

  /** Accepts loans at a steady pace, and waits until each has its papers and its message. */
  async function accept(
    jobs: readonly Program[],
    { perSecond, count }: { perSecond: number; count: number },
  ) {
    const users = Array.from({ length: count }, (_, at) => next + at);
    await noteCodeEntered(db, next, next + count - 1);
    next += count;

    const requests = (await side.applyRequests(users)).map(({ bytes }) => bytes);
    const since = new Date();
    const fired = await fire({
      port: api.port,
      // One that is idle for long is closed.
      connections: Math.min(2 * perSecond, MOST_CONNECTIONS),
      requests,
      keepEvery: 0,
      perSecond,
    });

    if (fired.refused > 0) throw new Error(`${fired.refused} applications were refused`);

    const countWaiting = async () => (await db.query<{ n: number }>(COUNT_WAITING)).rows[0]!.n;
    const sumJobsMs = () => jobs.reduce((sum, { pid }) => sum + processMs(pid), 0);
    const waiting = await countWaiting();
    const [beganMs, beganAt] = [sumJobsMs(), performance.now()];

    const readTimes = async () => (await db.query<Times>(READ_TIMES({ since }))).rows[0]!;
    let read = await readTimes();

    while ((await countWaiting()) > 0 || read.notified < count) {
      await pause(100);
      read = await readTimes();
    }

    const { notified: _, ...times } = read;
    const drainSeconds = round((performance.now() - beganAt) / 1_000, 1);

    return {
      processes: jobs.length,
      perSecond,
      callP99Ms: round(fired.p99),
      ...times,
      waiting,
      drainSeconds,
      jobsMsEach: waiting > count / 2 ? round(quotient(sumJobsMs() - beganMs, waiting)) : null,
    };
  }
} finally {
  for (const program of started.reverse()) await program.stop();
  await database.stop();
}
process.exit();

type Times = { readonly notified: number } & Readonly<
  Record<`${'sealed' | 'message'}${'Median' | 'P95' | 'Max'}`, number>
>;
