import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { inDatabase } from '../../../tools/sql.ts';
import { asAdmin } from './template.ts';

const MIGRATE = fileURLToPath(new URL('../commands/migrate.ts', import.meta.url));

/** Runs `npm run migrate`. */
export function runMigrate(
  ownerUrl: string,
  programUrl: string,
  more: Readonly<Record<string, string>> = {},
): { status: number | null; stderr: string } {
  const env = {
    ...process.env,
    NOREN_OWNER_DATABASE_URL: ownerUrl,
    DATABASE_URL: programUrl,
    ...more,
  };
  const { status, stderr } = spawnSync(process.execPath, [MIGRATE], { env, encoding: 'utf8' });

  return { status, stderr };
}

/** The address of a database for a new role of the program; `runMigrate` makes it. */
export function newProgramUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = `program_${randomBytes(4).toString('hex')}`;
  url.password = randomBytes(12).toString('hex');
  return url.href;
}

/** A database without a table. Its owner is no superuser, as at a provider of databases. */
export interface OwnedDatabase {
  readonly name: string;
  readonly ownerUrl: string;
  /** Drops it, its owner and the program's roles. */
  drop(programRoles: readonly string[]): Promise<void>;
}

export async function makeOwnedDatabase(name: string): Promise<OwnedDatabase> {
  const adminUrl = inject('adminUrl');
  const owner = `owner_${randomBytes(4).toString('hex')}`;

  await asAdmin(adminUrl, async (admin) => {
    await admin.query(`create role ${owner} login createrole password 'owner'`);
    await admin.query(`create database ${name} owner ${owner}`);
  });

  const url = new URL(inDatabase(adminUrl, name));
  [url.username, url.password] = [owner, 'owner'];

  return {
    name,
    ownerUrl: url.href,
    drop: (programRoles) =>
      asAdmin(adminUrl, async (admin) => {
        await admin.query(`drop database ${name} with (force)`);
        await admin.query(`drop role ${[...programRoles, owner].join(', ')}`);
      }),
  };
}
