import { expect, test } from 'vitest';
import { type LivenessHint, POSES } from './liveness.ts';
import { type FrameTraces, findHints, measureBend } from './liveness-hints.ts';

test('a flat surface does not bend between two views, one with a nose does', () => {
  const grid = Array.from({ length: 25 }, (_, at) => [at % 5, Math.floor(at / 5)] as const);
  const slanted = grid.map(([x, y]) => [0.6 * x + 0.1 * y + 3, y - 0.2 * x] as const);
  const nosed = grid.map(([x, y]) => [x + Math.max(0, 1 - Math.hypot(x - 2, y - 2)), y] as const);

  expect(measureBend(grid, slanted)).toBeLessThan(1e-9);
  expect(measureBend(grid, nosed)).toBeGreaterThan(0.04);
  expect(measureBend(grid, [])).toBeNaN();
});

const grid = Array.from({ length: 25 }, (_, at) => [at % 5, Math.floor(at / 5)] as const);
const nosed = grid.map(([x, y]) => [x + Math.max(0, 1 - Math.hypot(x - 2, y - 2)), y] as const);

const frames: FrameTraces[] = POSES.map((pose, at) => ({
  face: { live: 0.9, real: 0.8 },
  mesh: pose === 'left' || pose === 'right' ? nosed : grid,
  thumbnail: new Uint8Array([at * 40, 100]),
}));

const each = (change: Partial<FrameTraces>) => frames.map((frame) => ({ ...frame, ...change }));

test.each<[string, Parameters<typeof findHints>[0], LivenessHint[]]>([
  ['a person', { frames, similarity: 0.7 }, []],
  ['a person without a card', { frames }, []],
  ['one picture twice', { frames: frames.with(1, frames[0] as FrameTraces) }, ['still_picture']],
  ['a face that is flat', { frames: each({ mesh: grid }) }, ['flat_face']],
  [
    'a face that looks printed',
    { frames: each({ face: { live: 0.9, real: 0.3 } }) },
    ['screen_or_print'],
  ],
  [
    'a face that looks filmed',
    { frames: each({ face: { live: 0.3, real: 0.9 } }) },
    ['screen_or_print'],
  ],
  [
    'one poor figure among good ones',
    { frames: frames.with(2, { ...frames[2], face: { real: 0, live: 0 } } as FrameTraces) },
    [],
  ],
  ['hardly the person on the card', { frames, similarity: 0.2 }, ['unlike_document']],
  ['nobody', { frames: frames.map(({ thumbnail }) => ({ thumbnail, mesh: [] })) }, []],
])('%s', (_, seen, hints) => {
  expect(findHints(seen, POSES)).toEqual(hints);
});

test('a single picture says nothing of stillness or depth', () => {
  expect(findHints({ frames: frames.slice(0, 1), similarity: 0.1 }, [])).toEqual([
    'unlike_document',
  ]);
});
