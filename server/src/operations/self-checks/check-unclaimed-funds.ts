import type { Tx } from '../../platform/db/db.ts';
import type { CheckResult } from './check-result.ts';
import type { Scope } from './check-scope-store.ts';
import { listOrphanJournals, listUnclaimedFunds } from './check-unclaimed-funds-store.ts';

/**
 * Unclaimed funds are in suspense with their own amount until decided, and are not also posted to an order. Those waiting
 * are listed for a person's decision: they are no problem.
 */
export async function checkUnclaimedFunds(tx: Tx, scope: Scope): Promise<CheckResult> {
  const receipts = await listUnclaimedFunds(tx, scope);
  const waiting = receipts.filter(({ state }) => state === 'open' || state === 'returning');
  const problems = waiting
    .filter(({ booked }) => booked)
    .map(({ ref }) => `payment ${ref} is posted to an order and in suspense`);
  for (const receipt of receipts) {
    const expected = waiting.includes(receipt) ? receipt.amount : 0;
    if (receipt.inSuspense !== expected)
      problems.push(`payment ${receipt.ref}: ${receipt.inSuspense} paise are in suspense, should be ${expected}`);
  }
  problems.push(...(await listOrphanJournals(tx, scope)));
  const listed = waiting.map(
    ({ ref, amount, day, state }) =>
      `payment ${ref} of ${amount} paise, ${day}: ${state === 'returning' ? 'being refunded to its sender' : 'unclaimed'}`,
  );
  return { examined: receipts.length, problems, listed };
}
