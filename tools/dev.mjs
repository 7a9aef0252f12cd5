import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { startMigrated } from './migrate-database.mjs';
import { node24 } from './node24.mjs';
import { repo, runMain } from './repo.mjs';
import { takeDataFolder } from './start-lock.mjs';

/** The application for development: the server restarts and the page reloads on change. */
await runMain(async () => {
  const folder = await takeDataFolder();
  const { data } = folder;
  ensureInstalled();

  const postgres = process.env.DATABASE_URL
    ? undefined
    : await startMigrated({ dataDir: join(data, 'postgres') });
  const databaseUrl = postgres?.databaseUrl ?? process.env.DATABASE_URL;

  const env = { ...process.env, DATABASE_URL: databaseUrl, NOREN_DATA: data };
  const run = (...args) => spawn(node24(), args, { cwd: repo, env, stdio: 'inherit' });
  const vite = 'node_modules/vite/bin/vite.js';
  const children = [run('--watch', 'server/src/main.ts'), run(vite, 'web'), run(vite, 'console')];

  if (children[0].pid !== undefined) folder.noteServer(children[0].pid);

  const stop = () => {
    for (const child of children) child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  await Promise.all(
    children.map((child) => new Promise((done) => child.once('exit', done).once('exit', stop))),
  );
  await postgres?.stop();
  folder.release();
});
