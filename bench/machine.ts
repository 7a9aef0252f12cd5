import { execFileSync } from 'node:child_process';
import { arch, cpus, loadavg } from 'node:os';

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'x86-64', arm64: 'ARM64' };

/** The machine in plain words. */
export function describeMachine(): string {
  const cores = cpus().length;
  const kind = ARCHITECTURES[arch()] ?? arch();

  return `${cores} core${cores === 1 ? '' : 's'} of an ${kind} machine, Node ${process.versions.node}`;
}

/** A warning when other work was running as the measurement began; null when it was quiet. */
export function describeOtherWork(): string | null {
  const load = loadavg()[0] ?? 0;
  if (load <= cpus().length * 0.25) return null;

  return `Preliminary: the load was ${load.toFixed(1)} at the start.`;
}

/**
 * The day and the version of a measurement, for the head of its report: the commit, and whether the
 * files differ from it.
 * @param folder one of the repository; outside of one the day alone is said
 */
export function describeVersion(folder: string, now: Date): string {
  const day = now.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const commit = readGit(folder, ['rev-parse', '--short', 'HEAD']);
  if (commit === undefined) return `Taken on ${day}.`;

  // The reports change with each measurement.
  const changes = readGit(folder, [
    'status',
    '--porcelain',
    '--',
    ':/',
    ':(top,exclude)bench/results',
  ]);
  return `Taken on ${day} at commit \`${commit}\`${changes === '' ? '' : ' with changes'}.`;
}

/** What git says; undefined without git, a repository or a commit. */
function readGit(folder: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', ['-C', folder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
