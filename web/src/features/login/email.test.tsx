import { CODES } from '@noren/contract/codes';
import {
  confirmEmail,
  type EmailView,
  removeEmail,
  sendEmailCode,
  viewEmail,
} from '@noren/contract/email';
import { EMAIL_ENDS } from '@noren/core/people/email';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { updateConfig } from '../../api/config.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleConfig } from '../../testing/sample-config.ts';
import { stubServer } from '../../testing/server-stub.ts';
import { EmailScreen } from './email.tsx';

const address = 'asha@mail.example';
const fresh: EmailView = { address, state: 'new', since: null, endedBecause: null };

let server: ReturnType<typeof stubServer>;
let view: EmailView;

beforeEach(() => {
  server = stubServer();
  view = fresh;
  server.answers(viewEmail, () => view);
  server.answers(sendEmailCode, () => {
    view = { ...fresh, state: 'waiting', since: Date.now() };
    return { resendAfterSeconds: 60, expiresInSeconds: 1800 };
  });
  server.answers(confirmEmail, () => {
    view = { ...fresh, state: 'confirmed', since: Date.now() };
    return view;
  });
  server.answers(removeEmail, () => {
    view = { ...fresh, state: 'ended', since: Date.now(), endedBecause: 'removed' };
    return view;
  });
});

const open = () => renderScreen(<EmailScreen />, '/email');
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const typeCode = async (code: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: 'Verification code' }), {
    target: { value: code },
  });

it('sends a code to the address, confirms it, and stops again', async () => {
  open();
  expect(await screen.findByText(address)).toBeTruthy();
  await press('Send code');
  expect(await screen.findByText(/spam folder/)).toBeTruthy();
  await typeCode('1234');

  expect(await screen.findByText('Confirmed')).toBeTruthy();
  expect(server.listBodies(confirmEmail)).toMatchObject([{ code: '1234' }]);
  await press('Get no more e-mails');
  expect(await screen.findByText('You stopped e-mails here.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Send code' })).toBeTruthy();
});

it('says beside the code that it is wrong', async () => {
  view = { ...fresh, state: 'waiting', since: Date.now() };
  const words = 'This code is not right.';
  server.refuses(confirmEmail, CODES.invalidInput, words, { reason: 'code_wrong' });
  open();
  await typeCode('9999');
  expect(await screen.findByText(words)).toBeTruthy();
});

it('offers another code a minute after the last', async () => {
  view = { ...fresh, state: 'waiting', since: Date.now() - 61_000 };
  open();
  expect(await screen.findByRole('button', { name: 'Send a new code' })).toBeTruthy();
});

it.each(EMAIL_ENDS)('says why e-mails ended: %s', async (endedBecause) => {
  view = { ...fresh, state: 'ended', since: Date.now(), endedBecause };
  open();
  expect(await screen.findByText('Ended')).toBeTruthy();
  const isSent = screen.queryByRole('button', { name: 'Send code' }) !== null;
  expect(isSent).toBe(endedBecause !== 'not_mine');
  const correct = screen.getByRole('link', { name: /Correct the address/ });
  expect(correct.getAttribute('href')).toContain('/data/details?open=email');
});

it('without an address leads to the personal details', async () => {
  view = { ...fresh, address: null };
  open();
  expect(await screen.findByText(/with your personal details first/)).toBeTruthy();
});

it('is not there where no e-mail is sent', async () => {
  updateConfig({ ...sampleConfig, sendsEmail: false });
  open();
  expect(await screen.findByText('at /user')).toBeTruthy();
  updateConfig(sampleConfig);
});
