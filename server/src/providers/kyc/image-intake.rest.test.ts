import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PICTURE_LIMIT_MS } from '../../testing/time-limits.ts';
import { sniffImage, takeImage } from './image-intake.ts';

const take = (bytes: Buffer) => takeImage(bytes, PICTURE_LIMIT_MS);

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#8899aa' } });

// A detailed picture, so that the encoded file is long enough to truncate.
async function busy(format: 'jpeg' | 'png' | 'webp', width = 400, height = 300): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < pixels.length; i++) pixels[i] = (i * 2654435761) >>> 24;
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

const refused = (reason: string) => ({ ok: false, reason });

test.each(['jpeg', 'png', 'webp'] as const)(
  '%s is accepted and re-encoded as a clean jpeg',
  async (format) => {
    const result = await take(await busy(format));
    expect(result).toMatchObject({ ok: true, image: { width: 400, height: 300 } });
    if (result.ok) expect(sniffImage(result.image.jpeg)).toBe('jpeg');
  },
);

test('orientation is applied; location and camera data are removed', async () => {
  const sent = await plain(400, 200)
    .jpeg()
    .withExif({ IFD0: { Make: 'Phone', Orientation: '6' }, IFD3: { GPSLatitude: '12/1 58/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const result = await take(sent);

  expect(result).toMatchObject({ ok: true, image: { width: 200, height: 400 } });
  if (!result.ok) return;

  const head = await sharp(result.image.jpeg).metadata();
  expect([head.exif, head.orientation, head.icc, head.xmp]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a large photo is scaled to 2000 pixels', async () => {
  expect(await take(await plain(4000, 3000).jpeg().toBuffer())).toMatchObject({
    ok: true,
    image: { width: 2000, height: 1500 },
  });
});

test('a strip that is too narrow once it is scaled is refused', async () => {
  expect(await take(await plain(20_000, 1000).png().toBuffer())).toEqual(refused('too_small'));
});

test('transparency becomes white; grey and CMYK become sRGB', async () => {
  const clear = await sharp({
    create: { width: 200, height: 200, channels: 4, background: '#00000000' },
  })
    .png()
    .toBuffer();
  const result = await take(clear);
  if (!result.ok) throw new Error(result.reason);

  expect((await sharp(result.image.jpeg).stats()).channels.map((c) => Math.round(c.mean))).toEqual([
    255, 255, 255,
  ]);

  const cmyk = await plain(200, 200).toColourspace('cmyk').jpeg().toBuffer();
  const grey = await plain(200, 200).greyscale().jpeg().toBuffer();

  for (const odd of [cmyk, grey]) expect(await take(odd)).toMatchObject({ ok: true });
});

test('16 bits per channel become 8; of an animated picture the first frame is used', async () => {
  const deep = await plain(300, 200).toColourspace('rgb16').png().toBuffer();
  expect((await sharp(deep).metadata()).depth).toBe('ushort');

  const frames = await Promise.all(['#ff0000', '#0000ff'].map((background) => frame(background)));
  const moving = await sharp(frames, { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer();

  expect((await sharp(moving).metadata()).pages).toBe(2);

  for (const [sent, red] of [
    [deep, 0x88],
    [moving, 0xff],
  ] as const) {
    const result = await take(sent);
    if (!result.ok) throw new Error(result.reason);

    expect(result.image).toMatchObject({ width: 300, height: 200 });
    expect(await sharp(result.image.jpeg).metadata()).toMatchObject({
      depth: 'uchar',
      channels: 3,
    });
    expect(Math.abs((await sharp(result.image.jpeg).stats()).channels[0]!.mean - red)).toBeLessThan(
      4,
    );
  }
});

const frame = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer();

test('each kind of file that is not an accepted image has its own reason', async () => {
  const heic = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic'),
    Buffer.alloc(100),
  ]);
  const gif = await plain(200, 200).gif().toBuffer();
  const cases: [Buffer, string][] = [
    [Buffer.alloc(0), 'empty'],
    [heic, 'heic'],
    [Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj'), 'pdf'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'not_an_image'],
    [Buffer.from('hello'), 'not_an_image'],
    [Buffer.from([0xff]), 'not_an_image'],
    [gif, 'not_an_image'],
    [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5000, 7)]), 'damaged'],
    [await plain(159, 1000).png().toBuffer(), 'too_small'],
    [Buffer.concat([await busy('jpeg'), Buffer.alloc(8 * 1024 * 1024)]), 'too_big'],
  ];

  for (const [bytes, reason] of cases) expect(await take(bytes)).toEqual(refused(reason));
});

test.each(['jpeg', 'png', 'webp'] as const)('a truncated %s is refused', async (format) => {
  const whole = await busy(format);
  for (const part of [0.02, 0.5, 0.95]) {
    expect(await take(whole.subarray(0, Math.floor(whole.length * part)))).toEqual(
      refused('damaged'),
    );
  }
});

test('a 20,000 by 20,000 picture in a small file is refused before it is decoded', async () => {
  const bomb = pngBomb(20_000, 20_000);
  expect(bomb.length).toBeLessThan(2_000_000);

  const before = process.memoryUsage().rss;
  expect(await take(bomb)).toEqual(refused('too_many_pixels'));
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

function pngBomb(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);

  const body = deflateSync(Buffer.alloc((width / 8 + 1) * height));

  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(named.length + 8);

    out.writeUInt32BE(data.length, 0);
    named.copy(out, 4);
    out.writeUInt32BE(crc32(named), named.length + 4);

    return out;
  };

  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    mark,
    chunk('IHDR', head),
    chunk('IDAT', body),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
