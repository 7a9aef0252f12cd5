import { createHash, randomInt } from 'node:crypto';
import { test } from '@playwright/test';

/** How many seeds the sandbox knows, from 0. */
const SEEDS = 2 ** 31;

const drawn = new Map<string, number>();

/**
 * The seed of one more invented person. A walk invents the same people in each run, so that what
 * fails with one of them fails again. Outside a walk chance decides.
 */
export function nextSeed(): number {
  const walk = nameWalk();
  if (walk === undefined) return randomInt(SEEDS);

  const number = (drawn.get(walk) ?? 0) + 1;
  drawn.set(walk, number);

  return createHash('sha256').update(`${walk} ${number}`).digest().readUInt32BE() % SEEDS;
}

function nameWalk(): string | undefined {
  try {
    const { testId, repeatEachIndex } = test.info();
    return `${testId} ${repeatEachIndex}`;
  } catch {
    return undefined;
  }
}
