import type { Browser } from '@playwright/test';
import type { RunningApp } from '../../tools/app.mjs';
import { Colleague } from './colleague.ts';
import { openPhone, writeComplaint } from './phone.ts';

/** What a screen is about, made when an address needs it. */
export interface Subjects {
  /** A borrower with an overdue loan. */
  borrower(): Promise<{ userId: string; repayId: string | null }>;
  /** The user whose identity waits for a reviewer. */
  inReview(): Promise<string>;
  /** A borrower to whom a link was sent. */
  linked(): Promise<string>;
  /** The number of a complaint. */
  complaint(): Promise<string>;
  /** The id of a proposal. */
  proposal(): Promise<string>;
}

/** Every screen of the console, by a role that may see it. */
export const SEEN_BY: [role: string, list: (subjects: Subjects) => Promise<string[]>][] = [
  [
    'Reviewer',
    async ({ inReview }) => [
      ...['/work', '/review', `/review/${await inReview()}/identity`],
      ...['/letters', '/sanctions', '/sanctions?tab=hits'],
    ],
  ],
  [
    'Support',
    async (subjects) => [
      ...['/people', `/people/${await subjects.linked()}`, '/links'],
      ...['/complaints', `/complaints/${await subjects.complaint()}`],
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
      ...[
        '/products',
        '/products/new',
        '/products?tab=ceilings',
        '/products/ceiling',
        '/products/scorecard',
        '/products/campaign',
        '/products/card',
      ],
      ...[`/products/requests/${await subjects.proposal()}`, '/sources', '/access'],
    ],
  ],
];

/** Makes what the screens are about: new people at each call. */
export function makeSubjects(browser: Browser, { url, consoleUrl }: RunningApp): Subjects {
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
    async linked() {
      const { userId } = await this.borrower();
      const support = await Colleague.signIn(consoleUrl, 'support');
      const body = { userId, kind: 'sign_in', reason: 'the borrower called the hotline' };

      await support.call('sendStaffLink', { body });

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

      return maker.propose(
        { kind: 'coupon', coupon, userId, days: 30 },
        'a promise of the hotline',
      );
    },
  };
}
