import { type RunningApp, startApp } from '../../tools/app.mjs';
import { copyDatabase } from '../../tools/app-databases.ts';

/** On a starved machine a picture takes minutes. */
const SLOW_MACHINE = { NOREN_PICTURE_TIMEOUT_MS: '600000', NOREN_LATE_MS: '600000' };

/** Starts the program on a database of its own. */
export async function startInstallation(env: Record<string, string> = {}): Promise<RunningApp> {
  const databaseUrl = await copyDatabase(process.env.NOREN_WALKS_DATABASE ?? '');
  return startApp({ databaseUrl, env: { NOREN_LOG_LEVEL: 'warn', ...SLOW_MACHINE, ...env } });
}
