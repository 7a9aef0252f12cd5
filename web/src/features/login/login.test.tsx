import { CODES } from '@noren/contract/codes';
import { checkOtpLogin, sendOtp, userStatus } from '@noren/contract/login';
import { appConfig } from '@noren/contract/public';
import { UserStatus } from '@noren/core/people/status';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { saveLanguageChoice } from '../../i18n/choice.ts';
import { activateLanguage, language } from '../../i18n/index.ts';
import { readSession } from '../../session/session.ts';
import { nameApp } from '../../testing/name-app.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleConfig } from '../../testing/sample-config.ts';
import type { stubServer } from '../../testing/server-stub.ts';
import { sampleUserStatus, stubServerSignedOut } from '../../testing/sign-in.ts';
import { tapLater } from '../../testing/tap-later.ts';
import { Login } from './login.tsx';

const PHONE = '9876543210';
const OTP_REF = '0198c0de-0000-7000-8000-000000000001';

const user = {
  userId: OTP_REF,
  maskedPhone: '98•••••210',
  bizStatus: UserStatus.registered,
  isAuthComplete: false,
};

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServerSignedOut();
  server.answers(appConfig, sampleConfig);
  server.answers(sendOtp, {
    otpRef: OTP_REF,
    resendAfterSeconds: 60,
    expiresInSeconds: 300,
    hasAgreed: false,
  });
  server.answers(checkOtpLogin, { ...user, token: 'a-token', isNewUser: true, language: 'en' });
  server.answers(userStatus, { ...sampleUserStatus(UserStatus.registered), ...user });
  renderScreen(<Login />, '/login');
});

const phoneField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Mobile number' });
const codeField = () =>
  screen.findByRole<HTMLInputElement>('textbox', { name: 'Verification code' });
const sendCode = () => userEvent.click(screen.getByRole('button', { name: 'Send code' }));

const requestCode = async () => {
  await userEvent.type(phoneField(), PHONE);
  await userEvent.keyboard('{Enter}');
  return codeField();
};

describe('the phone number', () => {
  it('has the focus', () => {
    expect(document.activeElement).toBe(phoneField());
  });

  it('requests no code when cookies are refused, because the session could not be stored', async () => {
    const enabled = vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    await userEvent.type(phoneField(), PHONE);
    await sendCode();
    expect(await screen.findByText(/This browser refuses cookies/)).toBeTruthy();
    expect(server.sentTo(sendOtp)).toEqual([]);
    enabled.mockRestore();
  });

  it('cannot be empty', async () => {
    await sendCode();
    expect(screen.getByRole('alert').textContent).toBe('Phone number cannot be empty');
    expect(document.activeElement).toBe(phoneField());
    expect(server.sentTo(sendOtp)).toEqual([]);
  });

  it.each(['98765', '1234567890'])(
    '%s is reported as invalid when the field loses focus',
    async (typed) => {
      await userEvent.type(phoneField(), typed);
      await userEvent.tab();
      expect(screen.getByRole('alert').textContent).toBe('Please check the phone number format');
    },
  );

  it.each([
    '+91 98765 43210',
    '+910 98765 43210',
    '+91(98765)43210',
    '९८७६५ ४३२१०',
    'Asha: +91 98765 43210',
  ])('is read from the pasted text "%s"', async (pasted) => {
    await userEvent.click(phoneField());
    await userEvent.paste(pasted);
    expect(phoneField().value).toBe(PHONE);
    await sendCode();
    expect(server.listBodies(sendOtp)).toEqual([expect.objectContaining({ phone: PHONE })]);
  });

  it.each([
    ['+9198240000123', 'Please check the phone number format'],
    ['98765432101', 'Please check the phone number format'],
    [
      '+1 415 555 2671',
      'This number has the code of another country. Enter an Indian mobile number (+91)',
    ],
    ['9876543210, 9123456780', 'There is more than one number here. Enter one'],
  ])('"%s" is refused in words, never cut', async (pasted, words) => {
    await userEvent.click(phoneField());
    await userEvent.paste(pasted);
    await sendCode();
    expect(screen.getByRole('alert').textContent).toBe(words);
    expect(phoneField().value).toBe(pasted);
    expect(server.sentTo(sendOtp)).toEqual([]);
  });

  it('shows the wait after too many codes', async () => {
    const words = 'Too many tries. Please wait 25 minutes and try again.';
    server.refuses(sendOtp, CODES.tooMany, words, { retryAfterSeconds: 1500 });
    await userEvent.type(phoneField(), `${PHONE}{Enter}`);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('stays when the connection is lost', async () => {
    server.loses(sendOtp);
    await userEvent.type(phoneField(), `${PHONE}{Enter}`);
    await screen.findByText('Check your connection and try again.');
    expect(phoneField().value).toBe(PHONE);
  });
});

describe('the code', () => {
  it('has one field that the phone can fill, with the agreement unticked', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());

    const field = await requestCode();
    expect(field.autocomplete).toBe('one-time-code');
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    expect(screen.getByText('+91 98765 43210')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toBe('1:00');
    expect(screen.queryByRole('button', { name: 'Send a new code' })).toBeNull();
  });

  it.each(['12345', '12a4'])('"%s" is refused in words, never cut', async (pasted) => {
    const field = await requestCode();
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(field);
    await userEvent.paste(pasted);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(screen.getByText('Please enter the 4-digit verification code')).toBeTruthy();
    expect(server.sentTo(checkOtpLogin)).toEqual([]);
  });

  it('is read in the digits of another script', async () => {
    const field = await requestCode();
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.type(field, '४८२१');
    expect(server.listBodies(checkOtpLogin)).toEqual([expect.objectContaining({ code: '4821' })]);
  });

  it('is not sent before the user agreed to the policy', async () => {
    await userEvent.type(await requestCode(), '1234');
    expect(screen.getByText('Please agree to the privacy policy to sign in')).toBeTruthy();
    expect(server.sentTo(checkOtpLogin)).toEqual([]);
  });

  it('typed before the tick waits for it', async () => {
    await userEvent.type(await requestCode(), '4821');
    await userEvent.click(screen.getByRole('checkbox'));
    await screen.findByText('at /identity-auth');
    expect(server.listBodies(checkOtpLogin)).toMatchObject([{ code: '4821', agreed: true }]);
  });

  it('that was refused is not sent again by the tick', async () => {
    server.refuses(checkOtpLogin, CODES.invalidInput, 'This code is not right.', {
      reason: 'code_wrong',
    });
    await userEvent.type(await requestCode(), '0000');
    await userEvent.click(screen.getByRole('checkbox'));
    await screen.findByText('This code is not right.');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('checkbox'));
    expect(server.sentTo(checkOtpLogin).length).toBe(1);
  });

  it('sends the mark of the ad click and its campaign with the code', async () => {
    const before = location.href;
    history.replaceState(null, '', `/?utm_campaign=diwali-2026&trackId=${'ab'.repeat(16)}#/login`);
    onTestFinished(() => history.replaceState(null, '', before));
    server.answers(sendOtp, {
      otpRef: OTP_REF,
      resendAfterSeconds: 60,
      expiresInSeconds: 300,
      hasAgreed: true,
    });
    await userEvent.type(await requestCode(), '4821');
    await screen.findByText('at /identity-auth');
    expect(server.listBodies(checkOtpLogin)).toMatchObject([
      { adClick: 'ab'.repeat(16), campaign: 'diwali-2026' },
    ]);
  });

  it("shows the app in the account's language where none was chosen", async () => {
    const signedIn = { ...user, token: 'a-token', isNewUser: false, language: 'es' } as const;
    server.answers(checkOtpLogin, signedIn);
    server.answers(sendOtp, {
      otpRef: OTP_REF,
      resendAfterSeconds: 60,
      expiresInSeconds: 300,
      hasAgreed: true,
    });
    await userEvent.type(await requestCode(), '4821');
    await expect.poll(language).toBe('es');
    await activateLanguage('en');
  });

  it.each([
    ['the user', '/#/login', 'en'],
    ['the link', '/?language=en#/login', null],
  ] as const)('says that %s chose the language', async (_, address, chosen) => {
    const before = location.href;
    history.replaceState(null, '', address);
    onTestFinished(() => history.replaceState(null, '', before));
    if (chosen) saveLanguageChoice(chosen);
    server.answers(sendOtp, {
      otpRef: OTP_REF,
      resendAfterSeconds: 60,
      expiresInSeconds: 300,
      hasAgreed: true,
    });
    await userEvent.type(await requestCode(), '4821');
    await screen.findByText('at /identity-auth');
    expect(server.listBodies(checkOtpLogin)).toMatchObject([
      { language: 'en', isLanguageChosen: true },
    ]);
  });

  it('alone signs in who agreed to this policy on this phone before', async () => {
    server.answers(sendOtp, {
      otpRef: OTP_REF,
      resendAfterSeconds: 60,
      expiresInSeconds: 300,
      hasAgreed: true,
    });

    const field = await requestCode();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByText(/^You agreed to the/)).toBeTruthy();
    await userEvent.type(field, '4821');
    await screen.findByText('at /identity-auth');
    expect(server.listBodies(checkOtpLogin)).toMatchObject([
      { agreed: true, policyVersion: '2026-11' },
    ]);
  });

  it('read from the message by the browser signs in once the box is ticked', async () => {
    const read = Promise.withResolvers<{ code: string }>();
    vi.stubGlobal('OTPCredential', class {});

    const get = vi.fn(() => read.promise);
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true });
    await requestCode();
    await userEvent.click(screen.getByRole('checkbox'));
    read.resolve({ code: '4821' });
    await screen.findByText('at /identity-auth');
    expect(get.mock.calls).toMatchObject([[{ otp: { transport: ['sms'] } }]]);
    expect(server.listBodies(checkOtpLogin)).toMatchObject([{ code: '4821' }]);
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
  });

  it('sent again is typed into an empty field, and the tick stays', async () => {
    const refs = [OTP_REF, OTP_REF.replace(/1$/, '2')];
    server.answers(sendOtp, () => ({
      otpRef: refs.shift() ?? '',
      resendAfterSeconds: 0,
      expiresInSeconds: 300,
      hasAgreed: false,
    }));
    server.refuses(checkOtpLogin, CODES.invalidInput, 'This code is not right.', {
      reason: 'code_wrong',
    });
    onTestFinished(nameApp());

    await userEvent.type(await requestCode(), '0000');
    await userEvent.click(screen.getByRole('checkbox'));
    tapLater(await screen.findByRole('button', { name: 'Send a new code' }));
    expect(await screen.findByText('A new code was sent')).toBeTruthy();
    expect([(await codeField()).value, document.activeElement]).toEqual(['', await codeField()]);

    server.answers(checkOtpLogin, { ...user, token: 'a-token', isNewUser: true, language: 'en' });
    await userEvent.keyboard('4821');
    await screen.findByText('at /identity-auth');
    expect(server.listBodies(checkOtpLogin).at(-1)).toMatchObject({
      otpRef: OTP_REF.replace(/1$/, '2'),
      code: '4821',
    });
  });

  it('needs four digits', async () => {
    await userEvent.type(await requestCode(), '12');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(screen.getByText('Please enter the 4-digit verification code')).toBeTruthy();
    expect(server.sentTo(checkOtpLogin)).toEqual([]);
  });

  it('signs in at the fourth digit; a new user goes to the certification', async () => {
    const field = await requestCode();
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.type(field, '4821');
    await screen.findByText('at /identity-auth');
    expect(server.listBodies(checkOtpLogin)).toEqual([
      {
        phone: PHONE,
        otpRef: OTP_REF,
        code: '4821',
        agreed: true,
        policyVersion: '2026-11',
        language: 'en',
      },
    ]);
    expect(readSession().token).toBe('a-token');
  });

  it('shows an error at the field if it is wrong, and can be typed again', async () => {
    server.refuses(checkOtpLogin, CODES.invalidInput, 'This code is not right.', {
      reason: 'code_wrong',
    });

    const field = await requestCode();
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.type(field, '0000');
    await screen.findByText('This code is not right.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(readSession().token).toBeNull();
  });

  it('lets the number be changed', async () => {
    await requestCode();
    await userEvent.click(screen.getByRole('button', { name: 'Change' }));
    expect(phoneField().value).toBe(PHONE);
  });
});
