import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { preparePicture } from './picture.ts';

const MEBI = 1_048_576;
const drawn: { width: number; height: number; quality: number }[] = [];

// A picture whose pixels take a third of a byte each at full quality.
beforeEach(() => {
  drawn.length = 0;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    callback,
    type,
    q,
  ) {
    const quality = Number(q);
    drawn.push({ width: this.width, height: this.height, quality });
    const size = (this.width * this.height * quality) / 3;
    callback(new Blob([new Uint8Array(size)], type ? { type } : {}));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const CODE = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const two = (value: number) => [value >> 8, value & 0xff];

/** The first bytes of a JPEG: a preview of some length, then its size. */
const jpeg = (width: number, height: number) =>
  [
    0xff,
    0xd8,
    0xff,
    0xe1,
    ...two(4_000),
    ...Array<number>(3_998).fill(0),
    0xff,
    0xc4,
    0,
    3,
    0,
    0xff,
    0xc2,
    0,
    17,
    8,
  ].concat(two(height), two(width), [3, 0]);

const png = (width: number, height: number) => [
  ...[0x89, ...CODE('PNG\r\n'), 0x1a, 0x0a, 0, 0, 0, 13, ...CODE('IHDR')],
  ...[0, 0, ...two(width), 0, 0, ...two(height)],
];

const webp = (width: number, height: number) => [
  ...[...CODE('RIFF'), 0, 0, 0, 0, ...CODE('WEBPVP8 '), 0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a],
  ...[width & 0xff, width >> 8, height & 0xff, height >> 8],
];

const makeFile = (head: number[], size = head.length) => {
  const bytes = new Uint8Array(Math.max(size, head.length));
  bytes.set(head);
  return new Blob([bytes]);
};

type Size = { width: number; height: number };

/**
 * Makes the browser decode pictures of this upright size; returns the options it was called with.
 */
function reads(upright: Size) {
  const widthsRead: (number | undefined)[] = [];
  const close = vi.fn();

  vi.stubGlobal(
    'createImageBitmap',
    async (_file: Blob, { resizeWidth }: ImageBitmapOptions = {}) => {
      widthsRead.push(resizeWidth);
      const width = resizeWidth ?? upright.width;
      return { width, height: Math.round((upright.height * width) / upright.width), close };
    },
  );

  return { widthsRead, close };
}

const readsNothing = () =>
  vi.stubGlobal('createImageBitmap', () =>
    Promise.reject(new DOMException('no', 'InvalidStateError')),
  );

async function sent(file: Blob): Promise<Blob> {
  const prepared = await preparePicture(file);
  if (!prepared.ok) throw new Error(prepared.fault);
  return prepared.picture;
}

describe('preparing a picture', () => {
  it.each([
    ['lying', { width: 4000, height: 3000 }, { width: 4000, height: 3000 }, [1600]],
    ['upright', { width: 3000, height: 4000 }, { width: 3000, height: 4000 }, [1200]],
    [
      'taken lying, shown upright',
      { width: 4000, height: 3000 },
      { width: 3000, height: 4000 },
      [1600],
    ],
    [
      'taken upright, shown lying',
      { width: 3000, height: 4000 },
      { width: 4000, height: 3000 },
      [1200, 1600],
    ],
  ])(
    '%s is read small at once, and at most 1600 pixels a side and 400 kB',
    async (_, stored, shown, widths) => {
      const { widthsRead, close } = reads(shown);
      const picture = await sent(makeFile(jpeg(stored.width, stored.height), 6 * MEBI));

      expect(widthsRead).toEqual(widths);
      expect(close).toHaveBeenCalledTimes(widths.length);

      const isLying = shown.width > shown.height;
      expect(drawn.at(-1)).toMatchObject(
        isLying ? { width: 1600, height: 1200 } : { width: 1200, height: 1600 },
      );
      expect(picture.type).toBe('image/jpeg');
      expect(picture.size).toBeLessThanOrEqual(400_000);
      expect(drawn.map(({ quality }) => quality)).toEqual([0.88, 0.78, 0.68, 0.58]);
    },
  );

  it('keeps as much quality as possible', async () => {
    reads({ width: 1000, height: 800 });
    expect((await sent(makeFile(jpeg(1000, 800), 2 * MEBI))).size).toBeLessThanOrEqual(400_000);
    expect(drawn).toEqual([{ width: 1000, height: 800, quality: 0.88 }]);
  });

  it('is unchanged when small already, and re-encoded when it is not a JPEG', async () => {
    reads({ width: 1600, height: 1000 });

    const small = makeFile(jpeg(1600, 1000), 300_000);
    expect(await sent(small)).toBe(small);
    expect(drawn).toEqual([]);
    expect((await sent(makeFile(png(1600, 1000), 300_000))).type).toBe('image/jpeg');
  });

  it('is sent unchanged when the browser cannot decode pictures: the server checks it', async () => {
    const file = makeFile(jpeg(4000, 3000), MEBI);
    vi.stubGlobal('createImageBitmap', undefined);
    expect(await sent(file)).toBe(file);
  });
});

describe('an unusable file', () => {
  it.each([
    ['nothing', [], 'empty'],
    ['a PDF, whatever its name', CODE('%PDF-1.7'), 'pdf'],
    ['a PDF behind rubbish', CODE(`${' '.repeat(900)}%PDF-1.7`), 'pdf'],
    ['a picture of an iPhone', [0, 0, 0, 24, ...CODE('ftypheic')], 'heic'],
    ['text', CODE('not a picture'), 'not_an_image'],
    ['a picture cut off', jpeg(4000, 3000), 'damaged'],
    ['a bomb of pixels', png(20_000, 20_000), 'too_many_pixels'],
    ['a stamp', webp(320, 200), 'too_small'],
    ['a stamp upright', jpeg(200, 320), 'too_small'],
  ])('%s', async (_, head, fault) => {
    readsNothing();
    expect(await preparePicture(makeFile(head))).toEqual({ ok: false, fault });
  });

  it('is accepted when the browser can decode it', async () => {
    reads({ width: 1200, height: 900 });
    expect((await sent(makeFile([0, 0, 0, 24, ...CODE('ftypheic')]))).type).toBe('image/jpeg');
  });

  it('is reported as too small also when only decoding shows it', async () => {
    reads({ width: 300, height: 200 });
    expect(await preparePicture(makeFile(CODE('GIF89a')))).toEqual({
      ok: false,
      fault: 'too_small',
    });
  });
});
