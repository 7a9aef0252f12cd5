import { readDocument } from '@noren/contract/certification';
import { FILE_LIMIT_BYTES } from '@noren/contract/envelope';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../api/hooks.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { preparePicture } from '../../ui/form/picture.ts';
import { useDocument } from './document-sending.ts';
import { canScan, findCode } from './find-code.ts';

vi.mock('./find-code.ts', () => ({ canScan: vi.fn(), findCode: vi.fn() }));
vi.mock('../../ui/form/picture.ts', () => ({ preparePicture: vi.fn() }));

const DIGITS = '1234567890'.repeat(80);
const SMALL = new Blob(['made smaller']);

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  vi.mocked(canScan).mockReturnValue(false);
  vi.mocked(findCode).mockReset().mockResolvedValue(undefined);
  vi.mocked(preparePicture).mockResolvedValue({ ok: true, picture: SMALL });
  server = stubServer();
  server.answers(readDocument, {
    type: 'aadhaarBack',
    isRead: true,
    fields: {},
    confidence: 90,
    uncertain: [],
    code: 'read',
  });
});

const aPhoto = (bytes: number) => new File([new Uint8Array(bytes)], 'card.jpg');

/** Chooses a photo of a card, which is sent; returns what the server got. */
async function send(
  photo: File,
  {
    type = 'aadhaarBack',
    readsCodes = true,
    found,
  }: {
    type?: 'aadhaarBack' | 'panFront';
    readsCodes?: boolean;
    found?: string;
  } = {},
) {
  const { result } = renderHook(() => useDocument({ type, readsCodes }, () => undefined), {
    wrapper: DataProvider,
  });
  await act(() => result.current.choose(photo, found));

  const { file, code } = server.sentTo(readDocument)[0]!.body as { file: Blob; code?: string };
  return { bytes: file.size, code };
}

it('a browser that cannot look for the code sends the photo as it was chosen', async () => {
  expect(await send(aPhoto(3_000_000))).toEqual({ bytes: 3_000_000, code: undefined });
  expect(findCode).not.toHaveBeenCalled();
});

it('but a smaller one where the server takes none so large', async () => {
  const { bytes } = await send(aPhoto(FILE_LIMIT_BYTES - 10_000));
  expect(bytes).toBe(SMALL.size);
});

it('a browser that can looks for it on the chosen photo, and sends a smaller one', async () => {
  vi.mocked(canScan).mockReturnValue(true);
  vi.mocked(findCode).mockResolvedValue(DIGITS);
  const photo = aPhoto(3_000_000);

  expect(await send(photo)).toEqual({ bytes: SMALL.size, code: DIGITS });
  expect(findCode).toHaveBeenCalledWith(photo);
});

it.each([
  ['the camera found the code', { found: DIGITS }],
  ['the card has none', { type: 'panFront' as const }],
  ['the server verifies none', { readsCodes: false }],
])('nothing is looked for, and a smaller photo is sent, where %s', async (_, how) => {
  vi.mocked(canScan).mockReturnValue(true);
  const { bytes, code } = await send(aPhoto(3_000_000), how);

  expect(bytes).toBe(SMALL.size);
  expect(code).toBe('found' in how ? how.found : undefined);
  expect(findCode).not.toHaveBeenCalled();
});
