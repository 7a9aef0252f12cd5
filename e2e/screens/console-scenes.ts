import type { Browser, Page } from '@playwright/test';
import { Colleague } from '../support/colleague.ts';
import { openPhone, writeComplaint } from '../support/phone.ts';
import {
  inventPerson,
  type JourneyPoint,
  jump,
  type SignedInPerson,
  transferMoney,
} from '../support/sandbox.ts';
import { registerAndSignIn } from '../support/scenario.ts';
import { skipPrompts } from '../support/skip-prompts.ts';

/** A screen that no link of the navigation opens, or one with a dialog or panel open. */
export interface View {
  readonly name: string;
  readonly role: string;
  readonly path: string;
  readonly act?: (page: Page) => Promise<void>;
  /** Name of its picture in `docs/pictures/console`. */
  readonly picture?: string;
}

const REASON = 'The branch confirmed it by phone.';

/**
 * Makes the borrowers, tickets and requests that the screens show, and lists the further views of
 * them.
 */
export async function makeScenes(
  browser: Browser,
  { app, desk }: { app: string; desk: string },
): Promise<View[]> {
  const people = await makePeople(browser, app);

  for (const query of [
    'gclid=1&utm_campaign=diwali-2026',
    'gclid=2&utm_campaign=diwali-2026',
    'utm_campaign=newsletter',
  ])
    await signUpByAd(browser, app, `/?${query}`);

  await transferMoney(app, 1_250);

  const { app: phone } = await openPhone(browser, app, 'active');
  await writeComplaint(phone, 'I paid twice, and only one payment is counted.');
  await writeComplaint(phone, 'A fee that nobody named.');
  await phone.context().close();

  const [overdue, late] = people.overdue;
  const [settled] = people.settled;
  const [waiting] = people.review;
  const officer = await Colleague.signIn(desk, 'collections');
  const { officers } = await officer.call('collectionOfficers');
  const staffId = officers[0]?.staffId;

  if (staffId) await officer.call('assignOfficer', { body: { repayId: late?.repayId, staffId } });

  const waiver = { kind: 'waiver', repayId: overdue?.repayId, amountPaise: 500 };
  const waiverId = await officer.propose(waiver, REASON);
  const payments = await Colleague.signIn(desk, 'payments');
  const { journals } = await payments.call('loan', { params: { repayId: settled?.repayId } });
  const journalId = journals.find(({ kind }) => kind === 'payment')?.journalId;
  const move = {
    kind: 'payment_move',
    repayId: settled?.repayId,
    journalId,
    toRepayId: late?.repayId,
  };
  const requestId = await payments.propose(move, REASON);
  const support = await Colleague.signIn(desk, 'support');

  await support.call('noteBorrower', {
    params: { userId: overdue?.userId },
    body: { text: 'Wants to be called after six in the evening.' },
  });

  return listViews({ overdue, late, settled, waiting, requestId, waiverId });
}

/** Somebody who comes to the landing page by an advertisement's address, and signs up. */
async function signUpByAd(browser: Browser, app: string, address: string): Promise<void> {
  const context = await browser.newContext({ baseURL: app });
  await skipPrompts(context);
  await registerAndSignIn(
    { page: await context.newPage(), url: app, person: await inventPerson(app) },
    address,
  );
  await context.close();
}

async function makePeople(browser: Browser, app: string) {
  const make = async (to: JourneyPoint, count = 1): Promise<SignedInPerson[]> => {
    const made: SignedInPerson[] = [];
    for (let index = 0; index < count; index += 1) {
      const context = await browser.newContext();
      made.push(await jump(context, app, to));
      await context.close();
    }

    return made;
  };

  for (const to of ['due-tomorrow', 'payout-failed', 'disbursing', 'declined', 'active'] as const)
    await make(to);

  return {
    review: await make('review', 2),
    overdue: await make('overdue', 2),
    settled: await make('settled'),
  };
}

interface Subjects {
  readonly overdue: SignedInPerson | undefined;
  readonly late: SignedInPerson | undefined;
  readonly settled: SignedInPerson | undefined;
  readonly waiting: SignedInPerson | undefined;
  readonly requestId: string;
  readonly waiverId: string;
}

const press = (name: string) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();

function listViews({ overdue, late, settled, waiting, requestId, waiverId }: Subjects): View[] {
  const loan = `/loans/${overdue?.repayId}`;
  const review = `/review/${waiting?.userId}/identity`;

  return [
    { name: 'find-found', role: 'support', path: '/people', act: find(overdue?.phone ?? '') },
    { name: 'palette', role: 'support', path: '/work', act: (page) => page.keyboard.press('/') },
    { name: 'keys', role: 'support', path: '/work', act: (page) => page.keyboard.press('?') },
    { name: 'person', picture: 'person', role: 'support', path: `/people/${overdue?.userId}` },
    { name: 'access', role: 'support', path: '/access' },
    { name: 'missing', role: 'support', path: '/books' },
    { name: 'review', picture: 'review', role: 'reviewer', path: review },
    {
      name: 'review-approve',
      role: 'reviewer',
      path: review,
      act: (page) => page.keyboard.press('a'),
    },
    { name: 'review-refuse', role: 'reviewer', path: review, act: press('Refuse') },
    { name: 'review-ask', role: 'reviewer', path: review, act: (page) => page.keyboard.press('d') },
    {
      name: 'person-limit',
      picture: 'limit',
      role: 'credit_officer',
      path: `/people/${overdue?.userId}`,
      act: press('Change the limit'),
    },
    { name: 'loan-overdue', role: 'payments', path: loan },
    { name: 'loan-settled', role: 'payments', path: `/loans/${settled?.repayId}` },
    {
      name: 'loan-waiver',
      role: 'payments',
      path: `/loans/${late?.repayId}`,
      act: press('Waive an amount'),
    },
    { name: 'approval', picture: 'approval', role: 'accountant', path: `/approvals/${waiverId}` },
    { name: 'approval-own', picture: 'money', role: 'payments', path: `/approvals/${requestId}` },
    {
      name: 'case',
      picture: 'collections',
      role: 'collections',
      path: `/collections/${late?.repayId}`,
    },
    { name: 'product-form', picture: 'product', role: 'product_manager', path: '/products/new' },
    { name: 'scorecard-form', role: 'product_manager', path: '/products/scorecard' },
    { name: 'campaign-form', role: 'product_manager', path: '/products/campaign' },
    { name: 'sources', picture: 'sources', role: 'product_manager', path: '/sources' },
    { name: 'carousel-form', role: 'product_manager', path: '/products/card' },
    { name: 'work-next', picture: 'work', role: 'reviewer', path: '/work' },
    {
      name: 'complaint',
      picture: 'complaint',
      role: 'grievance_officer',
      path: '/complaints',
      act: openFirst,
    },
    { name: 'trial', picture: 'books', role: 'accountant', path: '/books' },
    { name: 'acts', picture: 'audit', role: 'auditor', path: '/audit' },
    { name: 'people', picture: 'staff', role: 'administrator', path: '/staff' },
    { name: 'gallery', role: 'auditor', path: '/gallery' },
  ];
}

async function openFirst(page: Page): Promise<void> {
  await page.getByRole('grid').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Send reply' }).waitFor();
}

function find(phone: string) {
  return async (page: Page): Promise<void> => {
    await page.getByRole('main').getByRole('searchbox').fill(phone);
    await page.keyboard.press('Enter');
  };
}
