import { spawnSync } from 'node:child_process';
import { arch, cpus, loadavg } from 'node:os';

/** The machine in plain words. */
export const describeMachine = (): string =>
  `${cpus().length} × ${arch()}, Node ${process.versions.node}`;

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
  const day = now.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
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
  const { status, stdout } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
