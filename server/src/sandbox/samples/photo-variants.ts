import sharp from 'sharp';
import { rollDice } from './seeded.ts';

export type PhotoLook = 'clean' | 'tilted' | 'blurred' | 'lowLight';
export type PhotoVariant = { look: PhotoLook; seed: number };

export const CLEAN: PhotoVariant = { look: 'clean', seed: 1 };

const PHOTO = { width: 1600, height: 1200 };
const CARD_WIDTH = 1360;

/** A drawn card as a phone would photograph it on a table: 1600 × 1200 JPEG. */
export async function photographCard(card: Buffer, variant: PhotoVariant): Promise<Buffer> {
  const dice = rollDice(variant.seed * 31 + 5);
  const degrees = variant.look === 'tilted' ? (2 + dice.next() * 4) * dice.pick([-1, 1]) : 0;
  const turned = await sharp(card)
    .resize({ width: variant.look === 'tilted' ? CARD_WIDTH - 60 : CARD_WIDTH })
    .rotate(degrees, { background: '#00000000' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const { data } = await sharp({ create: { ...PHOTO, channels: 3, background: '#5b5148' } })
    .composite([{ input: turned, gravity: 'centre' }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (variant.look === 'lowLight') dim(data, 0.22 + dice.next() * 0.13);
  addGrain(data, { seed: variant.seed, strength: variant.look === 'lowLight' ? 18 : 8 });
  const photo = sharp(data, { raw: { ...PHOTO, channels: 3 } });
  if (variant.look === 'blurred') photo.blur(1.6 + dice.next() * 1.2);
  return photo.jpeg({ quality: 85 }).toBuffer();
}

/** Sensor noise, in place, on interleaved RGB bytes. */
export function addGrain(pixels: Buffer, { seed, strength }: { seed: number; strength: number }): void {
  let state = (seed * 2654435761) >>> 0;
  for (let i = 0; i < pixels.length; i += 3) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const shift = ((state >>> 16) / 65535 - 0.5) * strength;
    for (let k = 0; k < 3; k++) pixels[i + k] = Math.max(0, Math.min(255, pixels[i + k]! + shift));
  }
}

// Darker towards the right, as under one lamp.
function dim(pixels: Buffer, light: number): void {
  for (let i = 0; i < pixels.length; i++) {
    const across = (Math.floor(i / 3) % PHOTO.width) / PHOTO.width;
    pixels[i] = pixels[i]! * light * (1.25 - across * 0.5);
  }
}
