export type Grey = { pixels: Buffer; width: number; height: number };

/** A part of a grey picture, in its pixels, with how many of them have each level (0–255). */
export type Tile = {
  left: number;
  top: number;
  width: number;
  height: number;
  levels: Uint32Array;
};
type Part = Omit<Tile, 'levels'>;

const SIDE = 50;

/** The whole picture in tiles, row by row; the last of a row or column may be smaller. */
export function cutTiles(grey: Grey): Tile[] {
  const tiles: Tile[] = [];
  for (let top = 0; top < grey.height; top += SIDE)
    for (let left = 0; left < grey.width; left += SIDE) {
      const width = Math.min(SIDE, grey.width - left);
      const part = { left, top, width, height: Math.min(SIDE, grey.height - top) };
      tiles.push({ ...part, levels: countLevels(grey, part) });
    }

  return tiles;
}

function countLevels({ pixels, width }: Grey, part: Part): Uint32Array {
  const levels = new Uint32Array(256);
  for (let y = part.top; y < part.top + part.height; y++)
    for (let x = part.left; x < part.left + part.width; x++) levels[pixels[y * width + x]!]! += 1;
  return levels;
}

/** How many pixels of a part differ by each step from the one before or above. */
export function countSteps({ pixels, width }: Grey, part: Part): Uint32Array {
  const steps = new Uint32Array(256);
  for (let y = Math.max(1, part.top); y < part.top + part.height; y++)
    for (let x = Math.max(1, part.left); x < part.left + part.width; x++) {
      const at = y * width + x;
      const step = Math.max(
        Math.abs(pixels[at]! - pixels[at - 1]!),
        Math.abs(pixels[at]! - pixels[at - width]!),
      );
      steps[step]! += 1;
    }

  return steps;
}

/** The value that this share of what was counted does not exceed. */
export function percentile(counts: Uint32Array, share: number): number {
  let left = share * counts.reduce((sum, count) => sum + count, 0);
  for (const [value, count] of counts.entries()) {
    left -= count;
    if (left <= 0) return value;
  }

  return counts.length - 1;
}

/** The most tiles that touch each other, also by a corner. */
export function findLargestGroup(tiles: readonly Tile[]): Tile[] {
  let largest: Tile[] = [];
  const left = new Set(tiles);

  for (const first of tiles) {
    if (!left.delete(first)) continue;

    const group = [first];
    // The group grows while it is walked.
    for (const tile of group)
      for (const other of left)
        if (Math.abs(other.left - tile.left) <= SIDE && Math.abs(other.top - tile.top) <= SIDE) {
          left.delete(other);
          group.push(other);
        }

    if (group.length > largest.length) largest = group;
  }

  return largest;
}
