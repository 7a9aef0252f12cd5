import { type Browser, type CDPSession, expect, type Locator, type Page } from '@playwright/test';
import type { RunningApp } from '../../tools/app.mjs';
import { listViolations } from './audit-screen.ts';
import { inviteByTwo, type Role } from './colleague.ts';
import { noteToasts } from './toasts.ts';
import { passesAxe as passesInLight } from './watch.ts';

/** How a desk differs from the phone of the other walks. */
export const DESK = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };

/** Signs a page in as the sandbox's person of a role, at an address of the console. */
export async function signInAs(page: Page, role: string, address = '/work'): Promise<void> {
  await page.goto(address);
  const people = page.getByRole('list').getByRole('button', { name: new RegExp(`^${role}`) });
  await people.first().click();
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
}

/** Another person's browser at the console. */
export async function openDesk(browser: Browser, { consoleUrl }: RunningApp): Promise<Page> {
  const context = await browser.newContext({
    ...DESK,
    baseURL: consoleUrl,
    reducedMotion: 'reduce',
  });
  await noteToasts(context);
  return context.newPage();
}

/** The browser of the sandbox's second person of a role. */
export async function openSecondDesk(browser: Browser, app: RunningApp, role: Role): Promise<Page> {
  const page = await openDesk(browser, app);
  const answer = await page.request.post('/staff/sandbox/sign-in', {
    data: { role, who: 'second' },
    headers: { origin: new URL(app.consoleUrl).origin },
  });

  expect(answer.ok()).toBe(true);

  return page;
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
    const { authenticatorId } = await this.session.send('WebAuthn.addVirtualAuthenticator', {
      options,
    });

    return authenticatorId;
  }

  /** Whether it recognizes its user: a fingerprint, a face, a PIN. */
  async setVerified(authenticatorId: string, isUserVerified: boolean): Promise<void> {
    await this.session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  }

  /** Whether somebody touches it when it is asked. */
  async setPresent(authenticatorId: string, enabled: boolean): Promise<void> {
    await this.session.send('WebAuthn.setAutomaticPresenceSimulation', {
      authenticatorId,
      enabled,
    });
  }
}

/**
 * Enrols by an invitation's link with one passkey, which the browser gives wherever it is asked.
 */
export async function enrol(
  page: Page,
  link: string,
): Promise<{ authenticators: Authenticators; passkey: string }> {
  const authenticators = await Authenticators.of(page);
  const passkey = await authenticators.add('internal');

  await page.goto(link);
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Office laptop');
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByRole('button', { name: 'Later' }).click();
  await page.getByRole('button', { name: 'Open the console' }).click();
  await expect(page.getByRole('button', { name: /Your account/ })).toBeVisible();

  return { authenticators, passkey };
}

/** Enrols somebody new, whom two administrators invited. */
export async function enrolInvited(
  page: Page,
  { consoleUrl }: RunningApp,
  person: { name: string; roles: readonly Role[] },
): ReturnType<typeof enrol> {
  return enrol(page, await inviteByTwo(consoleUrl, person));
}

/**
 * No violation that axe can find, in light; and in dark none of contrast, all that dark changes.
 */
export async function passesAxe(page: Page): Promise<void> {
  await passesInLight(page);
  await page.emulateMedia({ colorScheme: 'dark' });

  const violations = await listViolations(page, { rule: 'color-contrast' });
  await page.emulateMedia({ colorScheme: 'light' });
  expect(violations, `axe in dark at ${new URL(page.url()).pathname}`).toEqual([]);
}

/** Opens addresses of the console one after the other; what each shows passes axe. */
export async function screensPassAxe(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await passesAxe(page);
  }
}

/**
 * Presses the two keys of a sequence, both before the console has answered the first: it waits for
 * the second only a second and a half.
 */
export async function pressBoth(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}

/** Presses Tab until something has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();

  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }

  await expect(target).toBeFocused();
}
