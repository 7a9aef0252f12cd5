import { viewConsents } from '@noren/contract/account';
import { readDocument, readingDetail, saveIdentity } from '@noren/contract/certification';
import { UserStatus } from '@noren/core/people/status';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleConsents } from '../../testing/consent-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { StepOne } from './step-one.tsx';

const STEP = '/facial-auth/step-one';

const DETAIL = {
  documents: ['panFront', 'aadhaarFront', 'aadhaarBack'],
  isSigned: false,
  unread: [],
  fields: { name: 'ASHA RAO', pan: 'ABCPK1234L', birthDay: '1994-03-09', aadhaarLast4: '0124' },
  isAadhaarKnown: true,
  uncertain: [],
  liveness: 'passed' as const,
  file: 'none' as const,
  hasDigiLocker: false,
  isSaved: false,
};

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  sessionStorage.clear();
  server = stubServer();
  server.answers(viewConsents, sampleConsents());
  server.answers(readingDetail, DETAIL as never);
});

it('continues once the identity is saved, without reloading data that a link session may read only after a code', async () => {
  server.answers(saveIdentity, { bizStatus: UserStatus.personalInfoDue });
  renderScreen(<StepOne />, STEP, `${STEP}?at=confirm`);
  await screen.findByRole('textbox', { name: 'Full name' });
  await userEvent.click(screen.getByRole('button', { name: 'Confirm and save' }));
  expect(await screen.findByText('at /facial-auth/step-two')).toBeTruthy();
  expect(server.sentTo(readingDetail)).toHaveLength(1);
});

describe('a card that was read', () => {
  const READ = {
    type: 'panFront' as const,
    isRead: true,
    fields: { pan: 'ABCPK1234L', name: 'ASHA RAO' },
    confidence: 90,
    uncertain: ['name'],
    code: 'absent' as const,
  };
  const BACK = { ...READ, type: 'aadhaarBack' as const, fields: { name: 'ASHA RAO' } };
  /** A small JPEG whose header states 1200 × 800. */
  const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 3, 32, 4, 176, 3, 0, 0, 0, 0]);

  beforeEach(() => {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 1200, height: 800, close: vi.fn() }));
    // A browser that cannot look for a code: the server does.
    vi.stubGlobal('OffscreenCanvas', undefined);
    URL.createObjectURL = () => 'data:,';
    URL.revokeObjectURL = () => undefined;
  });

  /** Opens the step, the named cards sent before, and sends a picture of the one that is due. */
  async function sendCard(documents: string[], reading: { type: string; code: string }) {
    server.answers(readingDetail, { ...DETAIL, documents } as never);
    server.answers(readDocument, reading as never);
    renderScreen(<StepOne />, STEP);

    const upload = await screen.findByLabelText('Upload a picture');
    // What is loaded again once the card was read.
    const after = { documents: [...documents, reading.type], isSigned: reading.code === 'read' };
    server.answers(readingDetail, { ...DETAIL, ...after } as never);
    await userEvent.upload(
      upload,
      new File([JPEG as BlobPart], 'card.jpg', { type: 'image/jpeg' }),
    );
  }

  it('goes on to the next one by itself, whose heading has the focus', async () => {
    await sendCard([], READ);

    const heading = await screen.findByRole('heading', { name: 'Aadhaar card, back' });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText('Done: PAN card, front')).toBeTruthy();
    expect(screen.getByLabelText('Upload a picture')).toBeTruthy();
  });

  it('by its code, which makes the front needless, goes on to the details', async () => {
    await sendCard(['panFront'], { ...BACK, code: 'read' });

    expect(await screen.findByRole('heading', { name: 'Check your details' })).toBeTruthy();
    expect(screen.getByText('Read from the code on your card')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Full name' }).value).toBe(
      'ASHA RAO',
    );
  });

  it.each([
    ['whose code was not found', { code: 'not_found' }, 'The code on this card could not be read'],
    ['of which little was read', { fields: {}, code: 'read' }, /but little could be read/],
    ['that stays unread', { isRead: false, fields: {}, code: 'absent' }, /without a readable/],
  ])('%s stays, because there is something to decide', async (_, reading, words) => {
    await sendCard(['panFront'], { ...BACK, ...reading });

    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Next' })).toBeTruthy();
  });
});
