import { spawn } from 'node:child_process';
import { endWithUs } from './app.mjs';
import { node24 } from './node24.mjs';
import { repo } from './repo.mjs';

const SHOWN_CHARACTERS = 30_000;

/**
 * Runs a program by the project's Node and returns the end of its output; past its time its whole
 * process group is ended.
 * @param options `within`: milliseconds; `onOutput`: called with each piece of output as it arrives
 */
export function runCaptured(args, { within, env = {}, onOutput }) {
  const child = spawn(node24(), args, {
    cwd: repo,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const removeListeners = endWithUs(() => endGroup(child, 'SIGTERM'));

  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-SHOWN_CHARACTERS);
      onOutput?.(chunk);
    });
  }

  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endGroup(child, 'SIGKILL');
    }, within);

    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      removeListeners();
      if (isLate) output += `\nEnded after ${within / 1000} s.`;
      resolve({ code: code ?? 1, output });
    });
  });
}

function endGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
