import { readdirSync, readFileSync } from 'node:fs';

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
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && readParent(Number(name)) === pid,
  );
  return own * TICK_MS + children.reduce((sum, child) => sum + processMs(Number(child)), 0);
}

/**
 * What some work took: its time, and the processor time of servers and of their database. A time
 * is negative when a process has ended whose time was counted before.
 */
export interface Use {
  readonly seconds: number;
  readonly serverMs: number;
  readonly databaseMs: number;
}

/** Measures some work by the processes of the servers and the first one of their PostgreSQL. */
export async function measureUse<T>(
  { servers, postgres }: { servers: readonly number[]; postgres: number },
  work: () => Promise<T>,
): Promise<Use & { readonly result: T }> {
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

/** Ticks in user and in system mode: its own, then those of its children that ended. */
function readTimes(pid: number): [number, number, number, number] {
  const fields = readFields(pid);
  return [11, 12, 13, 14].map((at) => Number(fields[at] ?? 0)) as [number, number, number, number];
}

function readParent(pid: number): number {
  return Number(readFields(pid)[1]);
}

/**
 * What follows the name of a process, which may hold spaces; nothing of one that has just ended.
 */
function readFields(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
