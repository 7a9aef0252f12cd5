import { arch, cpus, loadavg } from 'node:os';

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'x86-64', arm64: 'ARM64' };

/** The machine in plain words, with the versions of what was measured on it. */
export function describeMachine(programs: readonly string[]): string {
  const cores = cpus().length;
  const kind = ARCHITECTURES[arch()] ?? arch();
  return [
    `${cores} core${cores === 1 ? '' : 's'} of an ${kind} machine`,
    `Node ${process.versions.node}`,
    ...programs,
  ].join(', ');
}

/** A warning when other work was running as the measurement began; null when it was quiet. */
export function describeOtherWork(): string | null {
  const load = loadavg()[0] ?? 0;
  if (load <= cpus().length * 0.25) return null;
  return `Preliminary: other work was running when this was taken (load ${load.toFixed(1)} at the start).`;
}
