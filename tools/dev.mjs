import { spawn } from 'node:child_process';
import { ensureInstalled } from './install.mjs';
import { node24 } from './node24.mjs';
import { withDatabase } from './on-database.mjs';
import { repo, runMain } from './repo.mjs';
import { takeDataFolder } from './start-lock.mjs';

/** The application for development: the server restarts and the page reloads on change. */
await runMain(async () => {
  const folder = await takeDataFolder();
  try {
    ensureInstalled();
    await withDatabase(folder.data, (databaseUrl) => runPrograms(databaseUrl, folder));
  } finally {
    folder.release();
  }
});

/** Runs the server and both builds until one of them ends or a signal stops them. */
async function runPrograms(databaseUrl, { data, noteServer }) {
  const env = { ...process.env, DATABASE_URL: databaseUrl, NOREN_DATA: data };
  const run = (...args) => spawn(node24(), args, { cwd: repo, env, stdio: 'inherit' });
  const vite = 'node_modules/vite/bin/vite.js';
  const children = [run('--watch', 'server/src/main.ts'), run(vite, 'web'), run(vite, 'console')];

  if (children[0].pid !== undefined) noteServer(children[0].pid);

  const stop = () => {
    for (const child of children) child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  await Promise.all(
    children.map((child) => new Promise((done) => child.once('exit', done).once('exit', stop))),
  );
}
