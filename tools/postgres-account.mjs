import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync, statSync } from 'node:fs';
import { canStart } from './node24.mjs';

/**
 * The account PostgreSQL runs as; `{}` is the caller's own. PostgreSQL refuses root: root runs it as
 * the owner of existing data, else as postgres or nobody.
 */
export function chooseAccount(existingData) {
  if (process.getuid?.() !== 0) return {};
  const owner = existingData === undefined ? undefined : statSync(existingData);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findAccount('postgres') ?? findAccount('nobody') ?? {};
}

function findAccount(name) {
  const entry = new RegExp(`^${name}:[^:]*:(?<uid>\\d+):(?<gid>\\d+)`, 'm');
  const { uid, gid } = entry.exec(readFileSync('/etc/passwd', 'utf8'))?.groups ?? {};
  return uid && { uid: Number(uid), gid: Number(gid) };
}

/** Makes the account the owner of a folder; does nothing when PostgreSQL runs as the caller. */
export function giveTo(path, account) {
  if (account.uid !== undefined) chownSync(path, account.uid, account.gid);
}

/**
 * How the account runs a program of PostgreSQL: in a clean environment, as PGPORT, PGDATA and the
 * like of the caller must not affect it.
 */
export function runAs(account) {
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  return { ...account, cwd: '/', env };
}

/**
 * Whether the account can enter and write a folder. Found by trying: parents, ACLs and mounts all
 * count.
 */
export function canWrite(folder, account) {
  const args = ['-c', 'cd "$1" && test -w .', 'sh', folder];
  return spawnSync('/bin/sh', args, { ...runAs(account), stdio: 'ignore' }).status === 0;
}

/** Whether the account can run a program, its libraries included. */
export function canRun(program, account) {
  return canStart(program, runAs(account));
}
