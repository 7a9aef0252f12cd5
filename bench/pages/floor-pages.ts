import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * The two pages ours is measured against: a login form in plain HTML, and the same form in React
 * with nothing else.
 */
const FLOOR = join(import.meta.dirname, 'floor');

/**
 * Builds the React page into a folder, with the project's own React and Vite.
 * @returns the folders of both pages
 */
export function buildFloorPages(folder: string): { plain: string; react: string } {
  const vite = join(import.meta.dirname, '..', '..', 'node_modules', 'vite', 'bin', 'vite.js');
  const done = spawnSync(process.execPath, [vite, 'build', '--outDir', folder], {
    cwd: join(FLOOR, 'react'),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (done.status !== 0) throw new Error('the React floor page could not be built');

  return { plain: join(FLOOR, 'plain'), react: folder };
}
