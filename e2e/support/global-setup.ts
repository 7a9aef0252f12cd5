import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabases } from '../../tools/app-databases.ts';
import { ensureChromium } from '../../tools/chromium.mjs';
import { downloadFilm } from './fake-camera.ts';
import { startInstallation } from './start-installation.ts';

/**
 * Starts the PostgreSQL of all installations and the app of the borrowers' walks (or uses the one
 * at NOREN_URL), and writes the film of the fake camera.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const chromium = await ensureChromium();
  const databases = await startDatabases();

  process.env.NOREN_WALKS_DATABASE = databases.adminUrl;

  const app = process.env.NOREN_URL ? undefined : await startInstallation();
  const url = app?.url ?? process.env.NOREN_URL ?? '';
  const consoleUrl = app?.consoleUrl ?? process.env.NOREN_CONSOLE_URL ?? 'http://localhost:3001';
  const scratch = mkdtempSync(join(tmpdir(), 'noren-walks-'));
  const camera = join(scratch, 'camera.mjpeg');

  await downloadFilm({ url, film: 'right', to: camera });
  Object.assign(process.env, {
    NOREN_URL: url,
    NOREN_CONSOLE_URL: consoleUrl,
    CHROMIUM_PATH: chromium,
    NOREN_CAMERA: camera,
  });

  return async () => {
    await app?.stop();
    await databases.stop();

    // Only the application's log says why it answered a walk with an error.
    const logged = app?.output().match(/^\{.*$/gm) ?? [];
    if (logged.length > 0) console.log(`The application logged:\n${logged.join('\n')}`);
    rmSync(scratch, { recursive: true, force: true });
  };
}
