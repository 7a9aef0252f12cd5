import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from '@playwright/test';
import { type RunningApp, startApp } from '../../tools/app.mjs';
import { test as base } from './watch.ts';

/** A test on an installation of its own, at the lender's console on a desk. */
export const test = base.extend<{ installation: RunningApp }>({
  installation: async ({ browserName: _ }, use) => {
    const app = await startApp({ env: { NOREN_LOG_LEVEL: 'warn' } });
    await use(app);
    await app.stop();
  },
  baseURL: async ({ installation }, use) => use(installation.consoleUrl),
});

/** How a desk differs from the phone of the other walks. */
export const DESK = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };

/** The link that `npm run staff -- invite` prints. */
export function inviteAdministrator(app: RunningApp, name: string, email: string): string {
  const command = fileURLToPath(new URL('../../tools/staff.mjs', import.meta.url));
  const env = {
    ...process.env,
    DATABASE_URL: app.databaseUrl,
    NOREN_CONSOLE_PORT: new URL(app.consoleUrl).port,
  };
  const done = spawnSync(process.execPath, [command, 'invite', name, email], { env, encoding: 'utf8' });
  const link = /https?:\/\/\S+/.exec(done.stdout)?.[0];
  if (link === undefined) throw new Error(`no link was printed: ${done.stdout}${done.stderr}`);
  return link;
}

/** Chromium's virtual authenticators: a device's own, or a security key. */
export class Authenticators {
  private readonly session: CDPSession;

  private constructor(session: CDPSession) {
    this.session = session;
  }

  static async of(page: Page): Promise<Authenticators> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    return new Authenticators(session);
  }

  async add(transport: 'internal' | 'usb'): Promise<string> {
    const options = {
      protocol: 'ctap2' as const,
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    };
    const { authenticatorId } = await this.session.send('WebAuthn.addVirtualAuthenticator', { options });
    return authenticatorId;
  }

  /** Whether somebody touches it when it is asked. */
  async setPresent(authenticatorId: string, enabled: boolean): Promise<void> {
    await this.session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  }
}
