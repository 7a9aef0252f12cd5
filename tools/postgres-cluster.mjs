import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { canWrite, chooseAccount, giveTo, runAs } from './postgres-account.mjs';
import { findBinaries, isWritable, requireEngine } from './postgres-binaries.mjs';
import { isAlive, readPostmaster } from './postgres-process.mjs';
import { PlainError } from './repo.mjs';

const MAJOR = '18';
const USER = 'noren';
/** The folder beside `data` in which a restore recovers, until it is done. */
export const RESTORING = 'data.restoring';
const TEST_FOLDER = /^noren-test-(\d+)-/;

/** Settings for test clusters, whose data need not survive a power cut. */
const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
];

/**
 * A cluster ready to start: created on first use, reused later. A fast one is temporary and always
 * new.
 */
export function openCluster({ dataDir, fast, engine, folder = 'data', settings = [] }) {
  const cluster = fast ? openTestCluster() : openPermanentCluster(resolve(dataDir));
  const { home, account } = cluster;
  const binaries =
    engine === undefined ? findBinaries(account) : requireEngine(resolve(engine), account);
  const data = join(realpathSync(home), folder);

  // Another folder than the usual one holds what a restore has put there.
  if (folder === 'data' && !hasVersion(data)) {
    if (existsSync(join(home, RESTORING)))
      throw new PlainError(`A restore into ${home} was interrupted: run "npm run restore" again.`);
    const isSynced = !fast && !settings.includes('fsync=off');
    initialise({ home, data, account, binaries, fast, isSynced, isOpen: engine !== undefined });
  }

  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR) {
    throw new PlainError(
      `The data in ${data} is of PostgreSQL ${version}, this project brings ${MAJOR}. Set DATABASE_URL.`,
    );
  }

  const password = readFileSync(join(home, 'password'), 'utf8').trim();
  return {
    home,
    data,
    account,
    binaries,
    user: USER,
    password,
    database: fast ? 'postgres' : 'noren',
  };
}

/**
 * The folder that holds the cluster in `data`, and the account it runs as; makes the folder, no
 * cluster.
 */
export function openPermanentCluster(wanted) {
  mkdirSync(wanted, { recursive: true });

  const pointer = join(wanted, 'location');
  const home = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : wanted;

  mkdirSync(home, { recursive: true, mode: 0o700 });

  const data = join(home, 'data');
  const account = chooseAccount(hasVersion(data) ? data : undefined);
  if (prepareHome(home, account)) return { home, account };

  if (account.uid === undefined) {
    throw new PlainError(
      `The database folder ${home} belongs to another account. Set NOREN_DATA to a folder of your own.`,
    );
  }

  // PostgreSQL's account cannot enter root's folders: the data is elsewhere, and a file here says
  // where.
  const moved = makeFolder(['/var/lib', '/var/tmp', tmpdir()], 'noren-data-', account);
  writeFileSync(pointer, `${moved}\n`);

  return { home: moved, account };
}

function hasVersion(data) {
  return existsSync(join(data, 'PG_VERSION'));
}

function prepareHome(home, account) {
  if (account.uid !== undefined) giveTo(home, account);
  return canWrite(home, account);
}

function openTestCluster() {
  const bases = [tmpdir(), '/var/tmp', '/tmp'];
  for (const base of new Set(bases)) sweepTestClusters(base);
  const account = chooseAccount();
  return { home: makeFolder(bases, `noren-test-${process.pid}-`, account), account };
}

function makeFolder(bases, prefix, account) {
  for (const base of bases) {
    if (!isWritable(base)) continue;
    const folder = mkdtempSync(join(base, prefix));
    if (prepareHome(folder, account)) return folder;
    rmSync(folder, { recursive: true, force: true });
  }

  throw new PlainError(
    'No folder is open to the account PostgreSQL runs as. Set DATABASE_URL to a PostgreSQL server.',
  );
}

/** A killed test run leaves its cluster running: the next run stops and removes it. */
function sweepTestClusters(base) {
  if (!isWritable(base)) return;
  for (const name of readdirSync(base)) {
    const launcher = TEST_FOLDER.exec(name)?.[1];
    if (launcher === undefined || isAlive(Number(launcher))) continue;

    const home = join(base, name);
    try {
      const postmaster = readPostmaster(join(home, 'data'));
      if (postmaster?.isOurs) process.kill(postmaster.pid, 'SIGQUIT');
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    } catch (error) {
      // Leftovers of another account cannot be removed.
      if (!['EPERM', 'EACCES', 'ESRCH', 'ENOTEMPTY'].includes(error.code)) throw error;
    }
  }
}

/**
 * Created under another name and renamed last, so that a start killed half-way leaves no partial
 * cluster.
 */
function initialise({ home, data, account, binaries, fast, isSynced, isOpen }) {
  const draft = join(home, 'data.new');
  const passwordFile = join(home, 'password');

  rmSync(draft, { recursive: true, force: true });
  rmSync(data, { recursive: true, force: true });
  writeFileSync(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  chmodSync(passwordFile, 0o600);
  giveTo(passwordFile, account);

  const method = isOpen ? 'trust' : 'scram-sha-256';
  const args = ['-D', draft, '-U', USER, '-A', method, '--pwfile', passwordFile];
  args.push('-E', 'UTF8', '--no-locale', '--no-instructions');
  // One round of hashing is enough for the password of a single test run.
  if (fast) args.push('--no-data-checksums', '-c', 'scram_iterations=1');
  if (!isSynced) args.push('--no-sync');
  run(join(binaries, 'bin', 'initdb'), args, account);

  if (!fast)
    run(
      join(binaries, 'bin', 'postgres'),
      ['--single', '-D', draft, 'postgres'],
      account,
      'CREATE DATABASE noren;\n',
    );

  renameSync(draft, data);
}

function run(program, args, account, input = '') {
  try {
    execFileSync(program, args, { ...runAs(account), input, stdio: 'pipe' });
  } catch (error) {
    const lastLine = `${error.stderr ?? ''}`.trim().split('\n').pop() || error.code;
    throw new PlainError(`PostgreSQL could not make its data folder: ${lastLine}`);
  }
}

/** The longest path of a socket; macOS takes four characters less than Linux. */
const SOCKET_PATH_LENGTH = 103;

/**
 * Where a temporary server has a socket: a test's many statements cost less through it than through
 * the network. Undefined for a server that stays, and where the path is too long.
 */
export function findSocketFolder(data, fast) {
  const folder = dirname(data);
  return fast && `${folder}/.s.PGSQL.65535`.length <= SOCKET_PATH_LENGTH ? folder : undefined;
}

/** Arguments of the server process; `settings` come last and win. */
export function serverArguments({ data, port, fast, settings: more = [] }) {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${findSocketFolder(data, fast) ?? ''}`,
    'timezone=UTC',
    'log_timezone=UTC',
    ...(fast ? [...FAST, 'max_connections=200'] : []),
    ...more,
  ];
  return ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
}
