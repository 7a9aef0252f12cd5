import type { CeilingLevel } from '@noren/core/lending/level-ceilings';
import type { Paise } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { expect } from 'vitest';
import { decideByTwo } from './decisions.ts';
import type { TestApp } from './start-app.ts';

/** Two people set a level's ceiling, and the day comes on which it begins. */
export async function setCeiling(
  app: Pick<TestApp, 'deps' | 'moveDays'>,
  level: CeilingLevel,
  ceiling: Paise,
): Promise<void> {
  await decideByTwo(app.deps, {
    kind: 'level_ceiling',
    detail: {
      level,
      ceilingPaise: ceiling,
      effectiveFrom: addDays(app.deps.today(), 1),
      citation: 'Opinion of counsel, November 2026',
    },
  });
  app.moveDays(1);
}

/** How a loan above the ceiling of its borrower's level is refused. */
export const heldByLevel = (ceiling: string) => ({
  code: 409,
  data: { reason: 'identity_level' },
  msg: expect.stringContaining(ceiling),
});
