import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { node24 } from './node24.mjs';
import { refuseBundledInProduction, withDatabase } from './on-database.mjs';
import { repo, runMain } from './repo.mjs';
import { takeDataFolder, watchParents } from './start-lock.mjs';
import { ensureBuilt } from './web-build.mjs';

// npm forwards a Ctrl-C that the terminal has sent too: only a later one asks to stop at once.
const REPEATED_AFTER_MS = 2_000;

await runMain(async () => {
  refuseBundledInProduction();

  const folder = await takeDataFolder();
  try {
    ensureInstalled();
    await ensureBuilt();
    return await withDatabase(folder.data, (databaseUrl) => runServer(databaseUrl, folder));
  } finally {
    folder.release();
  }
});

/** Runs the server until it ends or a signal stops it; returns the exit code. */
function runServer(databaseUrl, { data, noteServer }) {
  const server = spawn(node24(), [join(repo, 'server', 'src', 'main.ts')], {
    cwd: repo,
    env: { ...process.env, DATABASE_URL: databaseUrl, NOREN_DATA: data },
    stdio: ['ignore', 'inherit', 'inherit'],
    // Its own process group, so that a signal reaches it once, from here.
    detached: true,
  });
  if (server.pid !== undefined) noteServer(server.pid);

  let stoppedAt;

  const stop = (signal) => {
    if (stoppedAt === undefined) {
      stoppedAt = performance.now();
      server.kill(signal);
    } else if (performance.now() - stoppedAt > REPEATED_AFTER_MS) {
      server.kill('SIGKILL');
    }
  };

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => stop(signal === 'SIGHUP' ? 'SIGTERM' : signal));
  watchParents(() => stop('SIGTERM'));

  return new Promise((done, fail) => {
    server.once('error', fail);
    server.once('exit', (code) => done(code ?? (stoppedAt === undefined ? 1 : 0)));
  });
}
