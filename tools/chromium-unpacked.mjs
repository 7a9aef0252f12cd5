import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repo } from './repo.mjs';

/** Debian's package of Chromium without windows, and the program in it. */
export const HEADLESS_SHELL = 'chromium-headless-shell';

const home = join(repo, '.cache', 'chromium');
const files = join(home, 'files');
/** apt-get's own folders belong to root. */
const scratch = join(home, 'apt');

/** Where `unpackChromium` leaves a Chromium, if it was called before. */
export const unpackedChromium = join(home, 'chromium');

/**
 * Unpacks Debian's Chromium and the libraries that it needs into the project, for an account that
 * may not install packages. Needs apt-get and dpkg-deb; leaves nothing when they fail.
 * @param run runs a program to its end, also when it fails
 */
export async function unpackChromium(run) {
  const lists = join(scratch, 'lists');
  const archives = join(scratch, 'archives');

  rmSync(home, { recursive: true, force: true });
  for (const folder of [join(lists, 'partial'), join(archives, 'partial'), files])
    mkdirSync(folder, { recursive: true });

  const folders = [`Dir::State::Lists=${lists}`, `Dir::Cache=${scratch}`, 'Debug::NoLocking=true'];
  const apt = (...args) => run('apt-get', [...folders.flatMap((one) => ['-o', one]), ...args]);
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', '--download-only', HEADLESS_SHELL);
  for (const name of readdirSync(archives))
    if (name.endsWith('.deb')) await run('dpkg-deb', ['-x', join(archives, name), files]);

  const program = join(files, 'usr', 'lib', 'chromium', HEADLESS_SHELL);
  // Some distributions have no such package.
  if (existsSync(program)) writeFileSync(unpackedChromium, describeStart(program), { mode: 0o755 });
  else rmSync(files, { recursive: true });

  rmSync(scratch, { recursive: true });
}

function describeStart(program) {
  const libraries = [join(files, 'lib'), join(files, 'usr', 'lib')].flatMap((folder) =>
    listFolders(folder)
      .filter((path) => path.includes('-linux-gnu'))
      .flatMap((path) => [path, ...listFolders(path)]),
  );
  return `#!/bin/sh\nexport LD_LIBRARY_PATH=${quote(libraries.join(':'))}\nexec ${quote(program)} "$@"\n`;
}

function listFolders(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}

function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
