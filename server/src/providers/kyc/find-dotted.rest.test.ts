import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import type { Point } from '../../platform/ports/kyc.ts';
import {
  CODES_ON_CARD,
  drawAadhaarBack,
  drawAadhaarFront,
} from '../../sandbox/samples/draw-documents.ts';
import type { PhotoLook } from '../../sandbox/samples/photo-variants.ts';
import { samplePerson } from '../../sandbox/samples/sample-person.ts';
import { pointOnPhoto } from '../../testing/point-on-photo.ts';
import { PICTURE_LIMIT_MS } from '../../testing/time-limits.ts';
import { makeCodeFinder } from './code-finder.ts';

const finder = makeCodeFinder({ waiting: 8, jobMs: PICTURE_LIMIT_MS });
afterAll(() => finder.close());

const draw = { aadhaarFront: drawAadhaarFront, aadhaarBack: drawAadhaarBack };
type Side = keyof typeof draw;
type Spoil = (photo: Sharp, mark: Point) => Sharp;
const asTaken: Spoil = (photo) => photo;
const soft: Spoil = (photo) => photo.blur(4.5);
const dim: Spoil = (photo) => photo.linear(0.2, 0).blur(3);

const glint: Spoil = (photo, { x, y }) => {
  const light = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><circle cx="${x}" cy="${y}" r="45" fill="#fff"/></svg>`;
  return photo.composite([{ input: Buffer.from(light) }]);
};

// A front has a code when its photo's number is even. A code without visible marks must still be
// masked.
test.each<[string, boolean, number, Side, PhotoLook, number, Spoil]>([
  ['as taken', true, 31, 'aadhaarFront', 'clean', 32, asTaken],
  ['as taken', true, 31, 'aadhaarBack', 'tilted', 31, asTaken],
  ['under glare', true, 2037, 'aadhaarBack', 'glare', 2037, asTaken],
  ['under a glint', false, 31, 'aadhaarFront', 'clean', 32, glint],
  ['under a glint', false, 31, 'aadhaarBack', 'clean', 31, glint],
  ['as taken', false, 2037, 'aadhaarBack', 'blurred', 2037, asTaken],
  ['out of focus', false, 31, 'aadhaarFront', 'clean', 32, soft],
  ['in bad light', false, 31, 'aadhaarBack', 'clean', 31, dim],
])(
  'all of a code %s (marks seen: %s) is found by its dots: person %i, %s, %s, %i',
  async (_, isMarked, number, side, look, seed, spoil) => {
    const { x, y, side: length } = CODES_ON_CARD[side];

    const onPhoto = (right: number, down: number): Point => {
      const at = pointOnPhoto({ look, seed }, { x: x + right * length, y: y + down * length });
      return { x: at.x * 1600, y: at.y * 1200 };
    };

    const photo = sharp(await draw[side](samplePerson(number), { look, seed }));
    const jpeg = await spoil(photo, onPhoto(0.06, 0.06)).jpeg({ quality: 85 }).toBuffer();

    expect(await finder.find(jpeg, 'marked')).toHaveLength(isMarked ? 1 : 0);

    const shapes = await finder.find(jpeg, 'dotted');
    for (let i = 0; i <= 100; i++) {
      const point = onPhoto((i % 10) / 9.99, Math.floor(i / 10) / 10);
      expect(shapes.some((corners) => isWithin(point, corners))).toBe(true);
    }
  },
);

test.each([
  ['clean', 31],
  ['tilted', 35],
  ['glare', 37],
] as const)('no code is found on a card without one: %s, person %i', async (look, seed) => {
  const photo = await drawAadhaarFront(samplePerson(seed), { look, seed });
  expect(await finder.find(photo, 'marked')).toEqual([]);
  expect(await finder.find(photo, 'dotted')).toEqual([]);
});

/** Whether a point lies on one side of all the edges. */
function isWithin({ x, y }: Point, corners: Point[]): boolean {
  const sides = corners.map((from, i) => {
    const to = corners[(i + 1) % corners.length]!;
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) >= 0;
  });
  return new Set(sides).size === 1;
}
