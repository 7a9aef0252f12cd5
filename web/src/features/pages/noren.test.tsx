import { LANGUAGE_COOKIE } from '@noren/contract/languages';
import type { AppConfig } from '@noren/contract/public';
import { priceLoan } from '@noren/core/lending/offer';
import { defaultProducts, maxLoanAmount } from '@noren/core/lending/terms';
import { rupees } from '@noren/core/money/money';
import { businessDay } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { readCookie } from '../../browser/cookies.ts';
import { activateLanguage } from '../../i18n/index.ts';
import { AFTER_SIGN_IN, clearDraft, storePlainDraft } from '../../session/drafts.ts';
import { clearSession, saveSignIn, setOnboardingStatus } from '../../session/session.ts';
import { MemoryRouter } from '../../testing/memory-router.tsx';
import { sampleConfig } from '../../testing/sample-config.ts';
import { sampleStatus } from '../../testing/sign-in.ts';
import { Noren } from './noren.tsx';

const product = defaultProducts.find((candidate) => candidate.code === 'N30');
if (!product) throw new Error('no product N30');

const quote = priceLoan({
  product,
  principal: rupees(10_000),
  startDay: businessDay('2026-11-20'),
});

const config: AppConfig = {
  ...sampleConfig,
  maxLoanPaise: maxLoanAmount,
  complaintAnswerDays: 30,
  terms: {
    tenorDays: { least: 7, most: 30 },
    interestPpmPerDayFrom: quote.interestPpmPerDay,
    hasRegularOnly: true,
    example: {
      productCode: quote.productCode,
      principalPaise: quote.principal,
      tenorDays: quote.tenorDays,
      feePaise: quote.fee,
      gstPaise: quote.gst,
      interestPaise: quote.interest,
      netPaise: quote.netDisbursed,
      totalPaise: quote.totalRepayable,
      aprHundredths: quote.aprHundredths,
    },
  },
  staffService: { serviceWhatsApp: '', servicePhone: '', serviceEmail: '', serviceTime: '' },
};

const show = (props: Partial<Parameters<typeof Noren>[0]>) =>
  render(
    <MemoryRouter>
      <Noren config={config} signedIn={false} {...props} />
    </MemoryRouter>,
  );

describe('the landing page', () => {
  afterEach(() => act(() => activateLanguage('en')));

  it('says that a notification which was tapped is opened after signing in', () => {
    show({});
    expect(screen.queryByText('Sign in to open your notification.')).toBeNull();
    storePlainDraft(AFTER_SIGN_IN, { place: '/order' });
    cleanup();
    show({});
    expect(screen.getByText('Sign in to open your notification.')).toBeTruthy();
    clearDraft(AFTER_SIGN_IN);
  });

  it('shows the full price of an example before signing in', () => {
    show({});

    for (const text of ['₹80,000', '0.08%', '₹9,705.00', '₹10,240.00', '67.07%', '₹535.00']) {
      expect(screen.getByText(text)).toBeTruthy();
    }

    expect(screen.getByText('Fee ₹250, GST ₹45, interest ₹240')).toBeTruthy();
    expect(screen.getByText('Lender: Example Finance Ltd')).toBeTruthy();
    expect(
      screen.getByText('Some of these loans open after you have repaid your first one.'),
    ).toBeTruthy();
  });

  it.each([
    [{ signedIn: false }, 'Start', '/login', 'Register'],
    [
      { signedIn: true, bizStatus: UserStatus.registered },
      'Continue',
      '/identity-auth',
      'Certification',
    ],
    [
      { signedIn: true, bizStatus: UserStatus.personalInfoDue },
      'Continue',
      '/facial-auth/step-two',
      'Certification',
    ],
    [{ signedIn: true, bizStatus: UserStatus.certified }, 'See your loans', '/home', 'Get a loan'],
  ])('for %o one button says "%s" and leads to %s', (who, name, href, step) => {
    show(who);
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);

    const current = screen
      .getAllByRole('listitem')
      .find((item) => item.getAttribute('aria-current') === 'step');
    expect(current?.textContent).toContain(step);
  });

  it('shows no price where no product is offered', () => {
    show({ config: { ...config, terms: null } });
    expect(screen.getByText('₹80,000')).toBeTruthy();
    expect(screen.queryByText(/^Example: /)).toBeNull();
    expect(screen.getByRole('link', { name: 'Start' })).toBeTruthy();
  });

  it('changes its language in place', async () => {
    show({});
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'es');
    expect(await screen.findByRole('link', { name: 'Empezar' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('es');
    expect(readCookie(LANGUAGE_COOKIE)).toBe('es');
  });

  it('still has its button when the prices could not be loaded', () => {
    show({ config: null });
    expect(screen.getByRole('alert').textContent).toContain('The prices could not be loaded.');
    expect(screen.getByRole('link', { name: 'Start' })).toBeTruthy();
  });

  it.each([
    [UserStatus.registered, '/noren', 'Home'],
    [UserStatus.certified, '/home', undefined],
  ])('at %i has the tab bar, and help', async (bizStatus, home, current) => {
    saveSignIn('token', { userId: 'u', maskedPhone: '98•••••210' });
    setOnboardingStatus(sampleStatus(bizStatus));
    show({ signedIn: true, bizStatus });

    const bar = within(await screen.findByRole('navigation'));
    expect(bar.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      home,
      '/order',
      '/user',
    ]);
    expect(bar.queryByRole('link', { current: 'page' })?.textContent).toBe(current);
    expect(await screen.findByRole('button', { name: 'Customer service' })).toBeTruthy();
    act(() => clearSession());
  });

  it('has the tab bar for a visitor, each tab leading to the login', () => {
    show({});

    const tabs = within(screen.getByRole('navigation')).getAllByRole('link');
    expect(tabs.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/login'],
      ['Order', '/login'],
      ['My profile', '/login'],
    ]);
    expect(screen.queryByRole('button', { name: 'Customer service' })).toBeNull();
  });
});
