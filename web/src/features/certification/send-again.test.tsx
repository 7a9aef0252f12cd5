import { viewConsents } from '@noren/contract/account';
import { documentRequests, readDocument, readIdentityFile } from '@noren/contract/certification';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { sampleConsents } from '../../testing/consent-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { tapLater } from '../../testing/tap-later.ts';
import { SendAgain } from './send-again.tsx';

let server: ReturnType<typeof stubServer>;

const asked = {
  document: 'panFront' as const,
  text: 'Please send a new picture of your PAN card.',
  why: 'All four corners must be seen.',
};

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('createImageBitmap', undefined);
  server = stubServer();
  server.answers(documentRequests, { requests: [asked], takesFile: false, takesDigiLocker: false });
  server.answers(viewConsents, sampleConsents());
});

it('says what is needed and why, and leads to the camera for exactly that', async () => {
  renderScreen(<SendAgain />, '/send-again');
  expect(await screen.findByText(asked.text)).toBeTruthy();
  expect(screen.getByText(asked.why)).toBeTruthy();

  const link = screen.getByRole('link', { name: 'Send it now' });
  expect(link.getAttribute('href')).toBe('/send-again?at=panFront');
});

it('stays on the card that was sent until the borrower goes on', async () => {
  const reading = {
    type: 'panFront' as const,
    isRead: true,
    fields: { pan: 'ABCPK1234L' },
    confidence: 90,
    uncertain: [],
    code: 'absent' as const,
  };
  server.answers(readDocument, reading);
  renderScreen(<SendAgain />, '/send-again', '/send-again?at=panFront');

  const picture = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'card.jpg', {
    type: 'image/jpeg',
  });
  await userEvent.upload(await screen.findByLabelText('Upload a picture'), picture);
  server.answers(documentRequests, { requests: [], takesFile: false, takesDigiLocker: false });
  expect(await screen.findByText('ABCPK1234L')).toBeTruthy();
  expect(server.listBodies(readDocument)).toMatchObject([{ type: 'panFront' }]);
  expect(screen.getByRole('button', { name: 'Next' })).toBeTruthy();
});

it('a bank account is changed on its own screen', async () => {
  server.answers(documentRequests, {
    requests: [{ ...asked, document: 'bankAccount' }],
    takesFile: false,
    takesDigiLocker: false,
  });
  renderScreen(<SendAgain />, '/send-again');
  expect((await screen.findByRole('link', { name: 'Send it now' })).getAttribute('href')).toBe(
    '/modify-bank-info',
  );
});

it('says that nothing is needed when nothing is', async () => {
  server.answers(documentRequests, { requests: [], takesFile: false, takesDigiLocker: false });
  renderScreen(<SendAgain />, '/send-again');
  expect(await screen.findByText('Nothing to send')).toBeTruthy();
});

it('goes on with what is still needed once a document is sent', async () => {
  const code = {
    document: 'aadhaarBack' as const,
    text: 'Please send a picture of the back of your Aadhaar card.',
    why: 'The code is signed by the card’s issuer.',
  };
  const face = {
    document: 'face' as const,
    text: 'Please do the face check once more.',
    why: 'Your face is compared with the photo in the code of your card.',
  };
  server.answers(documentRequests, { requests: [code], takesFile: false, takesDigiLocker: false });
  server.answers(readDocument, {
    type: 'aadhaarBack',
    isRead: true,
    fields: { name: 'ASHA RAO' },
    confidence: 100,
    uncertain: [],
    code: 'read',
  });
  renderScreen(<SendAgain />, '/send-again', '/send-again?at=aadhaarBack');

  await userEvent.upload(
    await screen.findByLabelText('Upload a picture'),
    new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'card.jpg', { type: 'image/jpeg' }),
  );
  expect(await screen.findByText('Read from the code on your card')).toBeTruthy();
  // Nothing is corrected after the certification.
  expect(screen.queryByText(/correct these details/)).toBeNull();

  server.answers(documentRequests, { requests: [face], takesFile: false, takesDigiLocker: false });
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText(face.text)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Send it now' }).getAttribute('href')).toBe(
    '/send-again?at=face',
  );
});

it('takes an e-KYC file instead of the picture, with a share code of four characters', async () => {
  const code = { ...asked, document: 'aadhaarBack' as const };
  server.answers(documentRequests, { requests: [code], takesFile: true, takesDigiLocker: false });
  server.answers(readIdentityFile, { fields: { name: 'ASHA RAO', aadhaarLast4: '0124' } });
  renderScreen(<SendAgain />, '/send-again', '/send-again?at=aadhaarBack');
  const link = await screen.findByRole('link', { name: /^Use an Aadhaar e-KYC file/ });
  await userEvent.click(link);

  const zip = new File(['PK'], 'offlineaadhaar.zip', { type: 'application/zip' });
  await userEvent.upload(await screen.findByLabelText('Choose the ZIP file'), zip);
  await userEvent.type(screen.getByLabelText('Share code'), 'aB3');
  await userEvent.click(screen.getByRole('button', { name: 'Send the file' }));
  expect(await screen.findByText(/^A share code has four characters/)).toBeTruthy();
  expect(server.sentTo(readIdentityFile)).toEqual([]);

  await userEvent.type(screen.getByLabelText('Share code'), '४');
  tapLater(screen.getByRole('button', { name: 'Send the file' }));
  expect(await screen.findByText('Read from your e-KYC file')).toBeTruthy();
  expect(server.listBodies(readIdentityFile)).toMatchObject([{ shareCode: 'aB34' }]);
  expect(screen.getByRole('button', { name: 'Next' })).toBeTruthy();
});

it('says why a file was refused, and keeps it chosen', async () => {
  const code = { ...asked, document: 'aadhaarBack' as const };
  server.answers(documentRequests, { requests: [code], takesFile: true, takesDigiLocker: false });
  server.refuses(readIdentityFile, 400, 'This file is more than three days old.', {
    reason: 'file_old',
  });
  renderScreen(<SendAgain />, '/send-again', '/send-again?at=file');

  const zip = new File(['PK'], 'offlineaadhaar.zip', { type: 'application/zip' });
  await userEvent.upload(await screen.findByLabelText('Choose the ZIP file'), zip);
  await userEvent.type(screen.getByLabelText('Share code'), '4821');
  await userEvent.click(screen.getByRole('button', { name: 'Send the file' }));

  const alert = (await screen.findByText('This file cannot be used')).closest('[role="alert"]');
  expect(alert?.textContent).toContain('This file is more than three days old.');
  expect(screen.getByText('Chosen: offlineaadhaar.zip')).toBeTruthy();
});

it('asks for the file before it sends anything', async () => {
  server.answers(documentRequests, { requests: [asked], takesFile: true, takesDigiLocker: false });
  renderScreen(<SendAgain />, '/send-again', '/send-again?at=file');
  await userEvent.click(await screen.findByRole('button', { name: 'Send the file' }));
  expect(screen.getByText('Please choose the ZIP file first.')).toBeTruthy();
  expect(server.sentTo(readIdentityFile)).toEqual([]);
});

it('shows nothing of a file where none is taken', async () => {
  renderScreen(<SendAgain />, '/send-again', '/send-again?at=file');
  expect(await screen.findByText(asked.text)).toBeTruthy();
  expect(screen.queryByLabelText('Share code')).toBeNull();
});

it.each([
  ['the code of a card needs the camera', 'card_code', false],
  ['a reviewer may be sent as one picture', 'identity', true],
] as const)('a face for %s', async (_, purpose, takesPicture) => {
  const face = { document: 'face' as const, text: 'Please do the face check.', why: '', purpose };
  server.answers(documentRequests, { requests: [face], takesFile: false, takesDigiLocker: false });
  renderScreen(<SendAgain />, '/send-again', '/send-again?at=face');

  await screen.findByText(takesPicture ? /cannot open the camera/ : /works only with/);
  expect(screen.queryByLabelText('Upload a picture') !== null).toBe(takesPicture);
});
