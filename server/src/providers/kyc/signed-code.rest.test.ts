import { generateKeyPairSync } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { encodeCodePhoto, encodeJpeg2000 } from '../../sandbox/samples/code-photo.ts';
import { drawAadhaarBack } from '../../sandbox/samples/draw-documents.ts';
import { readSelfie } from '../../sandbox/samples/faces.ts';
import type { PhotoLook } from '../../sandbox/samples/photo-variants.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { rollDice } from '../../sandbox/samples/seeded.ts';
import { layOutCode, makeSampleIssuer, signCode } from '../../sandbox/samples/sign-code.ts';
import { makeSignedCodes } from './signed-code.ts';

const codes = makeSignedCodes({ waiting: 8, jobMs: 60_000 });
const issuer = makeSampleIssuer(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey);
const photo = await encodeCodePhoto(await readSelfie());

afterAll(() => codes.close());

const VERSIONS = ['V1', 'V2', 'V3', 'V5'] as const;
const LOOKS: readonly PhotoLook[] = ['tilted', 'glare', 'turned', 'lowLight'];

/** A card photographed in one of four lights, then blurred a little and saved as a phone does. */
async function photograph(seed: number): Promise<{ digits: string; picture: Buffer }> {
  const dice = rollDice(seed + 900);
  const person = samplePerson(seed);
  const version = VERSIONS[seed % VERSIONS.length];
  const digits = signCode(layOutCode(person, { ...(version && { version }), photo }), issuer);
  const look = LOOKS[Math.floor(seed / VERSIONS.length) % LOOKS.length] ?? 'tilted';
  const picture = await sharp(await drawAadhaarBack(person, { look, seed }, digits))
    .blur(0.4 + dice.next() * 0.9)
    .jpeg({ quality: dice.int(70, 95) })
    .toBuffer();

  return { digits, picture };
}

test('at least 95 of 100 photographed codes are read, and none wrongly', async () => {
  const wrong: number[] = [];
  let read = 0;

  for (let seed = 1; seed <= 200; seed++) {
    const { digits, picture } = await photograph(seed);
    const found = await codes.read(picture);
    if (found === digits) read++;
    else if (found !== null) wrong.push(seed);
  }

  expect(wrong).toEqual([]);
  expect(read).toBeGreaterThanOrEqual(190);
});

test('of two codes on one picture the one with the photo is read', async () => {
  const person = samplePerson(9);
  const draw = async (more: { photo?: Buffer }) => {
    const digits = signCode(layOutCode(person, more), issuer);
    return { digits, card: await drawAadhaarBack(person, undefined, digits) };
  };
  const small = await draw({});
  const large = await draw({ photo });
  const { height = 0 } = await sharp(small.card).metadata();
  const letter = await sharp(small.card)
    .extend({ bottom: height })
    .composite([{ input: large.card, top: height, left: 0 }])
    .jpeg()
    .toBuffer();

  expect(await codes.read(small.card)).toBe(small.digits);
  expect(await codes.read(letter)).toBe(large.digits);
});

test('a code that holds no signed content, no code and no picture give nothing', async () => {
  const card = await drawAadhaarBack(samplePerson(1));
  const plain = await drawAadhaarBack(samplePerson(1), undefined, '12345678901234567890');
  const nothing = [
    card,
    plain,
    Buffer.alloc(0),
    Buffer.from('not a picture'),
    card.subarray(0, 900),
  ];

  for (const upload of nothing) expect(await codes.read(upload)).toBeNull();
});

test('the photo in a code is opened, and what is none is not', async () => {
  const jpeg = await codes.openPhoto(photo);
  expect(await sharp(jpeg ?? undefined).metadata()).toMatchObject({ format: 'jpeg', width: 480 });

  const cut = photo.subarray(0, 40);
  const huge = Buffer.from(photo);
  huge.writeUInt32BE(60_000, 8);
  const thread = await encodeJpeg2000(Buffer.alloc(3_000, 90), { width: 1, height: 1_000 });

  for (const broken of [Buffer.alloc(0), Buffer.from('photo'), cut, huge, thread])
    expect(await codes.openPhoto(broken)).toBeNull();
});

test('the photo in an offline file is opened, and what is none is not', async () => {
  const stamp = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#876' } })
      .jpeg()
      .toBuffer();
  const small = await stamp(160);
  const jpeg = await codes.openPhoto(small);
  expect(await sharp(jpeg ?? undefined).metadata()).toMatchObject({ format: 'jpeg', width: 480 });

  for (const broken of [
    small.subarray(0, 30),
    await stamp(2_000),
    await sharp(small).png().toBuffer(),
  ])
    expect(await codes.openPhoto(broken)).toBeNull();
});
