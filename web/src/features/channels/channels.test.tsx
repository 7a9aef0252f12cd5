import type { Instrument } from '@noren/contract/payment';
import { viewPayment } from '@noren/contract/repayment';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, saveSignIn } from '../../session/session.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { samplePayment } from '../../testing/repay-samples.ts';
import { stubServer } from '../../testing/server-stub.ts';
import { PembayaranScreen } from './pembayaran.tsx';
import { RepayCodeScreen } from './repay-code.tsx';
import { SkyCodeScreen } from './sky-code.tsx';
import { SkyElevenScreen } from './sky-eleven.tsx';
import { SkyOfflineScreen } from './sky-offline.tsx';
import { StoreScreen } from './store.tsx';
import { VaScreen } from './va.tsx';

const instruments: Instrument[] = [
  {
    channel: 'bank_transfer',
    accountNo: '1112220000123456',
    ifsc: 'RATN0VAAPIS',
    holderName: 'Example Finance Ltd',
    bankName: 'RBL Bank',
  },
  { channel: 'bill_code', billerName: 'Noren Loans', customerId: '900012345678' },
  { channel: 'cash_counter', payCode: '4455667788', networks: ['Spice Money', 'PayNearby'] },
  { channel: 'convenience_store', payCode: '9988776655', networks: ['7-Eleven'] },
  { channel: 'payment_link', url: 'https://rzp.example/i/abc' },
];

const channels = instruments.map(({ channel }) => channel);
let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  clearSession();
  server = stubServer();
  server.answers(viewPayment, samplePayment({ channels, instruments }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  clearSession();
});

const open = (shown: ReactNode, path: string, more = '') =>
  renderScreen(shown, path, `${path}?code=abcdefghijklmnop${more}`);
const signIn = () => saveSignIn('token', { userId: 'u', maskedPhone: '98•••••210' });

describe('each way to pay', () => {
  it('by bank transfer shows the lender’s account, each part to copy', async () => {
    const user = userEvent.setup();
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
    signIn();
    open(<VaScreen />, '/va');

    const account = await screen.findByRole('region', { name: 'Account to send it to' });
    for (const text of [
      '1112 2200 0012 3456',
      'RATN0VAAPIS',
      'Example Finance Ltd',
      'RBL Bank',
      '₹10,160.15',
    ])
      expect(account.textContent).toContain(text);

    await user.click(within(account).getByRole('button', { name: /^Account number/ }));
    expect(await screen.findByText('Copy successful')).toBeTruthy();
    await user.click(within(account).getByRole('button', { name: /^Amount/ }));
    expect(writeText.mock.calls).toEqual([['1112220000123456'], ['10160.15']]);
    expect(screen.getByRole('button', { name: 'I have paid' })).toBeTruthy();
  });

  it.each([
    [<SkyCodeScreen key="c" />, '/sky-code', '9000 1234 5678', /Noren Loans/],
    [<SkyOfflineScreen key="o" />, '/sky-offline', '4455 6677 88', /Spice Money and PayNearby/],
    [<SkyElevenScreen key="e" />, '/sky-eleven', '9988 7766 55', /7-Eleven/],
  ])(
    '%# gives its number, its barcode and what to do, signed out',
    async (shown, path, code, where) => {
      open(shown, path);
      expect(await screen.findByRole('img', { name: `Barcode of ${code}` })).toBeTruthy();
      expect(screen.getByText(code)).toBeTruthy();
      expect(screen.getAllByText(where).length).toBeGreaterThan(0);
      expect(screen.getByRole('heading', { name: 'What to do' })).toBeTruthy();
      expect(screen.getByRole('button', { name: 'Save the image' })).toBeTruthy();
      expect(screen.queryByRole('link', { name: 'All places that take cash' })).toBeNull();
    },
  );

  it('in cash lists every network with its code', async () => {
    signIn();
    open(<StoreScreen />, '/store');

    const counter = await screen.findByRole('region', { name: 'Pay cash at a counter' });
    expect(within(counter).getAllByRole('listitem')[0]?.textContent).toBe('Spice Money');
    expect(screen.getByRole('region', { name: 'Pay cash at a shop' }).textContent).toContain(
      '9988 7766 55',
    );
  });

  it('in cash without a partner links to the other channels', async () => {
    signIn();
    server.answers(viewPayment, samplePayment({ channels: ['upi'] }));
    open(<StoreScreen />, '/store');
    expect(await screen.findByText(/does not take this payment in cash/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Other ways to pay' }).getAttribute('href')).toContain(
      '/pembayaran',
    );
  });

  it.each([
    ['/sky-code', <SkyCodeScreen key="code" />],
    ['/sky-offline', <SkyOfflineScreen key="offline" />],
    ['/sky-eleven', <SkyElevenScreen key="eleven" />],
    ['/store', <StoreScreen key="store" />],
  ])(
    '%s, which Razorpay cannot make, says that it is not offered, with a next step',
    async (path, shown) => {
      signIn();
      server.answers(
        viewPayment,
        samplePayment({ channels: ['upi', 'bank_transfer', 'payment_link'] }),
      );
      open(shown, path);
      expect(await screen.findByRole('heading', { name: 'This way is not offered' })).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'I have paid' })).toBeNull();
      expect(screen.getByRole('link', { name: 'Other ways to pay' })).toBeTruthy();
    },
  );

  it('by the provider’s page opens it in a new tab', async () => {
    open(<PembayaranScreen />, '/pembayaran', '&by=payment_link');

    const link = await screen.findByRole('link', { name: 'Open the payment page' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      'https://rzp.example/i/abc',
      '_blank',
    ]);
    expect(screen.getByText(/^The page of the payment provider, rzp\.example,/)).toBeTruthy();
  });

  it('by the sandbox’s page opens it at the address of the app', async () => {
    const url = '/sandbox/pay/abcdefghijklmnop';
    server.answers(
      viewPayment,
      samplePayment({ channels, instruments: [{ channel: 'payment_link', url }] }),
    );
    open(<PembayaranScreen />, '/pembayaran', '&by=payment_link');

    const link = await screen.findByRole<HTMLAnchorElement>('link', {
      name: 'Open the payment page',
    });
    expect(link.href).toBe(`${location.origin}${url}`);
    expect(
      screen.getByText(new RegExp(`^The page of the payment provider, ${location.host},`)),
    ).toBeTruthy();
  });
});

describe('choosing the channel', () => {
  it.each([
    ['signed in', true, '/va?code=abcdefghijklmnop'],
    ['signed out', false, '/pembayaran?code=abcdefghijklmnop&by=bank_transfer'],
  ])('to a bank transfer %s opens the page that shows it', async (_, isSignedIn, page) => {
    if (isSignedIn) signIn();
    // If the other page is this one, it shows the account in place.
    open(<PembayaranScreen />, '/pembayaran');
    await userEvent.click(await screen.findByRole('button', { name: /^Bank transfer/ }));
    if (isSignedIn) expect(await screen.findByText(`at ${page}`)).toBeTruthy();
    else expect(await screen.findByRole('region', { name: 'Account to send it to' })).toBeTruthy();
  });

  it('another payer sees only the amount, the payee and the order’s last four characters', async () => {
    open(<RepayCodeScreen />, '/repay-code');
    expect(await screen.findByText('You pay Example Finance Ltd for someone else')).toBeTruthy();
    expect(screen.getByText('₹10,160.15')).toBeTruthy();
    expect(screen.getByText(/ending 7890\. Who it belongs to is not shown/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^Cash at a counter/ }));
    expect(await screen.findByText('at /sky-offline?code=abcdefghijklmnop')).toBeTruthy();
  });

  it.each([
    ['paid', 'Paid'],
    ['reversed', 'This payment was reversed'],
    ['expired', 'This code has expired'],
    ['checking', 'The payment is being checked'],
  ] as const)('shows a payment that is %s as such', async (state, words) => {
    server.answers(viewPayment, samplePayment({ state, channels: [], instruments: [] }));
    open(<PembayaranScreen />, '/pembayaran');
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    expect(screen.queryByRole('region', { name: 'Ways to pay' })).toBeNull();
  });
});
