import {
  type PhoneChangeView,
  provePhoneByCard,
  provePhoneByFile,
  viewPhoneChange,
} from '@noren/contract/phone-change';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { findCode } from './find-code.ts';
import { PhoneCardProof } from './phone-proof.tsx';

vi.mock('./find-code.ts', () => ({ findCode: vi.fn() }));

const DIGITS = '1234567890'.repeat(80);

const begun: PhoneChangeView = {
  maskedPhone: '98•••••210',
  change: { state: 'begun', maskedPhone: '97•••••321', requestedAt: null, dueAt: null },
  refused: null,
  proofs: ['card_code', 'file'],
};

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();
  server.answers(viewPhoneChange, begun);
  server.answers(provePhoneByCard, begun);
  server.answers(provePhoneByFile, begun);
});

const open = () => renderScreen(<PhoneCardProof />, '/phone-number/card');
const choosePhoto = async () =>
  userEvent.upload(
    await screen.findByLabelText('Upload a picture'),
    new File(['photo'], 'card.jpg', { type: 'image/jpeg' }),
  );

it('sends the digits of the code that the phone read, and never the photo', async () => {
  vi.mocked(findCode).mockResolvedValue(DIGITS);
  open();
  await choosePhoto();

  expect(await screen.findByText('at /phone-number')).toBeTruthy();
  expect(server.listBodies(provePhoneByCard)).toEqual([{ code: DIGITS }]);
});

it('says what to do where the photo shows no code, and sends nothing', async () => {
  vi.mocked(findCode).mockResolvedValue(undefined);
  open();
  await choosePhoto();

  expect(await screen.findByText('No code was found on this photo')).toBeTruthy();
  expect(server.listBodies(provePhoneByCard)).toEqual([]);
  expect(screen.getByLabelText('Upload a picture')).toBeTruthy();
});

it('on a phone that is new to the account takes the file alone', async () => {
  server.answers(viewPhoneChange, { ...begun, proofs: ['file'] });
  open();

  expect(await screen.findByText(/must be made for the new number/)).toBeTruthy();
  expect(screen.queryByLabelText('Upload a picture')).toBeNull();

  const file = new File(['PK'], 'offline.zip', { type: 'application/zip' });
  await userEvent.upload(screen.getByLabelText('Choose the ZIP file'), file);
  await userEvent.type(screen.getByLabelText('Share code'), 'aB3!');
  await userEvent.click(screen.getByRole('button', { name: 'Send the file' }));
  expect(await screen.findByText('at /phone-number')).toBeTruthy();
  expect(server.listBodies(provePhoneByFile)).toMatchObject([{ shareCode: 'aB3!' }]);
});
