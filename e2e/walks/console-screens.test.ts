import { readdirSync, readFileSync } from 'node:fs';
import { type Browser, expect } from '@playwright/test';
import type { RunningApp } from '../../tools/app.mjs';
import { Colleague } from '../support/colleague.ts';
import { DESK, signInAs } from '../support/desk.ts';
import { test } from '../support/installation.ts';
import { openPhone, writeComplaint } from '../support/phone.ts';
import { passesAxe } from '../support/watch.ts';

test.use(DESK);

/** What a screen is about, made when an address needs it. */
interface Subjects {
  /** A borrower with an overdue loan. */
  borrower(): Promise<{ userId: string; repayId: string | null }>;
  /** The user whose identity waits for a reviewer. */
  inReview(): Promise<string>;
  /** The number of a complaint. */
  complaint(): Promise<string>;
  /** The id of a proposal. */
  proposal(): Promise<string>;
}

/** Every screen of the console, by a role that may see it. */
const SEEN_BY: [role: string, list: (subjects: Subjects) => Promise<string[]>][] = [
  ['Reviewer', async ({ inReview }) => ['/work', '/review', `/review/${await inReview()}/identity`]],
  [
    'Support',
    async ({ borrower, complaint }) => [
      ...['/people', `/people/${(await borrower()).userId}`, '/links'],
      ...['/complaints', `/complaints/${await complaint()}`],
    ],
  ],
  [
    'Collections',
    async ({ borrower }) => {
      const { repayId } = await borrower();
      return ['/collections', `/collections/${repayId}`, '/loans', `/loans/${repayId}`];
    },
  ],
  [
    'Auditor',
    async (subjects) => [
      ...['/approvals', `/approvals/${await subjects.proposal()}`, '/audit'],
      ...['/books', '/day', '/money', '/staff'],
    ],
  ],
  [
    'Product manager',
    async (subjects) => [
      ...['/products', '/products/new', '/products/scorecard', '/products/campaign', '/products/card'],
      ...[`/products/requests/${await subjects.proposal()}`, '/sources', '/access'],
    ],
  ],
];

for (const [role, list] of SEEN_BY)
  test(`the screens of ${role} open and pass axe`, { tag: '@main' }, async ({ page, browser, installation, watch }) => {
    watch.allow(/status of 401/);
    const addresses = await list(makeSubjects(browser, installation));
    await signInAs(page, role, addresses[0]);

    for (const address of addresses) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await passesAxe(page);
    }
  });

test('every address of the console is opened', { tag: '@main' }, async () => {
  const patterns: Subjects = {
    borrower: async () => ({ userId: ':userId', repayId: ':repayId' }),
    inReview: async () => ':userId',
    complaint: async () => ':ticketNo',
    proposal: async () => ':requestId',
  };
  const opened = (await Promise.all(SEEN_BY.map(([, list]) => list(patterns)))).flat();
  const features = new URL('../../console/src/features/', import.meta.url);
  const declared = readdirSync(features).flatMap((name) => {
    const screen = readFileSync(new URL(`${name}/screen.ts`, features), 'utf8');
    return [...screen.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path.replace(':kind', 'identity'));
  });

  expect(declared.length).toBeGreaterThan(25);
  expect(declared.filter((path) => !opened.includes(path))).toEqual([]);
});

function makeSubjects(browser: Browser, { url, consoleUrl }: RunningApp): Subjects {
  return {
    async borrower() {
      const { app, userId, repayId } = await openPhone(browser, url, 'overdue');
      await app.context().close();
      return { userId, repayId };
    },
    async inReview() {
      const { app, userId } = await openPhone(browser, url, 'review');
      await app.context().close();
      return userId;
    },
    async complaint() {
      const { app } = await openPhone(browser, url, 'active');
      await writeComplaint(app, 'A fee that nobody named.');
      await app.context().close();
      const support = await Colleague.signIn(consoleUrl, 'support');
      const { rows } = await support.call('complaintList', { query: {} });
      return rows[0]?.ticketNo ?? '';
    },
    async proposal() {
      const { userId } = await this.borrower();
      const coupon = { kind: 'fee', discount: { amount: 10_000 }, minPrincipal: 0 };
      const maker = await Colleague.signIn(consoleUrl, 'product_manager');
      return maker.propose({ kind: 'coupon', coupon, userId, days: 30 }, 'a promise of the hotline');
    },
  };
}
