import { buildAddress } from '@noren/contract/call';
import type { Language } from '@noren/contract/languages';
import { creditInfo, productList } from '@noren/contract/loans';
import { userStatus } from '@noren/contract/login';
import { billList } from '@noren/contract/orders';
import { carousel } from '@noren/contract/public';
import { realName } from '@noren/contract/real-name';
import { repayDetail } from '@noren/contract/repayment';
import { UserStatus } from '@noren/core/people/status';
import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { loadWire } from '../api/api.ts';
import { forgetQueries } from '../api/hooks.tsx';
import { provideHiddenAmounts } from '../features/loans/hidden-amounts.tsx';
import { activateLanguage, t } from '../i18n/index.ts';
import { provideSession } from '../session/session.ts';
import { sampleBill, sampleCredit, sampleProduct, today } from '../testing/loan-samples.ts';
import { sampleDetail } from '../testing/repay-samples.ts';
import { sampleConfig } from '../testing/sample-config.ts';
import { stubServer } from '../testing/server-stub.ts';
import { sampleUserStatus } from '../testing/sign-in.ts';
import { App } from './app.tsx';
import { provideFirstStatus } from './guards.tsx';
import { writeFirstView } from './shell.tsx';

const boot = { sealKey: null, config: sampleConfig } as never;
const detail = sampleDetail();
const REPAY = `/repay/${detail.repayId}`;

const answersFor = (name: string): Record<string, unknown> => ({
  [userStatus.path]: sampleUserStatus(UserStatus.certified),
  [creditInfo.path]: sampleCredit(),
  [buildAddress(billList, { query: { borrowType: '0' } })]: {
    businessDay: today,
    details: [sampleBill()],
  },
  [buildAddress(billList, { query: { borrowType: '1' } })]: { businessDay: today, details: [] },
  [buildAddress(productList, { params: { param: 'home' } })]: {
    businessDay: today,
    dependsOnLimit: false,
    details: [sampleProduct('N15', { offeredPaise: 12_500_00 })],
  },
  [carousel.path]: {
    details: [{ cardId: 'a', title: '<b>Price</b>', text: 'First', target: 'documents' }],
  },
  [realName.path]: { name },
  [buildAddress(repayDetail, { params: { repayId: detail.repayId }, query: {} })]: detail,
});

const write = (
  at: string,
  more: { name?: string; language?: Language; hidesAmounts?: boolean } = {},
) => {
  const { name = 'ASHA RAO', language = 'en', hidesAmounts = false } = more;
  return writeFirstView({ language, boot, at, answers: answersFor(name), hidesAmounts });
};

let root: Root | undefined;

afterEach(async () => {
  act(() => root?.unmount());
  root = undefined;
  document.body.replaceChildren();
  provideHiddenAmounts(false);
  provideSession({ token: null, userInfo: null, onboardingStatus: undefined });
  provideFirstStatus(undefined);
  forgetQueries();
  location.hash = '';
  await activateLanguage('en');
});

/** Hydrates the HTML as the browser does. @returns what React had to render again */
async function hydrate(html: string, at: string, language: Language): Promise<unknown[]> {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = html;
  location.hash = at;
  stubServer();
  await activateLanguage(language);

  const { provideAnswers } = await loadWire();
  const onboardingStatus = sampleUserStatus(UserStatus.certified);

  provideSession({ token: 'T', userInfo: null, onboardingStatus });
  provideFirstStatus(onboardingStatus);
  provideAnswers({ token: 'T', language }, answersFor('ASHA RAO'));
  forgetQueries();

  const recovered: unknown[] = [];
  await act(async () => {
    root = hydrateRoot(container, <App />, {
      onRecoverableError: (cause) => recovered.push(cause),
    });
  });

  return recovered;
}

it.each([
  ['/home', 'home.recommended'],
  ['/order', 'orders.to_pay_today'],
  [REPAY, 'repay.details'],
] as const)('%s is whole before any script has run, and is hydrated as it is', async (at, id) => {
  for (const language of ['en', 'hi'] as const) {
    const html = await write(at, { language });
    await activateLanguage(language);
    expect(html).toContain(t(id));
    expect(await hydrate(html, at, language)).toEqual([]);
    act(() => root?.unmount());
  }
});

it('two borrowers rendered at once see themselves', async () => {
  const names = ['ASHA', 'MEENA', 'RAVI', 'IMRAN'];
  const written = await Promise.all(names.map((name) => write('/home', { name })));
  for (const [index, html] of written.entries())
    expect(names.filter((name) => html.toUpperCase().includes(name))).toEqual([names[index]]);
});

it('nothing of a borrower is left for a visitor rendered next', async () => {
  await write('/home');
  const { writeShell } = await import('./shell.tsx');
  const { templates, waiting } = await writeShell('en', boot);
  expect(templates + waiting).not.toMatch(/asha/i);
});

it('escapes what the answers say', async () => {
  const html = await write('/home', { name: '<img src=x>' });
  expect(html).toContain('&lt;b&gt;Price&lt;/b&gt;');
  expect(html).not.toMatch(/<img|<b>Price/);
});

it('hides the amounts that the phone hides', async () => {
  const { limitPaise } = sampleCredit();
  const limit = `₹${(limitPaise / 100).toLocaleString('en-IN')}`;
  expect(await write('/home')).toContain(limit);
  expect(await write('/home', { hidesAmounts: true })).not.toContain(limit);
});
