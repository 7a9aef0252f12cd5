import { appConfig } from '@noren/contract/public';
import {
  type CardProduct,
  fairPracticeCode,
  grievance,
  rateCard,
} from '@noren/contract/public-pages';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearSession, saveSignIn } from '../../session/session.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleConfig } from '../../testing/sample-config.ts';
import { stubServer } from '../../testing/server-stub.ts';
import { FairPractice } from './fair-practice.tsx';
import { Grievance } from './grievance.tsx';
import { PrivacyPolicy } from './privacy-policy.tsx';
import { RateCard } from './rate-card.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
});

afterEach(clearSession);

const week: CardProduct = {
  code: 'N07',
  name: 'Noren 7',
  tenorDays: 7,
  minPrincipalPaise: 100_000,
  maxPrincipalPaise: 1_000_000,
  interestPpmPerDay: 1_000,
  feePpm: 30_000,
  gstPpm: 180_000,
  apr: { leastHundredths: 22_920, mostHundredths: 22_920 },
  penal: { ppmPerDay: 1_000, graceDays: 2, maxDays: 30 },
  coolingOffDays: 3,
  isFeeKeptOnReturn: true,
  extension: { feePpm: 15_000, days: [7, 15], maxTimes: 2 },
};

const quarter = {
  first: '2026-07-01',
  last: '2026-09-30',
  computedOn: '2026-10-09',
  loans: 'published' as const,
  rates: [
    {
      productName: null,
      aprHundredths: { least: 8_249, average: 15_010, most: 22_920 },
      interestPpmPerYear: { least: 292_000, average: 341_000, most: 365_000 },
    },
  ],
};

it('shows each charge of a product in the words of its Key Facts Statement', async () => {
  server.answers(rateCard, { day: '2026-11-27', products: [week], quarters: [] });
  renderScreen(<RateCard />, '/rate-card');

  const card = await screen.findByRole('region', { name: 'Noren 7, for 7 days' });
  expect(card.textContent).toContain('₹1,000 to ₹10,000');
  expect(card.textContent).toContain('229.20%');
  expect(within(card).getByText('Processing fee rate (of the principal, plus GST)')).toBeTruthy();
  expect(within(card).getByText('Kept by the lender')).toBeTruthy();
  expect(within(card).getByText('7 days or 15 days')).toBeTruthy();
  expect(screen.getByText(/shown here once the quarter has ended/)).toBeTruthy();
});

it('shows the lowest, average and highest rates of a quarter, or why there are none', async () => {
  const few = { ...quarter, first: '2026-04-01', last: '2026-06-30', loans: 'few' as const };
  server.answers(rateCard, {
    day: '2026-11-27',
    products: [],
    quarters: [quarter, { ...few, rates: [] }],
  });
  renderScreen(<RateCard />, '/rate-card');

  const table = await screen.findByRole('table', { name: 'All loans' });
  const cells = within(table)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect(cells).toEqual(['82.49%', '150.10%', '229.20%', '29.20%', '34.10%', '36.50%']);
  expect(screen.getByText(/^Computed on 09\/10\/2026/)).toBeTruthy();
  expect(screen.getByText(/^Fewer than 5 loans/)).toBeTruthy();
});

it('shows the version of the code and the way to every other one', async () => {
  const parts = [{ id: 'price', title: 'Price', lines: ['One line.', 'Another.'] }];
  const versions = [
    { version: '2027-01', from: '2027-01-01' },
    { version: '2026-11', from: '2026-11-01' },
  ];
  server.answers(fairPracticeCode, { version: '2026-11', from: '2026-11-01', versions, parts });
  renderScreen(<FairPractice />, '/fair-practice', '/fair-practice?version=2026-11');

  expect(await screen.findByText('Version 2026-11, in force since 01/11/2026')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Price' })).toBeTruthy();
  expect(screen.getByText('Another.')).toBeTruthy();
  const newer = screen.getByRole('link', { name: 'Version 2027-01, from 01/01/2027' });
  expect(newer.getAttribute('href')).toBe('/fair-practice?version=2027-01');
  expect(server.sentTo(fairPracticeCode).at(-1)?.path).toContain('version=2026-11');
});

const levels = (['desk', 'officer', 'principal'] as const).map((level, at) => ({
  level,
  days: [7, 20, 30][at] ?? 0,
  name: level === 'desk' ? null : 'Asha Example',
  phone: '1800 000 0001',
  email: `${level}@lender.example`,
  address: null,
}));

const regulator = {
  answerDays: 30,
  fileDays: 90,
  mostLossPaise: 300_000_000,
  mostHarassmentPaise: 30_000_000,
};

const contacts = {
  from: '2026-11-20',
  versions: ['2026-11-20', '2026-10-01'],
  levels,
  appOfficer: sampleConfig.appGrievance,
  lender: sampleConfig.lender,
  hours: '09:00–18:00',
  regulator: { ...regulator, kind: 'ombudsman' as const },
};

it('shows former contacts, and links to those of each day', async () => {
  server.answers(grievance, { ...contacts, from: '2026-10-01' });
  renderScreen(<Grievance />, '/grievance', '/grievance?from=2026-10-01');

  expect((await screen.findAllByText('Contacts from 01/10/2026'))[0]).toBeTruthy();
  expect(server.sentTo(grievance).at(-1)?.path).toContain('from=2026-10-01');
  const newest = screen.getByRole('link', { name: 'Contacts from 20/11/2026' });
  expect(newest.getAttribute('href')).toBe('/grievance?from=2026-11-20');
});

it.each([
  ['ombudsman', /Ombudsman .* 90 days .* ₹30,00,000 .* ₹3,00,000/],
  ['cepc', /Consumer Education and Protection Cell/],
] as const)('names who answers within which days, and then the %s', async (kind, says) => {
  server.answers(grievance, { ...contacts, regulator: { ...regulator, kind } });
  renderScreen(<Grievance />, '/grievance');

  const last = await screen.findByRole('region', {
    name: '3. Principal nodal officer of the lender',
  });
  expect(last.textContent).toContain('Answers within 30 days of your complaint.');
  const mail = within(last).getByRole('link', { name: 'principal@lender.example' });
  expect(mail.getAttribute('href')).toBe('mailto:principal@lender.example');
  expect(screen.getByText(says)).toBeTruthy();
  const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(addresses).toContain('https://cms.rbi.org.in');
  expect(addresses).toContain('https://sachet.rbi.org.in');
});

it('names the services that get data of an identity, where they are configured', async () => {
  const register = /asks the income tax department about your PAN/;
  server.answers(appConfig, { ...sampleConfig, identityServices: ['pan_register'] });
  renderScreen(<PrivacyPolicy />, '/privacy-policy');
  expect(await screen.findByText(register)).toBeTruthy();
});

it.each([
  ['/grievance', Grievance],
  ['/rate-card', RateCard],
  ['/fair-practice', FairPractice],
  ['/privacy-policy', PrivacyPolicy],
] as const)('the header of %s leads a user to customer service', (path, Screen) => {
  for (const declared of [appConfig, fairPracticeCode, grievance, rateCard]) server.loses(declared);
  saveSignIn('token', { userId: 'u', maskedPhone: '98•••••210' });
  renderScreen(<Screen />, path);
  expect(screen.getByRole('button', { name: 'Customer service' })).toBeTruthy();

  act(clearSession);
  expect(screen.queryByRole('button', { name: 'Customer service' })).toBeNull();
  expect(screen.getByRole('combobox', { name: 'Language' })).toBeTruthy();
});
