import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawAadhaarFront, drawPan } from '../../sandbox/samples/draw-documents.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { findFault, findFaultPlace } from './picture-fault.ts';

/** Where a fault is, in shares of the picture's width and height. */
type Spot = { left: number; top: number; width: number; height: number };

async function inPixels(jpeg: Buffer, { left, top, width, height }: Spot): Promise<Spot> {
  const whole = await sharp(jpeg).metadata();
  const across = (share: number): number => Math.round(share * whole.width);
  const down = (share: number): number => Math.round(share * whole.height);
  return { left: across(left), top: down(top), width: across(width), height: down(height) };
}

/** The light of a lamp on a part of a picture. */
async function addGlare(jpeg: Buffer, spot: Spot): Promise<Buffer> {
  const { left, top, width, height } = await inPixels(jpeg, spot);
  const glare = `<svg width="${width}" height="${height}" xmlns="http://www.w3.org/2000/svg">
    <ellipse cx="50%" cy="50%" rx="50%" ry="50%" fill="#fff"/></svg>`;

  return sharp(jpeg)
    .composite([{ input: Buffer.from(glare), left, top }])
    .jpeg()
    .toBuffer();
}

async function blurPart(jpeg: Buffer, spot: Spot): Promise<Buffer> {
  const part = await inPixels(jpeg, spot);
  const blurred = await sharp(jpeg).extract(part).blur(10).toBuffer();

  return sharp(jpeg)
    .composite([{ input: blurred, left: part.left, top: part.top }])
    .jpeg()
    .toBuffer();
}

const turn = (jpeg: Buffer) => sharp(jpeg).rotate(90).jpeg().toBuffer();

/** A tile of the search is a sixteenth of the width and a twelfth of the height. */
async function expectPlace(
  jpeg: Buffer,
  fault: 'too_bright' | 'blurred',
  spot: Spot,
): Promise<void> {
  expect(await findFault(jpeg)).toBe(fault);

  const place = await findFaultPlace(jpeg, fault);
  const ends = ({ left, top, width, height }: Spot) => [left, top, left + width, top + height];
  const off = ends(place!).map((end, at) => Math.abs(end - ends(spot)[at]!));

  expect(Math.max(...off), JSON.stringify(place)).toBeLessThan(0.13);
}

test('glare is found where it is, on a picture on its side too', async () => {
  const card = await drawPan(samplePerson(6));
  const upperRight = { left: 0.6, top: 0.1, width: 0.3, height: 0.3 };
  const glared = await addGlare(card, upperRight);

  await expectPlace(glared, 'too_bright', upperRight);
  await expectPlace(await turn(glared), 'too_bright', {
    left: 0.6,
    top: 0.6,
    width: 0.3,
    height: 0.3,
  });

  const lowerLeft = { left: 0.1, top: 0.6, width: 0.25, height: 0.3 };
  await expectPlace(await addGlare(card, lowerLeft), 'too_bright', lowerLeft);
});

test('of two reflections the larger is marked', async () => {
  const card = await drawPan(samplePerson(8), { look: 'tilted', seed: 8 });
  const large = { left: 0.1, top: 0.5, width: 0.35, height: 0.4 };
  const glared = await addGlare(
    await addGlare(card, { left: 0.8, top: 0.1, width: 0.1, height: 0.1 }),
    large,
  );

  await expectPlace(glared, 'too_bright', large);
});

test('a card that is blurred in one part is blurred there; the sharp rest does not hide it', async () => {
  const cards = [await drawPan(samplePerson(6)), await drawAadhaarFront(samplePerson(6))];
  for (const card of cards) {
    const part = { left: 0, top: 0, width: 0.5, height: 1 };
    // The table around the card has no print: only the card counts.
    await expectPlace(await blurPart(card, part), 'blurred', {
      left: 0.06,
      top: 0.09,
      width: 0.44,
      height: 0.82,
    });
  }
});

test('a fault of the whole picture, and a fault of another kind, has no place', async () => {
  const card = await drawPan(samplePerson(6));
  const blurred = await sharp(card).blur(14).jpeg().toBuffer();

  expect(await findFault(blurred)).toBe('blurred');
  expect(await findFaultPlace(blurred, 'blurred')).toBeNull();

  const blinding = await sharp(card).linear(1, 250).jpeg().toBuffer();
  expect(await findFault(blinding)).toBe('too_bright');
  expect(await findFaultPlace(blinding, 'too_bright')).toBeNull();

  const blank = await sharp({
    create: { width: 800, height: 600, channels: 3, background: '#777' },
  })
    .jpeg()
    .toBuffer();
  expect(await findFault(blank)).toBe('unreadable');
  expect(await findFaultPlace(blank, 'blurred')).toBeNull();
  expect(await findFaultPlace(card, 'cropped')).toBeNull();
});

/** A photo in a phone held upright: more of the table above and below, or above alone. */
async function inTallPhoto(jpeg: Buffer, where: 'middle' | 'bottom'): Promise<Buffer> {
  const { width, height } = await sharp(jpeg).metadata();
  const more = Math.round((width * 16) / 9) - height;
  const bottom = where === 'middle' ? Math.round(more / 2) : 0;

  const tall = await sharp(jpeg)
    .extend({ top: more - bottom, bottom, background: '#60544a' })
    .toBuffer();
  return sharp(tall).resize({ width: 900 }).jpeg({ quality: 85 }).toBuffer();
}

/** The card with more of the table around it. */
const fromFarther = (jpeg: Buffer) =>
  sharp(jpeg)
    .extend({ top: 150, bottom: 150, left: 200, right: 200, background: '#60544a' })
    .toBuffer();

test.each(['tilted', 'blurred', 'compressed'] as const)(
  'a whole card in a tall photo that is %s is not called cut off',
  async (look) => {
    for (const draw of [drawPan, drawAadhaarFront]) {
      const card = await fromFarther(await draw(samplePerson(11), { look, seed: 11 }));
      expect(await findFault(await inTallPhoto(card, 'middle'))).not.toBe('cropped');
    }
  },
);

test('a card that leaves a tall photo is called cut off, at the side and below', async () => {
  const leftAndBelow = [5, 6, 7, 8];
  for (const seed of leftAndBelow) {
    const card = await drawPan(samplePerson(seed), { look: 'cropped', seed });
    expect(await findFault(await inTallPhoto(card, 'bottom')), `${seed}`).toBe('cropped');
  }
});
