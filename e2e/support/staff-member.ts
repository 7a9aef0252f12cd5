import { randomUUID } from 'node:crypto';
import type { staffList } from '@noren/contract/staff/people';
import type { StaffAnswerOf } from '@noren/contract/staff/staff-call';
import { type Browser, expect, type Page } from '@playwright/test';
import type { RunningApp } from '../../tools/app.mjs';
import { Authenticators, DESK } from './console-app.ts';

/** A sandbox's administrator, by calls alone. */
async function administrator({ consoleUrl }: RunningApp, who: 'first' | 'second') {
  let cookie = '';
  const send = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${consoleUrl}${path}`, {
      method,
      headers: { origin: consoleUrl, cookie, 'content-type': 'application/json', 'x-request-id': randomUUID() },
      ...(body && { body: JSON.stringify(body) }),
    });
    const [given] = response.headers.getSetCookie();
    cookie = given?.split(';')[0] ?? cookie;
    const answer = (await response.json()) as { data?: unknown };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer.data;
  };
  await send('POST', '/staff/sandbox/sign-in', { role: 'administrator', who });
  return send;
}

/** The link of an invitation that two administrators of the sandbox made. */
async function invite(app: RunningApp, name: string, roles: readonly string[]): Promise<string> {
  const [one, other] = [await administrator(app, 'first'), await administrator(app, 'second')];
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@lender.example`;
  const proposal = { kind: 'staff_invitation', name, email, roles };
  const body = { proposal, reason: 'joins the team today' };
  const { requestId } = (await one('POST', '/staff/approvals/propose', body)) as { requestId: string };
  const { effectNow } = (await other('GET', `/staff/approvals/${requestId}`)) as { effectNow: object };
  await other('POST', '/staff/approvals/approve', { requestId, seen: effectNow });
  const { rows } = (await one('GET', '/staff/people')) as StaffAnswerOf<typeof staffList>;
  const staffId = rows.find((person) => person.email === email)?.staffId;
  return ((await one('POST', '/staff/people/link', { staffId })) as { url: string }).url;
}

/** Somebody new at a desk of their own, signed in with a passkey, which the browser gives wherever it is asked. */
export async function openMember(
  browser: Browser,
  app: RunningApp,
  { name, roles }: { name: string; roles: readonly string[] },
): Promise<Page> {
  const link = await invite(app, name, roles);
  const context = await browser.newContext({ ...DESK, baseURL: app.consoleUrl });
  const page = await context.newPage();
  await (await Authenticators.of(page)).add('internal');
  await page.goto(link);
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByRole('button', { name: /Your account/ })).toBeVisible();
  return page;
}
