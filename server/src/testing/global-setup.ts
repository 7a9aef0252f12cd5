import { existsSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../../tools/postgres.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test run's PostgreSQL as its superuser, on the database `postgres`. */
    adminUrl: string;
  }
}

const template = new URL('./template.ts', import.meta.url);

/** One PostgreSQL for the run; the template database is built once and each worker copies it. */
export default async function setUpDatabase(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres({ fast: true });
  try {
    await stopVacuum(postgres.url);
    if (existsSync(template)) {
      const { buildTemplate } = (await import(template.href)) as { buildTemplate: (url: string) => Promise<void> };
      await buildTemplate(postgres.url);
    }
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  project.provide('adminUrl', postgres.url);
  return () => postgres.stop();
}

/** Autovacuum is off: test data is short-lived, and without it rows are found in insertion order. */
async function stopVacuum(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('alter system set autovacuum = off');
  await admin.query('select pg_reload_conf()');
  await admin.end();
}
