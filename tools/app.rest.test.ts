import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'vitest';

const MODULE = join(import.meta.dirname, 'app.mjs');

/** A measurement that starts a process with the same output, and then goes on or fails. */
const measurement = (then: string): string => `
  const { spawn } = await import('node:child_process');
  const { endWithUs } = await import(${JSON.stringify(MODULE)});
  const program = 'setInterval(() => 0, 1000)';
  const options = { stdio: ['ignore', 'inherit', 'ignore'], detached: true };
  const server = spawn(process.execPath, ['-e', program], options);
  endWithUs(() => server.kill('SIGKILL'));
  console.log('running');
  ${then}`;

test.each([
  ['a SIGTERM', 'SIGTERM', 'setInterval(() => 0, 1000);'],
  ['a SIGINT', 'SIGINT', 'setInterval(() => 0, 1000);'],
  ['an error', null, "setTimeout(() => { throw new Error('it failed'); }, 2000);"],
] as const)('%s ends what the measurement started', async (_what, signal, then) => {
  const args = ['--input-type=module', '-e', measurement(then)];
  const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = once(program.stdout, 'close');

  await once(program.stdout, 'data');
  if (signal !== null) program.kill(signal);
  // Its output closes once neither of the two has it open.
  await closed;
});
