import { CODES } from '@noren/contract/codes';
import {
  checkFirstConfirmation,
  checkLaterConfirmation,
  sendFirstConfirmation,
  sendLaterConfirmation,
} from '@noren/contract/login';
import { beginPasskeyConfirmation, confirmByPasskey } from '@noren/contract/passkeys';
import type { Reason } from '@noren/contract/reasons';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { saveSignIn } from '../../session/session.ts';
import { MemoryRouter } from '../../testing/memory-router.tsx';
import { nameApp } from '../../testing/name-app.ts';
import { stopped, stubPasskeys } from '../../testing/passkey-phone.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { tapLater } from '../../testing/tap-later.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Route, Routes } from '../../ui/routing/router.tsx';
import { Confirm } from './confirm.tsx';
import { announceLinkAccount } from './link-account.tsx';

const sent = {
  otpRef: '0198c0de-0000-7000-8000-000000000001',
  resendAfterSeconds: 60,
  expiresInSeconds: 300,
};

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  sessionStorage.clear();
  sessionStorage.setItem('noren.return', '/loan?product=N15');
  server = stubServer();
});

/** With the loan's screen behind it. */
const showConfirm = () =>
  render(
    <MemoryRouter initialEntries={['/loan?product=N15', '/api-phone-check']}>
      <Routes>
        <Route path="/api-phone-check" element={<Confirm />} />
        <Route path="/loan" element={<p>the loan</p>} />
      </Routes>
    </MemoryRouter>,
  );

const codeField = () =>
  screen.getByRole<HTMLInputElement>('textbox', { name: 'Verification code' });

const typeCode = async (code: string) => {
  await screen.findByRole('timer');
  await userEvent.type(screen.getByRole('textbox', { name: 'Verification code' }), code);
};

describe('confirming by a code', () => {
  it('explains why, sends the first code and returns to the same screen', async () => {
    server.answers(sendFirstConfirmation, sent);
    server.answers(checkFirstConfirmation, {});
    renderScreen(<Confirm />, '/api-phone-check');
    expect(screen.getByText(/We ask for a code before anything that moves money/)).toBeTruthy();
    await typeCode('4821');
    await screen.findByText('at /loan?product=N15');
    expect(server.listBodies(checkFirstConfirmation)).toEqual([{ otpCode: '4821' }]);
    expect(sessionStorage.getItem('noren.return')).toBeNull();
  });

  it('ends the question whose account a link opened', async () => {
    server.answers(sendFirstConfirmation, sent);
    server.answers(checkFirstConfirmation, {});
    saveSignIn('of-the-link', { userId: sent.otpRef, maskedPhone: '98•••••210' });
    announceLinkAccount(sent.otpRef);
    render(
      <MemoryRouter>
        <Banner />
      </MemoryRouter>,
    );
    expect(screen.getByText('Signed in as 98•••••210')).toBeTruthy();
    showConfirm();
    await typeCode('4821');
    await screen.findByText('the loan');
    expect(screen.queryByText('Signed in as 98•••••210')).toBeNull();
  });

  it('returns to the previous screen, with or without the code', async () => {
    server.answers(sendFirstConfirmation, sent);
    server.answers(checkFirstConfirmation, {});
    sessionStorage.setItem('noren.return.manner', 'behind 0');
    showConfirm();
    await typeCode('4821');
    await screen.findByText('the loan');
    cleanup();
    sessionStorage.setItem('noren.return', '/loan?product=N15');
    sessionStorage.setItem('noren.return.manner', 'behind 0');
    showConfirm();
    await screen.findByRole('timer');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await screen.findByText('the loan');
  });

  it('leaves a screen that cannot be shown without a code', async () => {
    server.answers(sendFirstConfirmation, sent);
    renderScreen(<Confirm />, '/api-phone-check');
    await screen.findByRole('timer');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await screen.findByText('at /identity-auth');
  });

  it('opened directly sends no code', async () => {
    sessionStorage.clear();
    renderScreen(<Confirm />, '/api-phone-check');
    await screen.findByText('at /home');
    expect(server.sentTo(sendFirstConfirmation)).toEqual([]);
  });

  it.each<[number, Reason, string]>([
    [CODES.invalidInput, 'code_wrong', 'This code is not right.'],
    [CODES.conflict, 'code_gone', 'This code no longer works.'],
  ])(
    'a refused code (%i) is explained at the field, and another can be typed',
    async (code, reason, words) => {
      server.answers(sendFirstConfirmation, sent);
      server.refuses(checkFirstConfirmation, code, words, { reason });
      renderScreen(<Confirm />, '/api-phone-check');
      await typeCode('4821');
      await screen.findByText(words);
      server.answers(checkFirstConfirmation, {});

      const field = screen.getByRole('textbox', { name: 'Verification code' });
      await userEvent.clear(field);
      await userEvent.type(field, '1357');
      await screen.findByText('at /loan?product=N15');
    },
  );

  it('shows the wait after too many wrong codes', async () => {
    server.answers(sendFirstConfirmation, sent);
    const words = 'Too many tries. Please wait 59 minutes and try again.';
    server.refuses(checkFirstConfirmation, CODES.tooMany, words, { retryAfterSeconds: 3540 });
    renderScreen(<Confirm />, '/api-phone-check');
    await typeCode('4821');
    await screen.findByText(words);
  });

  it('goes to sign-in when the session has ended', async () => {
    location.hash = '#/api-phone-check';
    server.answers(sendFirstConfirmation, sent);
    server.refuses(checkFirstConfirmation, CODES.signedOut, 'Please sign in.');
    renderScreen(<Confirm />, '/api-phone-check');
    await typeCode('4821');
    await expect.poll(() => location.hash).toBe('#/login');
  });

  it('uses the later calls when the first confirmation is done', async () => {
    server.refuses(sendFirstConfirmation, CODES.conflict, 'later', { reason: 'confirm_later' });
    server.refuses(checkFirstConfirmation, CODES.conflict, 'later', { reason: 'confirm_later' });
    server.answers(sendLaterConfirmation, sent);
    server.answers(checkLaterConfirmation, {});
    renderScreen(<Confirm />, '/api-phone-check');
    await typeCode('4821');
    await screen.findByText('at /loan?product=N15');
    expect(server.sentTo(sendLaterConfirmation)).toHaveLength(1);
    expect(server.listBodies(checkLaterConfirmation)).toEqual([{ otpCode: '4821' }]);
  });

  it('shows that a code was used, without trying the other call', async () => {
    server.answers(sendFirstConfirmation, sent);
    server.refuses(checkFirstConfirmation, CODES.conflict, 'This code was used.', {
      reason: 'code_gone',
    });
    renderScreen(<Confirm />, '/api-phone-check');
    await typeCode('4821');
    await screen.findByText('This code was used.');
    expect(server.sentTo(checkLaterConfirmation)).toEqual([]);
  });

  it('types another code into an empty field, which has the focus', async () => {
    onTestFinished(nameApp());
    server.answers(sendFirstConfirmation, { ...sent, resendAfterSeconds: 0 });
    server.refuses(checkFirstConfirmation, CODES.invalidInput, 'This code is not right.', {
      reason: 'code_wrong',
    });
    renderScreen(<Confirm />, '/api-phone-check');

    await screen.findByRole('button', { name: 'Send a new code' });
    await userEvent.type(codeField(), '0000');
    expect(await screen.findByText('This code is not right.')).toBeTruthy();
    expect(screen.queryByText('A new code was sent')).toBeNull();
    tapLater(screen.getByRole('button', { name: 'Send a new code' }));
    expect(await screen.findByText('A new code was sent')).toBeTruthy();
    expect([codeField().value, document.activeElement]).toEqual(['', codeField()]);
  });

  it('accepts an earlier code while the wait for another runs', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());

    const words = 'Too many tries. Please wait 42 seconds and try again.';
    server.refuses(sendFirstConfirmation, CODES.tooMany, words, { retryAfterSeconds: 42 });
    renderScreen(<Confirm />, '/api-phone-check');
    await screen.findByText(words);
    expect(screen.getByRole('textbox', { name: 'Verification code' })).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toBe('0:42');
  });
});

describe('confirming by a passkey', () => {
  afterEach(() => vi.unstubAllGlobals());

  const use = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Use passkey' }));

  it('sends no code, and returns to the same screen with what the phone signed', async () => {
    server.answers(beginPasskeyConfirmation, { options: { challenge: 'c' } });
    server.answers(confirmByPasskey, {});

    const { asked } = stubPasskeys({ get: () => ({ id: 'signed' }) });
    renderScreen(<Confirm />, '/api-phone-check');
    await use();
    await screen.findByText('at /loan?product=N15');
    expect(asked).toEqual([{ challenge: 'c' }]);
    expect(server.listBodies(confirmByPasskey)).toEqual([{ assertion: { id: 'signed' } }]);
    expect(server.listBodies(sendFirstConfirmation)).toEqual([]);
    expect(sessionStorage.getItem('noren.return')).toBeNull();
  });

  it('stays when the user stops it, and sends a code on request', async () => {
    server.answers(beginPasskeyConfirmation, { options: { challenge: 'c' } });
    server.answers(sendFirstConfirmation, sent);
    stubPasskeys({ get: stopped });
    renderScreen(<Confirm />, '/api-phone-check');
    await use();
    expect((await screen.findByRole('alert')).textContent).toContain('The passkey was not used');
    await userEvent.click(screen.getByRole('button', { name: 'Send a code instead' }));
    expect(await screen.findByRole('textbox', { name: 'Verification code' })).toBeTruthy();
  });

  it('sends a code after three seconds without an answer, and a late one changes nothing', async () => {
    const late = Promise.withResolvers<void>();
    const answerAtOnce = fetch;
    server.answers(beginPasskeyConfirmation, { options: { challenge: 'c' } });
    server.answers(sendFirstConfirmation, sent);
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      if (path === beginPasskeyConfirmation.path) await late.promise;
      return answerAtOnce(path, init);
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());

    stubPasskeys({});
    renderScreen(<Confirm />, '/api-phone-check');
    await act(() => vi.advanceTimersByTimeAsync(2_999));
    expect(screen.queryByRole('textbox')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(codeField()).toBeTruthy();

    late.resolve();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(codeField()).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Use passkey' })).toBeNull();
  });

  it('has a new challenge signed after a refusal', async () => {
    let made = 0;
    server.answers(beginPasskeyConfirmation, () => {
      made += 1;
      return { options: { challenge: String(made) } };
    });
    server.refuses(confirmByPasskey, CODES.conflict, 'This passkey was not accepted.');

    const { asked } = stubPasskeys({ get: () => ({ id: 'signed' }) });
    renderScreen(<Confirm />, '/api-phone-check');
    await use();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This passkey was not accepted.',
    );
    // A second tap within half a second is a double tap.
    tapLater(await screen.findByRole('button', { name: 'Use passkey' }));
    await expect.poll(() => asked).toEqual([{ challenge: '1' }, { challenge: '2' }]);
  });

  it.each([
    ['the user has no passkey', () => server.answers(beginPasskeyConfirmation, { options: null })],
    ['the server does not say', () => server.loses(beginPasskeyConfirmation)],
  ])('sends a code at once when %s', async (_, prepare) => {
    prepare();
    server.answers(sendFirstConfirmation, sent);
    stubPasskeys({});
    renderScreen(<Confirm />, '/api-phone-check');
    expect(await screen.findByRole('textbox', { name: 'Verification code' })).toBeTruthy();
  });
});
