import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RunningApp } from '../../tools/app.mjs';
import { startInstallation } from './start-installation.ts';
import { test as base } from './watch.ts';

interface OwnFixtures {
  installation: RunningApp;
}

/**
 * A walk at the lender's console; earlier walks have left people, loans and staff in the
 * installation.
 */
export const test = base.extend<OwnFixtures>({
  installation: async ({ shared }, use) => use(shared),
  baseURL: async ({ installation }, use) => use(installation.consoleUrl),
});

/**
 * A walk at the console of an installation that is new: for those that change it for everybody, or
 * count what it has.
 */
export const newTest = base.extend<OwnFixtures & { settings: Record<string, string> }>({
  settings: [{}, { option: true }],
  installation: async ({ settings }, use) => {
    const app = await startInstallation(settings);
    await use(app);
    await app.stop();
  },
  baseURL: async ({ installation }, use) => use(installation.consoleUrl),
});

/** The link that `npm run staff -- invite` prints. */
export function inviteAdministrator(app: RunningApp, name: string, email: string): string {
  const command = fileURLToPath(new URL('../../tools/server-command.mjs', import.meta.url));
  const env = {
    ...process.env,
    DATABASE_URL: app.databaseUrl,
    NOREN_DATA: app.data,
  };
  const done = spawnSync(process.execPath, [command, 'staff', 'invite', name, email], {
    env,
    encoding: 'utf8',
  });
  const link = /https?:\/\/\S+/.exec(done.stdout)?.[0];
  if (link === undefined) throw new Error(`no link was printed: ${done.stdout}${done.stderr}`);

  return link;
}
