import { CODES } from '@noren/contract/codes';
import {
  checkFirstConfirmation,
  checkLaterConfirmation,
  sendFirstConfirmation,
  sendLaterConfirmation,
} from '@noren/contract/login';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { showScreen } from '../test/show-screen.tsx';
import { standInServer } from '../test/wire-stub.ts';
import { Confirm } from './confirm.tsx';

const sent = { otpRef: '0198c0de-0000-7000-8000-000000000001', resendAfterSeconds: 60, expiresInSeconds: 300 };
let server: ReturnType<typeof standInServer>;

beforeEach(() => {
  sessionStorage.clear();
  sessionStorage.setItem('noren.return', '/loan?product=N15');
  server = standInServer();
});

const typeCode = async (code: string) => {
  await screen.findByRole('timer');
  await userEvent.type(screen.getByRole('textbox', { name: 'Verification code' }), code);
};

describe('confirming by a code', () => {
  it('says why, sends the first code and returns exactly to where the user was', async () => {
    server.answers(sendFirstConfirmation, sent);
    server.answers(checkFirstConfirmation, {});
    showScreen(<Confirm />, '/api-phone-check');
    expect(screen.getByText(/We ask for a code before anything that moves money/)).toBeTruthy();
    await typeCode('4821');
    await screen.findByText('at /loan?product=N15');
    expect(server.bodiesOf(checkFirstConfirmation)).toEqual([{ otpCode: '4821' }]);
  });

  it('uses the later calls when the first confirmation is past', async () => {
    server.refuses(sendFirstConfirmation, CODES.conflict, 'later', { reason: 'confirm_later' });
    server.refuses(checkFirstConfirmation, CODES.conflict, 'later', { reason: 'confirm_later' });
    server.answers(sendLaterConfirmation, sent);
    server.answers(checkLaterConfirmation, {});
    showScreen(<Confirm />, '/api-phone-check');
    await typeCode('4821');
    await screen.findByText('at /loan?product=N15');
    expect(server.sentTo(sendLaterConfirmation)).toHaveLength(1);
    expect(server.bodiesOf(checkLaterConfirmation)).toEqual([{ otpCode: '4821' }]);
  });

  it('a used code is told and not tried by the other call', async () => {
    server.answers(sendFirstConfirmation, sent);
    server.refuses(checkFirstConfirmation, CODES.conflict, 'This code was used.', { reason: 'code_gone' });
    showScreen(<Confirm />, '/api-phone-check');
    await typeCode('4821');
    await screen.findByText('This code was used.');
    expect(server.sentTo(checkLaterConfirmation)).toEqual([]);
  });

  it('leaves room for an earlier code while the wait for another runs', async () => {
    server.refuses(sendFirstConfirmation, CODES.tooMany, 'Too many tries.', { retryAfterSeconds: 42 });
    showScreen(<Confirm />, '/api-phone-check');
    await screen.findByText('Too many tries. Try again in 42 seconds.');
    expect(screen.getByRole('textbox', { name: 'Verification code' })).toBeTruthy();
  });
});
