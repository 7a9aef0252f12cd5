import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The two pages ours is measured against: a login form in plain HTML, and the same form in React
 * with nothing else.
 */
const FLOOR = join(import.meta.dirname, 'floor');

/** Makes both pages in a folder. @returns the folder of each */
export function buildFloorPages(folder: string): { plain: string; react: string } {
  const [plain, react] = [join(folder, 'plain'), join(folder, 'react')];
  const form = readFileSync(join(FLOOR, 'plain.html'), 'utf8');
  const page = readFileSync(join(FLOOR, 'react', 'index.html'), 'utf8');

  mkdirSync(plain);
  writeFileSync(join(plain, 'index.html'), page.replace(/(?<=<body>).*(?=<.body>)/s, form));
  buildReact(react);

  return { plain, react };
}

/** With the project's own React and Vite. */
function buildReact(folder: string): void {
  const vite = join(import.meta.dirname, '..', '..', 'node_modules', 'vite', 'bin', 'vite.js');
  const done = spawnSync(process.execPath, [vite, 'build', '--outDir', folder], {
    cwd: join(FLOOR, 'react'),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (done.status !== 0) throw new Error('the React floor page could not be built');
}
