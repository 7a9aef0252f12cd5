import { readFileSync } from 'node:fs';

/** Of the kernel's accounting of processor time, in milliseconds. */
const TICK_MS = 10;

/** Processor time that a process has used in all its threads, in milliseconds. */
function processMs(pid: number): number {
  const [user, system] = readTimes(pid);
  return (user + system) * TICK_MS;
}

/** The same of a PostgreSQL: its first process, those it started, and those that ended. */
function postgresMs(pid: number): number {
  const own = readTimes(pid).reduce((sum, ticks) => sum + ticks, 0);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ');

  return own * TICK_MS + children.reduce((sum, child) => sum + processMs(Number(child)), 0);
}

/**
 * Measures some work: its time, and the processor time of servers and of their PostgreSQL, by its
 * first process. A time is negative when a process has ended whose time was counted before.
 */
export async function measureUse<T>(
  { servers, postgres }: { servers: readonly number[]; postgres: number },
  work: () => Promise<T>,
) {
  const sumServers = (): number => servers.reduce((sum, pid) => sum + processMs(pid), 0);
  const [server, database, began] = [sumServers(), postgresMs(postgres), performance.now()];
  const result = await work();

  return {
    result,
    seconds: (performance.now() - began) / 1_000,
    serverMs: sumServers() - server,
    databaseMs: postgresMs(postgres) - database,
  };
}

/**
 * Ticks in user and in system mode: its own, then those of its children that ended; none of a
 * process that has just ended.
 */
function readTimes(pid: number): [number, number, number, number] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the process may hold spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');

    return fields.slice(11, 15).map(Number) as [number, number, number, number];
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return [0, 0, 0, 0];
    throw error;
  }
}
