import { lastCompleteQuarter } from '@noren/core/lending/rate-card';
import { addDays } from '@noren/core/money/time';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import type { Deps } from '../../platform/deps.ts';
import { computeRates, isQuarterTaken, saveRates } from './quarter-rates-store.ts';

/**
 * Days after a quarter's end until its rates are computed: a bank may until then confirm or send
 * back what was paid out in it.
 */
const SETTLED_AFTER_DAYS = 7;

/** Job: computes once what the loans of the last complete quarter cost. */
export async function takeQuarterRates(deps: Deps): Promise<void> {
  const { db } = deps;
  const quarter = lastCompleteQuarter(deps.today());
  if (deps.today() <= addDays(quarter.last, SETTLED_AFTER_DAYS)) return;
  if (await isQuarterTaken(db, quarter)) return;

  const rates = await inSnapshot(db, (tx) => computeRates(tx, quarter));
  await saveRates(db, quarter, { rates, now: deps.now() });
}
