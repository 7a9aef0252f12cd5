import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const MIGRATE = fileURLToPath(new URL('../commands/migrate.ts', import.meta.url));

/** Runs `npm run migrate`. */
export function runMigrate(ownerUrl: string, databaseUrl: string): { status: number | null; stderr: string } {
  const env = { ...process.env, NOREN_OWNER_DATABASE_URL: ownerUrl, DATABASE_URL: databaseUrl };
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
