import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type RunningApp, startApp } from '../../tools/app.mjs';
import { copyDatabase } from '../../tools/app-databases.mjs';
import { test as base } from './watch.ts';

interface OwnFixtures {
  installation: RunningApp;
}

interface WorkerFixtures {
  /** Shared by the walks of one worker, one after the other. */
  shared: RunningApp;
}

/** On a starved machine a picture takes minutes. */
const SLOW_MACHINE = { NOREN_PICTURE_TIMEOUT_MS: '600000' };

/** Starts the program on a database of its own. */
export async function startInstallation(env: Record<string, string> = {}): Promise<RunningApp> {
  const databaseUrl = await copyDatabase(process.env.NOREN_WALKS_DATABASE ?? '');
  return startApp({ databaseUrl, env: { NOREN_LOG_LEVEL: 'warn', ...SLOW_MACHINE, ...env } });
}

/**
 * A walk at the lender's console; earlier walks have left people, loans and staff in the
 * installation.
 */
export const test = base.extend<OwnFixtures, WorkerFixtures>({
  shared: [
    async ({ browserName: _ }, use) => {
      const app = await startInstallation();
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
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
  const command = fileURLToPath(new URL('../../tools/staff.mjs', import.meta.url));
  const env = {
    ...process.env,
    DATABASE_URL: app.databaseUrl,
    NOREN_DATA: app.data,
  };
  const done = spawnSync(process.execPath, [command, 'invite', name, email], {
    env,
    encoding: 'utf8',
  });
  const link = /https?:\/\/\S+/.exec(done.stdout)?.[0];
  if (link === undefined) throw new Error(`no link was printed: ${done.stdout}${done.stderr}`);

  return link;
}
