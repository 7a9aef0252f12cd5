import { openDigiLocker, readDigiLocker } from '@noren/contract/digilocker';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { tapLater } from '../../testing/tap-later.ts';
import { LockerStage } from './locker-stage.tsx';

const ROUTE = '/facial-auth/step-one';
const PATH = `${ROUTE}?at=digilocker`;
const RETURN = `${PATH}&code=c1&state=first.s1`;
const FIELDS = { name: 'ASHA RAO', aadhaarLast4: '0124' };

let server: ReturnType<typeof stubServer>;
const onRead = vi.fn();
const onNext = vi.fn();
const onOver = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  onRead.mockClear();
  onNext.mockClear();
  onOver.mockClear();
  server = stubServer();
  server.answers(readDigiLocker, { fields: FIELDS });
});

const show = (path: string, isRead = false) =>
  renderScreen(
    <LockerStage backTo="/identity-auth" {...{ isRead, onRead, onOver, onNext }} />,
    ROUTE,
    path,
  );
const button = (name: string) => screen.findByRole('button', { name });

it('says what is fetched, and leaves for DigiLocker’s page', async () => {
  server.answers(openDigiLocker, { page: '#opened' });
  show(PATH);
  expect(screen.getByText(/fetch your Aadhaar details once/)).toBeTruthy();
  expect(server.sentTo(readDigiLocker)).toEqual([]);
  await userEvent.click(await button('Go to DigiLocker'));
  await waitFor(() => expect(location.hash).toBe('#opened'));
});

it('after the return fetches once, shows what was read, and goes on', async () => {
  show(RETURN);
  expect(await screen.findByText('ASHA RAO')).toBeTruthy();
  expect(server.listBodies(readDigiLocker)).toEqual([{ code: 'c1', state: 'first.s1' }]);
  expect(onRead).toHaveBeenCalledOnce();
  tapLater(await button('Next'));
  expect(onNext).toHaveBeenCalledOnce();
});

it.each([
  ['access_denied', 'You did not allow it'],
  ['other', 'DigiLocker sent you back without an answer'],
])('a return with the error %s fetches nothing and says so', async (error, words) => {
  show(`${PATH}&error=${error}`);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(server.sentTo(readDigiLocker)).toEqual([]);
  expect(await button('Go to DigiLocker')).toBeTruthy();
});

it('without an answer the same return is tried again', async () => {
  server.refuses(readDigiLocker, 400, 'No answer at the moment.', { reason: 'locker_silent' });
  show(RETURN);
  expect(await screen.findByText('No answer at the moment.')).toBeTruthy();
  server.answers(readDigiLocker, { fields: FIELDS });
  tapLater(await button('Try again'));
  expect(await screen.findByText('ASHA RAO')).toBeTruthy();
});

it.each(['locker_over', 'locker_no_aadhaar', 'locker_unusable'] as const)(
  'refused as %s it says why and offers DigiLocker again',
  async (reason) => {
    server.refuses(readDigiLocker, 400, 'This is why.', { reason });
    show(RETURN);
    expect(await screen.findByText('This is why.')).toBeTruthy();
    expect(await button('Go to DigiLocker')).toBeTruthy();
    expect(onRead).not.toHaveBeenCalled();
    // In another tab it may have been read.
    expect(onOver).toHaveBeenCalledTimes(reason === 'locker_over' ? 1 : 0);
  },
);

it('a second return of what another tab has read goes on', async () => {
  server.refuses(readDigiLocker, 400, 'This is why.', { reason: 'locker_over' });
  show(RETURN, true);
  expect(await screen.findByText('Read from your DigiLocker')).toBeTruthy();
  tapLater(await button('Next'));
  expect(onNext).toHaveBeenCalledOnce();
});
