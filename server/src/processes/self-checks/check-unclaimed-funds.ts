import type { Tx } from '../../platform/db/db.ts';
import type { CheckResult } from './check-result.ts';
import type { Scope } from './check-scope-store.ts';
import { listOrphanJournals, listUnclaimedFunds } from './check-unclaimed-funds-store.ts';

/**
 * Unclaimed funds are in suspense with their own amount until decided, and are not also posted to
 * an order. Those waiting are listed for a person's decision: they are no problem.
 */
export async function checkUnclaimedFunds(tx: Tx, scope: Scope): Promise<CheckResult> {
  const funds = await listUnclaimedFunds(tx, scope);
  const waiting = funds.filter(({ state }) => state === 'open' || state === 'returning');
  const problems = waiting
    .filter(({ booked }) => booked)
    .map(({ ref }) => `payment ${ref} is posted to an order and in suspense`);

  for (const one of funds) {
    const expected = waiting.includes(one) ? one.amount : 0;
    if (one.inSuspense !== expected)
      problems.push(
        `payment ${one.ref}: ${one.inSuspense} paise are in suspense, should be ${expected}`,
      );
  }

  problems.push(...(await listOrphanJournals(tx, scope)));

  const listed = waiting.map(
    ({ ref, amount, day, state }) =>
      `payment ${ref} of ${amount} paise, ${day}: ${state === 'returning' ? 'being refunded to its sender' : 'unclaimed'}`,
  );
  return { examined: funds.length, problems, listed };
}
