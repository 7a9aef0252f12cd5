import sharp from 'sharp';
import { CARD } from './draw-card.ts';
import { addGrain } from './grain.ts';
import { makeWarp, type Point, type Warp } from './perspective.ts';
import { type Dice, rollDice } from './seeded.ts';

/**
 * Photo conditions of a card. 'turned' is rotated by 90, 180 or 270 degrees; 'cropped' leaves a
 * side out of the frame; 'scanned' is the card alone, three times faster to draw.
 */
export type PhotoLook =
  | 'clean'
  | 'tilted'
  | 'blurred'
  | 'lowLight'
  | 'glare'
  | 'compressed'
  | 'turned'
  | 'cropped'
  | 'scanned';
export type PhotoVariant = { look: PhotoLook; seed: number };

export const CLEAN: PhotoVariant = { look: 'clean', seed: 1 };

export const PHOTO = { width: 1600, height: 1200 };
const CARD_WIDTH = 1360;
/** A phone exposes white paper just below full brightness. */
const EXPOSURE = 0.9;
const MIDDLE = { x: PHOTO.width / 2, y: PHOTO.height / 2 };

/** A drawn RGBA card as a phone's JPEG photo on a table: 1600 × 1200, or portrait when turned. */
export async function photographCard(card: Buffer, variant: PhotoVariant): Promise<Buffer> {
  const { look, seed } = variant;
  if (look === 'scanned') return scan(card);

  const dice = rollDice(seed * 31 + 5);
  const data = layOnTable(card, layCard(variant), seed);

  if (look === 'lowLight') dim(data, 0.16 + dice.next() * 0.14);
  if (look === 'glare') shine(data, dice);
  addGrain(data, { seed, strength: look === 'lowLight' ? 18 : 8 });

  const photo = sharp(data, { raw: { ...PHOTO, channels: 3 } });
  if (look === 'blurred') photo.blur(2 + dice.next() * 1.4);
  if (look === 'turned') photo.rotate(quarterTurns(seed) * 90);
  if (look === 'compressed') photo.resize({ width: 1000 });

  return photo
    .jpeg({ quality: look === 'compressed' ? 22 + dice.int(0, 10) : 85, optimiseCoding: false })
    .toBuffer();
}

function scan(card: Buffer): Promise<Buffer> {
  return sharp(card, { raw: { ...CARD, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 85, optimiseCoding: false })
    .toBuffer();
}

/** Quarter turns, clockwise, of a 'turned' photo. */
export const quarterTurns = (seed: number): number => 1 + (seed % 3);

/** The corners of the card on the photo: straight when clean, else in perspective. */
export function layCard({ look, seed }: PhotoVariant): Warp {
  const dice = rollDice(seed * 17 + 11);
  const swing = (most: number): number => (dice.next() * 2 - 1) * most;
  const isTilted = look === 'tilted';
  const width = isTilted ? CARD_WIDTH - 110 : CARD_WIDTH - (look === 'clean' ? 0 : dice.int(0, 80));
  const half = { x: width / 2, y: (width * CARD.height) / CARD.width / 2 };
  const degrees = isTilted
    ? (3 + dice.next() * 5) * dice.pick([-1, 1])
    : swing(look === 'clean' ? 0 : 1.5);
  const turn = (degrees * Math.PI) / 180;
  const lean = isTilted ? swing(0.05) : 0;
  const pull = isTilted ? 36 : look === 'clean' ? 0 : 8;
  const shift = look === 'cropped' ? dice.pick([leave.below, leave.left]) : { x: 0, y: 0 };

  const corner = (alongX: number, alongY: number): Point => {
    const [x, y] = [
      half.x * alongX + lean * half.y * alongY + swing(pull),
      half.y * alongY + swing(pull),
    ];

    return {
      x: MIDDLE.x + shift.x + x * Math.cos(turn) - y * Math.sin(turn),
      y: MIDDLE.y + shift.y + x * Math.sin(turn) + y * Math.cos(turn),
    };
  };

  return makeWarp([corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]);
}

// Far enough that the number, or the start of every line, is out of the frame.
const leave = { below: { x: 0, y: 460 }, left: { x: -760, y: 0 } };

function layOnTable(print: Buffer, warp: Warp, seed: number): Buffer {
  const photo = Buffer.alloc(PHOTO.width * PHOTO.height * 3);
  const wave = Float64Array.from({ length: PHOTO.width }, (_, x) => 3 * Math.sin(x / 170 + seed));

  for (let y = 0, to = 0; y < PHOTO.height; y++)
    for (let x = 0; x < PHOTO.width; x++, to += 3) {
      const grain = 6 * Math.sin(y / 9 + wave[x]!);
      photo[to] = 96 + grain;
      photo[to + 1] = 84 + grain;
      photo[to + 2] = 74 + grain;
    }

  warp.forEachPixel(PHOTO, (x, y, atX, atY) =>
    blend(photo, (y * PHOTO.width + x) * 3, print, atX, atY),
  );

  return photo;
}

// Runs about a million times a photo: plain numbers, no arrays.
function blend(photo: Buffer, to: number, print: Buffer, atX: number, atY: number): void {
  const x = atX * (CARD.width - 1.01);
  const y = atY * (CARD.height - 1.01);
  const left = Math.floor(x);
  const top = Math.floor(y);
  const partX = x - left;
  const partY = y - top;
  const from = (top * CARD.width + left) * 4;
  const below = from + CARD.width * 4;
  const a = (1 - partX) * (1 - partY);
  const b = partX * (1 - partY);
  const c = (1 - partX) * partY;
  const d = partX * partY;
  const bare =
    1 -
    (print[from + 3]! * a + print[from + 7]! * b + print[below + 3]! * c + print[below + 7]! * d) /
      255;

  for (let k = 0; k < 3; k++) {
    const ink =
      print[from + k]! * a +
      print[from + 4 + k]! * b +
      print[below + k]! * c +
      print[below + 4 + k]! * d;
    photo[to + k] = photo[to + k]! * bare + ink * EXPOSURE;
  }
}

// Darker towards the right, as under one lamp.
function dim(pixels: Buffer, light: number): void {
  for (let i = 0; i < pixels.length; i++) {
    const across = (Math.floor(i / 3) % PHOTO.width) / PHOTO.width;
    pixels[i] = pixels[i]! * light * (1.25 - across * 0.5);
  }
}

// A lamp reflected in the lamination: print fades under it, almost completely in the middle.
function shine(pixels: Buffer, dice: Dice): void {
  const middle = { x: dice.int(400, 1200), y: dice.int(350, 850) };
  const reach = dice.int(150, 280);
  const strength = dice.int(140, 215);

  for (let y = 0, i = 0; y < PHOTO.height; y++)
    for (let x = 0; x < PHOTO.width; x++, i += 3) {
      const far = ((x - middle.x) / 1.6) ** 2 + (y - middle.y) ** 2;
      const light = strength * Math.exp(-far / (reach * reach));
      for (let k = 0; k < 3; k++) pixels[i + k] = Math.min(255, pixels[i + k]! + light);
    }
}
