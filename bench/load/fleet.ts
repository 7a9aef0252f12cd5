import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { findPort } from '../calls/programs.ts';
import { endChildWithUs } from '../end-with-us.ts';
import { OUR_MAIN, ourEnvironment } from '../load-model/our-server.ts';

export type MemberRole = 'api' | 'jobs' | 'console';

/** The resident memory of a process, in MiB, so many seconds after it was started. */
export interface MemorySample {
  readonly age: number;
  readonly mebibytes: number;
}

/** A process of the product, started again after it was killed. */
export interface Member {
  readonly name: string;
  readonly role: MemberRole;
  /** Where it takes calls; a process of jobs takes none. */
  readonly port: number;
  /** Of each life, one after the other. */
  readonly lives: MemorySample[][];
  readonly kills: number;
  isReady(): boolean;
  start(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 50;
const SAMPLE_EVERY_MS = 10_000;
const ROLES: readonly (readonly [string, MemberRole])[] = [
  ['api 1', 'api'],
  ['api 2', 'api'],
  ['jobs 1', 'jobs'],
  ['jobs 2', 'jobs'],
  ['console', 'console'],
];

/** Starts two processes of the API, two of the jobs and a console on one database. */
export async function startFleet(settings: { databaseUrl: string; folder: string }): Promise<Member[]> {
  const apiPorts = [await findPort(), await findPort()];
  const members: Member[] = [];
  for (const [index, [name, role]] of ROLES.entries()) {
    const port = role === 'api' ? apiPorts[index]! : await findPort();
    const monitoringPort = await findPort();
    // The sandbox's bank in a process of jobs sends its webhooks to an API; each has its own.
    const apiPort = role === 'jobs' ? apiPorts[index % 2]! : port;
    const env = {
      ...ourEnvironment({
        ...settings,
        role,
        env: {
          PORT: String(apiPort),
          NOREN_CONSOLE_PORT: String(port),
          NOREN_METRICS_PORT: String(monitoringPort),
          // Each borrower has an address of their own, which the sender names as a proxy does.
          NOREN_TRUST_PROXY: '1',
          NOREN_CODES_PER_HOUR: '100000',
        },
      }),
    };
    members.push(makeMember({ name, role, port, monitoringPort, env }));
  }
  // The first one migrates the database.
  await members[0]!.start();
  await Promise.all(members.slice(1).map((member) => member.start()));
  return members;
}

interface MemberOptions extends Pick<Member, 'name' | 'role' | 'port'> {
  readonly monitoringPort: number;
  readonly env: Readonly<Record<string, string>>;
}

function makeMember({ name, role, port, monitoringPort, env }: MemberOptions): Member {
  const lives: MemorySample[][] = [];
  let child: ChildProcess | null = null;
  let isReady = false;
  let kills = 0;
  let sampling: NodeJS.Timeout | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    isReady = false;
    clearInterval(sampling);
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    await new Promise<void>((ended) => {
      ending.once('exit', () => ended());
      ending.kill(signal);
    });
  };
  return {
    name,
    role,
    port,
    lives,
    get kills() {
      return kills;
    },
    isReady: () => isReady,
    async start() {
      child = spawn(process.execPath, [OUR_MAIN], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      endChildWithUs(child);
      let said = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        said = `${said}${chunk}`.slice(-4_000);
      });
      const began = performance.now();
      const life: MemorySample[] = [];
      lives.push(life);
      await untilReady(child, monitoringPort, () => said);
      isReady = true;
      const { pid = 0 } = child;
      sampling = setInterval(() => {
        const mebibytes = residentMebibytes(pid);
        if (mebibytes !== null) life.push({ age: (performance.now() - began) / 1_000, mebibytes });
      }, SAMPLE_EVERY_MS);
    },
    kill() {
      kills += 1;
      return end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
}

async function untilReady(child: ChildProcess, monitoringPort: number, said: () => string): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${monitoringPort}/readyz`).catch(() => null);
    if (answer?.status === 200) return;
    if (child.exitCode !== null || performance.now() > until) throw new Error(`a process did not start:\n${said()}`);
    await pause(LOOK_EVERY_MS);
  }
}

/** Null of a process that has just ended. */
function residentMebibytes(pid: number): number | null {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) / 1_024;
  } catch {
    return null;
  }
}
