import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { node24 } from './node24.mjs';
import { PlainError, repo } from './repo.mjs';

export { fontEnvironment } from './fonts.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of a Chromium that starts; installs one when there is none, or says in one line how to. */
export async function ensureChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') {
    if (starts(given)) return given;
    throw new PlainError(`CHROMIUM_PATH is ${given}, which does not start.`);
  }
  const found = await findChromium();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) installByApt();
  if ((await findChromium()) === undefined) installByPlaywright();
  const installed = await findChromium();
  if (installed !== undefined) return installed;
  throw new PlainError(
    'No Chromium is installed and none could be: install Chromium or Google Chrome, or set CHROMIUM_PATH to one.',
  );
}

async function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const path of [...onPath, ...MAC, playwrightPath()]) {
    // Some systems put a stub there that only says what to install.
    if (existsSync(path) && starts(path)) return path;
  }
  return undefined;
}

/** Asked of the project's Node: Playwright ends the process of an older one. */
function playwrightPath() {
  const script = 'process.stdout.write(require("playwright-core").chromium.executablePath())';
  return execFileSync(node24(), ['-e', script], { cwd: repo, encoding: 'utf8' });
}

function starts(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

function installByApt() {
  console.log('Installing Chromium with apt-get; this takes a minute or two.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, stdio: 'ignore', timeout: 300_000 };
  spawnSync('apt-get', ['update'], options);
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options);
}

function installByPlaywright() {
  console.log('Installing Chromium with Playwright; this takes a minute or two.');
  const cli = join(repo, 'node_modules', 'playwright', 'cli.js');
  spawnSync(node24(), [cli, 'install', 'chromium'], { cwd: repo, stdio: 'ignore', timeout: 300_000 });
}
