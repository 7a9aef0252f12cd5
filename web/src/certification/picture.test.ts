import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shrinkPicture } from './picture.ts';

const MEBI = 1_048_576;
const drawn: { width: number; height: number; quality: number }[] = [];

// A picture of which each pixel costs half a byte at full quality.
beforeEach(() => {
  drawn.length = 0;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, told, type, q) {
    const quality = Number(q);
    drawn.push({ width: this.width, height: this.height, quality });
    const size = (this.width * this.height * quality) / 2;
    told(new Blob([new Uint8Array(size)], type ? { type } : {}));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const shrink = (of: { width: number; height: number; size: number; type: string }) => {
  const close = vi.fn();
  vi.stubGlobal('createImageBitmap', async () => ({ width: of.width, height: of.height, close }));
  return shrinkPicture(new Blob([new Uint8Array(of.size)], { type: of.type }));
};

describe('a picture on its way to the server', () => {
  it('is at most 1600 pixels a side and 500 kB', async () => {
    const sent = await shrink({ width: 4000, height: 3000, size: 6 * MEBI, type: 'image/jpeg' });
    expect(drawn.at(-1)).toMatchObject({ width: 1600, height: 1200 });
    expect(sent.type).toBe('image/jpeg');
    expect(sent.size).toBeLessThanOrEqual(500_000);
  });

  it('loses no more of its quality than it has to', async () => {
    await shrink({ width: 1200, height: 900, size: 2 * MEBI, type: 'image/jpeg' });
    expect(drawn).toEqual([{ width: 1200, height: 900, quality: 0.88 }]);
  });

  it('is left alone when it is small already, and drawn anew when it is no JPEG', async () => {
    const small = { width: 1600, height: 1000, size: 300_000, type: 'image/jpeg' };
    expect((await shrink(small)).size).toBe(300_000);
    expect(drawn).toEqual([]);
    expect((await shrink({ ...small, type: 'image/png' })).type).toBe('image/jpeg');
  });

  it('goes as it is when the browser cannot read it', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')));
    const file = new Blob(['heic'], { type: 'image/heic' });
    expect(await shrinkPicture(file)).toBe(file);
  });
});
