import { execFileSync } from 'node:child_process';
import { chownSync, readFileSync, statSync } from 'node:fs';

/** An account PostgreSQL may run as: `{}` keeps the caller's own (it is not root). */

const NOBODY = 65534;

/**
 * PostgreSQL refuses to run as root: root runs it as the owner of existing data, else as postgres
 * or nobody.
 */
export function chooseAccount(existingData) {
  if (process.getuid?.() !== 0) return {};
  const owner = existingData === undefined ? undefined : statSync(existingData);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findAccount('postgres') ?? findAccount('nobody') ?? { uid: NOBODY, gid: NOBODY };
}

function findAccount(name) {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [user, , uid, gid] = line.split(':');
    if (user === name && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }

  return undefined;
}

/** Makes the account the owner of a folder; does nothing when PostgreSQL runs as the caller. */
export function giveTo(path, account) {
  if (account.uid !== undefined) chownSync(path, account.uid, account.gid);
}

/**
 * Whether the account can enter and write a folder. Found by trying: parents, ACLs and mounts all
 * count.
 */
export function canWrite(folder, account) {
  return succeeds('/bin/sh', ['-c', 'cd "$1" && test -w .', 'sh', folder], account);
}

/** Whether the account can run a program, its libraries included. */
export function canRun(program, account) {
  return succeeds(program, ['--version'], account);
}

function succeeds(program, args, account) {
  try {
    execFileSync(program, args, {
      ...account,
      cwd: '/',
      stdio: 'ignore',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    });
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}
