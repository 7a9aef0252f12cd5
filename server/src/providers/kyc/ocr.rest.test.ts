import { existsSync } from 'node:fs';
import { type DocumentKind, readOcrText } from '@noren/core/people/ocr-read';
import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import type { DocumentReading } from '../../platform/ports/kyc.ts';
import {
  CODES_ON_CARD,
  drawAadhaarBack,
  drawAadhaarFront,
  drawPan,
  sampleVid,
} from '../../sandbox/samples/draw-documents.ts';
import { PHOTO, type PhotoLook } from '../../sandbox/samples/photo-variants.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { drawOldPan } from '../../testing/draw-old-pan.ts';
import { pointOnPhoto } from '../../testing/point-on-photo.ts';
import { PICTURE_LIMIT_MS } from '../../testing/time-limits.ts';
import { maskAadhaar } from './mask-aadhaar.ts';
import { readDocument } from './ocr.ts';
import { makeOcrPool } from './ocr-pool.ts';
import { findFault } from './picture-fault.ts';
import { greyPicture } from './prepare-picture.ts';

const pool = makeOcrPool({ jobMs: PICTURE_LIMIT_MS });
afterAll(() => pool.close());

const draw = { panFront: drawPan, aadhaarFront: drawAadhaarFront, aadhaarBack: drawAadhaarBack };
const blank = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#777777' } });

const readings = new Map<string, Promise<DocumentReading>>();

/** The reading of a person's card photo; each photo is read once and cached. */
function readPhoto(kind: DocumentKind, look: PhotoLook, seed: number): Promise<DocumentReading> {
  const key = `${kind} ${look} ${seed}`;
  const known = readings.get(key);
  if (known) return known;

  const fresh = draw[kind](samplePerson(seed), { look, seed }).then((photo) =>
    readDocument(pool, photo, kind),
  );
  readings.set(key, fresh);

  return fresh;
}

const looks: PhotoLook[] = [
  'clean',
  'tilted',
  'blurred',
  'lowLight',
  'glare',
  'compressed',
  'turned',
];

test.each(looks.map((look, at) => [look, at + 31] as const))(
  '%s photos of person %i are read',
  async (look, seed) => {
    const person = samplePerson(seed);
    const side = seed % 2 === 0 ? 'aadhaarFront' : 'aadhaarBack';
    const [pan, other] = await Promise.all([
      readPhoto('panFront', look, seed),
      readPhoto(side, look, seed),
    ]);
    const { birthDay, aadhaar, gender, pin } = person;
    const onSide = side === 'aadhaarFront' ? { aadhaar, birthDay, gender } : { aadhaar, pin };

    expect(pan.reading).toMatchObject({ outcome: 'read', fields: { pan: person.pan, birthDay } });
    expect(other.reading).toMatchObject({ outcome: 'read', fields: onSide });
    expect([pan.fault, other.fault]).toEqual([null, null]);
  },
);

test('a clean card is read completely, with no uncertain field', async () => {
  const person = samplePerson(31);
  const read = (kind: DocumentKind) => readPhoto(kind, 'clean', 31);
  const [pan, front, back] = await Promise.all([
    read('panFront'),
    read('aadhaarFront'),
    read('aadhaarBack'),
  ]);
  const old = await readDocument(pool, await drawOldPan(person), 'panFront');
  const { birthDay, gender, aadhaar, address, pin } = person;
  const onPan = {
    pan: person.pan,
    name: person.name.toUpperCase(),
    fatherName: person.fatherName.toUpperCase(),
    birthDay,
  };

  for (const card of [pan, old])
    expect(card.reading).toEqual({ outcome: 'read', missing: [], fields: onPan });
  expect(front.reading).toMatchObject({
    missing: [],
    fields: { aadhaar, name: person.name, birthDay, gender },
  });
  expect(back.reading).toMatchObject({ missing: [], fields: { aadhaar, address, pin } });
  expect([pan, old, front, back].flatMap(({ uncertain }) => uncertain)).toEqual([]);
});

test('a wrong document is recognized as one', async () => {
  const person = samplePerson(6);
  const [pan, front] = await Promise.all([drawPan(person), drawAadhaarFront(person)]);
  const seen = async (jpeg: Buffer, kind: DocumentKind) =>
    (await readDocument(pool, jpeg, kind)).reading;

  expect(await seen(pan, 'aadhaarFront')).toEqual({ outcome: 'wrong_document', seen: 'panFront' });
  expect(await seen(front, 'aadhaarBack')).toEqual({
    outcome: 'wrong_document',
    seen: 'aadhaarFront',
  });
});

test('an illegible picture has a reason', async () => {
  const card = await drawPan(samplePerson(6));
  expect(await findFault(await sharp(card).linear(0.02, 0).jpeg({ quality: 40 }).toBuffer())).toBe(
    'too_dark',
  );
  expect(await findFault(await sharp(card).linear(1, 250).jpeg().toBuffer())).toBe('too_bright');

  const spoilt: [string, Buffer][] = [
    ['blurred', await sharp(card).blur(14).jpeg().toBuffer()],
    ['cropped', await drawAadhaarFront(samplePerson(6), { look: 'cropped', seed: 3 })],
    ['unreadable', await blank().jpeg().toBuffer()],
  ];
  for (const [fault, jpeg] of spoilt) {
    const kind = fault === 'cropped' ? 'aadhaarFront' : 'panFront';
    expect(await readDocument(pool, jpeg, kind)).toMatchObject({ fault, faultPlace: null });
  }
});

test('a picture that is blurred in one part is refused with that part, upright or on its side', async () => {
  const card = await drawPan(samplePerson(6));
  const half = { left: 0, top: 0, width: PHOTO.width / 2, height: PHOTO.height };
  const input = await sharp(card).extract(half).blur(10).toBuffer();
  const photo = await sharp(card)
    .composite([{ input, left: 0, top: 0 }])
    .jpeg()
    .toBuffer();
  const read = await readDocument(pool, await sharp(photo).rotate(90).toBuffer(), 'panFront');

  expect(read).toMatchObject({ fault: 'blurred', faultPlace: { left: expect.any(Number) } });

  const { top, height } = read.faultPlace!;
  expect(top + height).toBeCloseTo(0.5, 1);
});

type Point = { x: number; y: number };
/** Position of the number on a drawn card. */
const FIRST_EIGHT = { x: 434, y: 636, width: 250, height: 33 };
const LAST_FOUR = { x: 708, y: 612, width: 156, height: 78 };

/** How light a picture is at each point, from 0 to 255: across and down from 0 to 1. */
async function measureLight(jpeg: Buffer): Promise<(at: Point) => number> {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  const pixel = (share: number, size: number): number =>
    Math.min(size - 1, Math.floor(share * size));
  return ({ x, y }) =>
    data[(pixel(y, info.height) * info.width + pixel(x, info.width)) * info.channels]!;
}

/** A part of a card, cut out of its photo and straightened. */
function cutOut(
  { x, y, width, height }: typeof LAST_FOUR,
  lightAt: (onCard: Point) => number,
): Buffer {
  const positions = Array.from({ length: width * height }, (_, i) => ({
    x: x + (i % width),
    y: y + Math.floor(i / width),
  }));
  return Buffer.from(positions.map(lightAt));
}

test.each<['aadhaarFront' | 'aadhaarBack', PhotoLook, number]>([
  // Photos of people 30 to 39 were read above.
  ['aadhaarFront', 'clean', 8],
  ['aadhaarFront', 'tilted', 32],
  ['aadhaarBack', 'tilted', 9],
  ['aadhaarBack', 'clean', 31],
  ['aadhaarBack', 'blurred', 33],
  ['aadhaarFront', 'turned', 12],
  ['aadhaarBack', 'turned', 37],
])(
  'the stored %s, %s, shows only the last four digits, and its code is covered',
  async (kind, look, seed) => {
    const person = samplePerson(seed);
    const read = await readPhoto(kind, look, seed);
    const masked = await maskAadhaar(pool, read.upright, read.seen);
    if (!masked.ok) throw new Error(masked.reason);

    const { text } = await pool.recognize(await greyPicture({ jpeg: masked.jpeg, codes: [] }));
    expect(readOcrText([text], kind)).toMatchObject({ outcome: 'read' });

    const vid = sampleVid(seed);
    for (const digits of [person.aadhaar.slice(0, 8), vid])
      for (const four of digits.match(/.{4}/g) ?? []) expect(text).not.toContain(four);

    const { x, y, side } = CODES_ON_CARD[kind];

    // Rotated photos are stored upright.
    const turnedBack = (at: Point) =>
      Array.from({ length: look === 'turned' ? 3 - (seed % 3) : 0 }).reduce<Point>(
        (from) => ({ x: 1 - from.y, y: from.x }),
        at,
      );

    const light = await measureLight(masked.jpeg);
    const lightAt = (onCard: Point): number =>
      light(turnedBack(pointOnPhoto({ look, seed }, onCard)));
    const raw = { width: LAST_FOUR.width, height: LAST_FOUR.height, channels: 1 } as const;
    const lastFour = sharp(cutOut(LAST_FOUR, lightAt), { raw })
      .resize({ height: 120 })
      .normalise()
      .png();
    const line = await pool.recognize(await lastFour.toBuffer(), {
      straighten: false,
      onlyLineOf: '0123456789',
    });

    expect(line.text.trim()).toBe(person.aadhaar.slice(8));
    expect(Math.max(...cutOut(FIRST_EIGHT, lightAt))).toBeLessThan(40);

    for (let i = 0; i < 25; i++) {
      const at = {
        x: x + side * (0.02 + 0.24 * (i % 5)),
        y: y + side * (0.02 + 0.24 * Math.floor(i / 5)),
      };
      expect(lightAt(at)).toBeLessThan(12);
    }
  },
);

test.each([
  [
    'a glint over a corner mark: the code is covered',
    '<circle cx="1048" cy="409" r="45" fill="#fff"/>',
  ],
  [
    'no code: only words that were read stay visible',
    '<rect x="1040" y="370" width="400" height="410" fill="#e6e1d8"/>',
  ],
])('on the back of a card with %s', async (_, painted) => {
  const person = samplePerson(31);
  const { upright, seen } = await readPhoto('aadhaarBack', 'clean', 31);
  const paint = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">${painted}</svg>`;
  const jpeg = await sharp(upright)
    .composite([{ input: Buffer.from(paint) }])
    .jpeg({ quality: 88 })
    .toBuffer();

  expect(await pool.findCodes(jpeg)).toEqual([]);

  const masked = await maskAadhaar(pool, jpeg, { ...seen, codes: [] });
  if (!masked.ok) throw new Error(masked.reason);

  const lightAt = await measureLight(masked.jpeg);
  const { x, y, side } = CODES_ON_CARD.aadhaarBack;

  for (let i = 0; i < 100; i++) {
    const onCard = {
      x: x + side * (0.02 + 0.1 * (i % 10)),
      y: y + side * (0.02 + 0.1 * Math.floor(i / 10)),
    };
    expect(lightAt(pointOnPhoto({ look: 'clean', seed: 31 }, onCard))).toBeLessThan(12);
  }

  const { text } = await pool.recognize(await greyPicture({ jpeg: masked.jpeg, codes: [] }));
  for (const kept of [person.pin, person.aadhaar.slice(8)]) expect(text).toContain(kept);
  expect(text).not.toContain(person.aadhaar.slice(0, 4));
});

test('an Aadhaar card sent as a PAN card has its code masked, even if its number is unreadable', async () => {
  const photo = await drawAadhaarFront(samplePerson(31), { look: 'clean', seed: 32 });
  const { reading, upright, seen } = await readDocument(
    pool,
    await sharp(photo).blur(7).toBuffer(),
    'panFront',
  );

  expect(reading.outcome).toBe('unreadable');

  const masked = await maskAadhaar(pool, upright, seen);
  if (!masked.ok) throw new Error(masked.reason);

  const lightAt = await measureLight(masked.jpeg);
  const { x, y, side } = CODES_ON_CARD.aadhaarFront;

  for (let i = 0; i < 100; i++) {
    const onCard = {
      x: x + side * (0.02 + 0.1 * (i % 10)),
      y: y + side * (0.02 + 0.1 * Math.floor(i / 10)),
    };
    expect(lightAt(pointOnPhoto({ look: 'clean', seed: 32 }, onCard))).toBeLessThan(12);
  }
});

test('a picture without a number must not be stored as an Aadhaar card', async () => {
  const nothing = await blank().jpeg().toBuffer();
  for (const jpeg of [nothing, await drawPan(samplePerson(9))]) {
    const { upright, seen } = await readDocument(pool, jpeg, 'aadhaarFront');
    expect(await maskAadhaar(pool, upright, seen)).toEqual({ ok: false, reason: 'cannot_mask' });
  }
});

test('invalid bytes fail their own job only', async () => {
  // The engine's core prints errors for these to standard error.
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const rubbish = [Buffer.from('not a picture'), Buffer.alloc(0), Buffer.alloc(5000, 0xff)];

  for (const bytes of rubbish) {
    await expect(pool.recognize(bytes)).rejects.toMatchObject({ reason: 'crashed' });
    await expect(readDocument(pool, bytes, 'panFront')).rejects.toThrow();
  }

  errors.mockRestore();

  const person = samplePerson(10);
  expect((await readDocument(pool, await drawPan(person), 'panFront')).reading).toMatchObject({
    fields: { pan: person.pan },
  });
});

test('jobs beyond the queue are busy, a late job times out, and the pool still closes', async () => {
  const small = await blank().resize(200).png().toBuffer();
  const tight = makeOcrPool({ workers: 1, waiting: 2, jobMs: PICTURE_LIMIT_MS });
  const ends = await Promise.allSettled(Array.from({ length: 6 }, () => tight.recognize(small)));

  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(3);
  expect(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.reason] : []))).toEqual([
    'busy',
    'busy',
    'busy',
  ]);
  await tight.close();
  await expect(tight.recognize(small)).rejects.toMatchObject({ reason: 'closed' });

  const hasty = makeOcrPool({ workers: 1, jobMs: 1 });
  const big = await drawPan(samplePerson(11));

  for (let i = 0; i < 2; i++)
    await expect(hasty.recognize(big)).rejects.toMatchObject({ reason: 'timeout' });
  await hasty.close();
});

test('language data is read from the installed package and never written', () => {
  expect(existsSync('eng.traineddata')).toBe(false);
});
