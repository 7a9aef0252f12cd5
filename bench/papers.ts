import { setTimeout as pause } from 'node:timers/promises';
import { seedOurs } from './calls/our-seed.ts';
import { openDatabase } from './database.ts';
import { judge } from './figures.ts';
import { fire } from './load-model/fire.ts';
import { type Program, startOurs } from './load-model/our-server.ts';
import { meetOurServer } from './load-model/our-side.ts';
import { openSessions } from './load-model/sessions.ts';
import { namedStatement } from './named-statement.ts';
import { readOptions } from './options.ts';
import { measureUse } from './processor.ts';
import { publish } from './report.ts';

/** Measures how long after an acceptance its papers are sealed and its message has left. */

const { seconds, processes, write } = readOptions(process.argv.slice(2));
/** Without haste: the floor of the same run. */
const CALM = { perSecond: 1, count: 20 };
const BUSY = { perSecond: 50, count: 50 * seconds };
const PROMISED_SECONDS = 60;
const MOST_CONNECTIONS = 20;

/**
 * How many loans wait for their papers, and the seconds from an acceptance to the last seal of its
 * papers, and to the message: median, 95th percentile and most.
 */
const READ_PROGRESS = namedStatement<'since'>(`
  select count(message)::int as notified,
    (select count(distinct order_id)::int from sealed_papers where sealed_at is null) as waiting,
    percentile_cont(array[0.5, 0.95, 1]) within group (order by sealed) as sealed,
    percentile_cont(array[0.5, 0.95, 1]) within group (order by message) as message
  from (
    select extract(epoch from max(p.sealed_at) - min(p.requested_at))::float8 as sealed,
      extract(epoch from max(d.last_attempt_at) - min(p.requested_at))::float8 as message
    from sealed_papers p left join notification_deliveries d on d.user_id = p.user_id
      and d.kind = 'papers_sealed' and d.channel = 'sms' and d.state in ('sent', 'delivered')
    where p.requested_at >= :since group by p.user_id) t`);

const database = await openDatabase();
const { db } = database;
const started: Program[] = [];

async function start(role: 'api' | 'all'): Promise<Program> {
  const program = await startOurs(database, role);
  started.push(program);
  return program;
}

try {
  const { free } = await seedOurs(database, processes.length * (2 * CALM.count + BUSY.count));
  const api = await start('api');
  const side = await meetOurServer(api.port, free);
  const rows = [];

  for (const count of processes) {
    const jobs: Program[] = [];
    while (jobs.length < count) jobs.push(await start('all'));

    await accept(jobs, { ...CALM, perSecond: 10 });
    rows.push(await accept(jobs, CALM), await accept(jobs, BUSY));

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

  /** Accepts loans at a steady pace, and waits until each has its papers and its message. */
  async function accept(
    jobs: readonly Program[],
    { perSecond, count }: { perSecond: number; count: number },
  ) {
    const userIds = free.splice(0, count);
    await openSessions(db, userIds);

    const requests = (await side.applyRequests(userIds)).map(({ bytes }) => bytes);
    const since = new Date();
    const fired = await fire({
      port: api.port,
      // One that is idle for long is closed.
      connections: Math.min(2 * perSecond, MOST_CONNECTIONS),
      requests,
      perSecond,
    });

    if (fired.refused > 0) throw new Error(`${fired.refused} applications were refused`);

    const { waiting } = await readProgress(since);
    const servers = jobs.map(({ pid }) => pid);
    const drained = await measureUse({ servers, postgres: database.pid }, async () => {
      for (;;) {
        const progress = await readProgress(since);
        if (progress.waiting === 0 && progress.notified >= count) return progress;
        await pause(100);
      }
    });
    const { sealed, message } = drained.result;

    return {
      processes: jobs.length,
      perSecond,
      sealedMedian: sealed[0],
      sealedP95: sealed[1],
      sealedMax: sealed[2],
      messageMedian: message[0],
      messageP95: message[1],
      messageMax: message[2],
      waiting,
      drainSeconds: drained.seconds,
      jobsMsEach: waiting > count / 2 ? drained.serverMs / waiting : null,
    };
  }
} finally {
  for (const program of started.reverse()) await program.stop();
  await database.stop();
}
process.exit();

interface Progress {
  readonly notified: number;
  readonly waiting: number;
  readonly sealed: readonly [number, number, number];
  readonly message: readonly [number, number, number];
}

async function readProgress(since: Date): Promise<Progress> {
  const { rows } = await db.query<Progress>(READ_PROGRESS({ since }));
  return rows[0]!;
}
