import { endWithUs, spawnCaptured } from './app.mjs';

/**
 * Runs a program by the project's Node and returns the end of its output; past its time its whole
 * process group is ended.
 * @param options `within`: milliseconds; `onOutput`: called with each piece of output as it arrives
 */
export function runCaptured(args, { within, env = {}, onOutput }) {
  const plain = { NO_COLOR: '1', FORCE_COLOR: undefined, ...env };
  const { child, output } = spawnCaptured(args, plain, onOutput);
  const removeListeners = endWithUs(() => endGroup(child, 'SIGTERM'));

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
      const late = isLate ? `\nEnded after ${within / 1000} s.` : '';
      resolve({ code: code ?? 1, output: output() + late });
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
