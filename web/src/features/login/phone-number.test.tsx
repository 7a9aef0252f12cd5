import { CODES } from '@noren/contract/codes';
import { userStatus } from '@noren/contract/login';
import {
  beginPhoneChange,
  type PhoneChangeView,
  sendNewPhoneCode,
  stopPhoneChange,
  viewPhoneChange,
} from '@noren/contract/phone-change';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { clearDraft } from '../../session/drafts.ts';
import { readSession } from '../../session/session.ts';
import { Reloadable, reloadPage } from '../../testing/reloadable.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { sampleUserStatus, signInCertified } from '../../testing/sign-in.ts';
import { PhoneChangeBanner } from './phone-change-banner.tsx';
import { PhoneNumberScreen } from './phone-number.tsx';

const OTP_REF = '00000000-0000-7000-8000-000000000001';
const DUE_AT = Date.UTC(2026, 10, 25, 4, 30);

const none: PhoneChangeView = {
  maskedPhone: '98•••••210',
  change: null,
  refused: null,
  proofs: [],
};
const change = { maskedPhone: '97•••••321', requestedAt: null, dueAt: null };

let server: ReturnType<typeof stubServer>;
let view: PhoneChangeView;

beforeEach(() => {
  clearDraft('phone-change');
  server = stubServer();
  view = none;
  server.answers(viewPhoneChange, () => view);
  server.answers(userStatus, sampleUserStatus(60));
  server.answers(sendNewPhoneCode, {
    otpRef: OTP_REF,
    resendAfterSeconds: 60,
    expiresInSeconds: 300,
  });
  server.answers(beginPhoneChange, () => {
    view = { ...none, change: { ...change, state: 'begun' } };
    return view;
  });
  server.answers(stopPhoneChange, () => {
    view = none;
    return { ...none, wasStopped: true };
  });
});

const open = () =>
  renderScreen(
    <Reloadable>
      <PhoneNumberScreen />
    </Reloadable>,
    '/phone-number',
  );
const typeCode = async (code: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: 'Verification code' }), {
    target: { value: code },
  });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const typePhone = async (text: string) =>
  fireEvent.change(await screen.findByLabelText('New mobile number'), { target: { value: text } });

it('asks for the new number’s code, then for the face', async () => {
  open();
  await typePhone('+91 97654 24321');
  await press('Send code');
  await typeCode('1234');

  expect(await screen.findByText('The code was right. Now show your face')).toBeTruthy();
  expect(server.listBodies(beginPhoneChange)).toMatchObject([
    { phone: '9765424321', otpRef: OTP_REF, code: '1234' },
  ]);
  const face = screen.getByRole('link', { name: 'Start the face check' });
  expect(face.getAttribute('href')).toContain('/phone-number/face-check');
});

it('takes the code in hand after a reload', async () => {
  open();
  await typePhone('+91 97654 24321');
  await press('Send code');
  await screen.findByRole('textbox', { name: 'Verification code' });

  reloadPage();
  await typeCode('1234');
  expect(await screen.findByText('The code was right. Now show your face')).toBeTruthy();
  expect(server.listBodies(sendNewPhoneCode)).toHaveLength(1);
  expect(server.listBodies(beginPhoneChange)).toMatchObject([
    { phone: '9765424321', otpRef: OTP_REF, code: '1234' },
  ]);
});

it('takes the code of a third number after a reload too', async () => {
  view = { ...none, change: { ...change, state: 'begun' } };
  open();
  await press('Use another number');
  await typePhone('9765424321');
  await press('Send code');
  await screen.findByRole('textbox', { name: 'Verification code' });

  reloadPage();
  expect(await screen.findByRole('textbox', { name: 'Verification code' })).toBeTruthy();
});

it('goes back from the code to the number', async () => {
  open();
  await typePhone('9765424321');
  await press('Send code');
  await screen.findByRole('textbox', { name: 'Verification code' });
  await press('Back');
  expect((await screen.findByLabelText<HTMLInputElement>('New mobile number')).value).toBe(
    '9765424321',
  );
});

it('sends nothing that is no number', async () => {
  open();
  await typePhone('12345');
  await press('Send code');
  expect(await screen.findByText('Please check the phone number format')).toBeTruthy();
  expect(server.listBodies(sendNewPhoneCode)).toEqual([]);
});

it('says beside the field why a number is refused', async () => {
  const words = 'You sign in with this number already. Please type another one.';
  server.refuses(sendNewPhoneCode, CODES.conflict, words, { reason: 'phone_same' });
  open();

  await typePhone('9876543210');
  await press('Send code');
  expect(await screen.findByText(words)).toBeTruthy();
});

it('says from when another number signs in, and stops it in one tap', async () => {
  view = { ...none, change: { ...change, state: 'waiting', dueAt: DUE_AT } };
  open();
  expect(await screen.findByText('Another number signs in from 25/11/2026, 10:00')).toBeTruthy();
  expect(screen.getByText('97•••••321')).toBeTruthy();

  await press('Stop the new number');
  expect(await screen.findByLabelText('New mobile number')).toBeTruthy();
});

it('says whom to call where no card’s picture is stored', async () => {
  view = { ...none, refused: 'no_picture' };
  open();
  expect(await screen.findByText(/We have no picture of your card/)).toBeTruthy();
  expect(screen.queryByLabelText('New mobile number')).toBeNull();
});

it('above every screen the banner stops it too, and the status knows of none after', async () => {
  signInCertified();
  renderScreen(<PhoneChangeBanner dueAt={DUE_AT} />, '/home');

  await press('Stop the new number');
  await expect.poll(() => server.listBodies(stopPhoneChange)).toHaveLength(1);
  await expect.poll(() => readSession().onboardingStatus?.phoneChangeDueAt).toBeNull();
});
