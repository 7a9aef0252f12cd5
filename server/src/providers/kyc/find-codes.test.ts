import { expect, test } from 'vitest';
import { findCodes } from './find-codes.ts';

const SIDE = 2000;
const DOT = 3;
const MARK = 7;

/** Corner marks of a code at the given distance from each other, as far as the picture goes. */
function drawMarks(apart: number): Uint8Array {
  const pixels = new Uint8Array(SIDE * SIDE).fill(255);
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) {
      const [column, row] = [x, y].map((at) => Math.floor((at % apart) / DOT)) as [number, number];
      if (isDark(column, row)) pixels[y * SIDE + x] = 0;
    }

  return pixels;
}

function isDark(column: number, row: number): boolean {
  if (column >= MARK || row >= MARK) return false;
  const ring = Math.max(Math.abs(column - 3), Math.abs(row - 3));
  return ring !== 2;
}

test('a wall of five thousand corner marks is no card, and is searched to its end', () => {
  expect(findCodes({ pixels: drawMarks(28), width: SIDE, height: SIDE })).toEqual([]);
});
