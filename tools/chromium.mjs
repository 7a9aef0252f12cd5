import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { HEADLESS_SHELL, unpackChromium, unpackedChromium } from './chromium-unpacked.mjs';
import { canStart, node24 } from './node24.mjs';
import { PlainError, repo } from './repo.mjs';

export { fontEnvironment } from './fonts.mjs';

/**
 * The headless shell first: the same engine without a browser's windows, it takes the walks a
 * quarter less processor time.
 */
const NAMES = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const INSTALL_WITHIN_MS = 300_000;

/**
 * Path of a Chromium that starts; installs one when there is none, or says in a sentence what to
 * install.
 */
export async function ensureChromium() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted !== undefined && wanted !== '') {
    if (canStart(wanted)) return wanted;
    throw new PlainError(`CHROMIUM_PATH is ${wanted}, which does not start.`);
  }

  return findChromium() ?? (await installChromium());
}

function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));

  // Some systems have a stub on the path that only says what to install.
  return [...onPath, ...MAC, unpackedChromium, findPlaywrightPath()].find((path) => canStart(path));
}

/** Read with the project's Node: Playwright ends the process of an older one. */
function findPlaywrightPath() {
  const script = 'process.stdout.write(require("playwright-core").chromium.executablePath())';
  return execFileSync(node24(), ['-e', script], { cwd: repo, encoding: 'utf8' });
}

/**
 * Of the distribution where it has apt-get, as that brings the libraries too; else the build that
 * Playwright downloads.
 */
async function installChromium() {
  const isRoot = process.getuid?.() === 0;
  if (existsSync('/usr/bin/apt-get')) {
    const installed = await (isRoot ? installByApt() : unpackByApt());
    if (installed !== undefined) return installed;
  }

  console.log('No Chromium found: downloading it with Playwright; this takes a minute or two.');

  const cli = join(repo, 'node_modules', 'playwright', 'cli.js');
  await run(node24(), [cli, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium']);

  const installed = findChromium();
  if (installed !== undefined) return installed;

  throw new PlainError(describeFailure(findPlaywrightPath()));
}

async function installByApt() {
  console.log('No Chromium found: installing it with apt-get; this takes a minute or two.');

  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], env);
  await run('apt-get', ['install', '-y', '--no-install-recommends', HEADLESS_SHELL], env);

  return findChromium();
}

async function unpackByApt() {
  console.log(
    'No Chromium found: unpacking that of the distribution into .cache; this takes a minute or two.',
  );
  await unpackChromium(run);
  return findChromium();
}

function describeFailure(downloaded) {
  if (!existsSync(downloaded))
    return 'No Chromium is installed and none could be downloaded: install Chromium or Google Chrome, or set CHROMIUM_PATH to one.';

  return 'Chromium was downloaded but libraries of the system are missing: run "npx playwright install-deps chromium" as root, or install Chromium.';
}

/** Whether an installer did its work is seen by what it leaves. */
function run(program, args, env = {}) {
  const child = spawn(program, args, {
    cwd: repo,
    env: { ...process.env, ...env },
    stdio: 'ignore',
    timeout: INSTALL_WITHIN_MS,
  });
  return new Promise((resolve) => child.once('error', resolve).once('close', resolve));
}
