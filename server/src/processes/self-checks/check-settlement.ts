import { toPaymentName } from '../../lending/payments/posting/provider-payments-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { CheckResult } from './check-result.ts';
import type { Scope } from './check-scope-store.ts';
import { checkPayments } from './check-settled-payments.ts';
import {
  closeMovedJournals,
  findPaymentsOfJournals,
  type JournalKey,
  listChargedBack,
  type MovedJournal,
  nextMovedJournals,
  openMovedJournals,
  toJournalName,
} from './settled-payments-store.ts';

/** How many journals are read at once. */
const PAGE = 1_000;

/**
 * Of each payment that something happened to in the scope: the settlement accounts hold what its
 * provider received, less what was refunded and charged back; what was taken off its order is in
 * suspense or was posted to another. Every journal that moved these accounts is of a payment.
 */
export async function checkSettlement(
  tx: Tx,
  scope: Scope,
  pageSize: number = PAGE,
): Promise<CheckResult> {
  const chargedBack = await checkPayments(tx, await listChargedBack(tx, scope));
  const problems = [...chargedBack.problems];
  let { examined } = chargedBack;

  // Payments that may be named once more: those of several users, and the last user's so far.
  const elsewhere = new Set(chargedBack.names);
  let last = { userId: '', names: new Set<string>() };

  for await (const journals of eachPage(tx, scope, pageSize)) {
    const found = await findPaymentsOfJournals(tx, journals.map(findRoot));
    const isNew = (name: string): boolean => !elsewhere.has(name) && !last.names.has(name);
    const payments = new Map(
      found.map((one) => [toPaymentName(one), one] as const).filter(([name]) => isNew(name)),
    );
    const checked = await checkPayments(tx, [...payments.values()]);

    problems.push(...listOrphans(journals, found), ...checked.problems);
    examined += checked.examined;
    for (const name of checked.namesOfSeveral) elsewhere.add(name);

    const { userId } = journals.at(-1)!;
    const names = found.filter((one) => one.userId === userId).map(toPaymentName);
    last = { userId, names: new Set([...(last.userId === userId ? last.names : []), ...names]) };
  }

  return { examined, problems };
}

/** The journals of a scope, user by user, so that most payments are named in one page. */
async function* eachPage(tx: Tx, scope: Scope, size: number): AsyncGenerator<MovedJournal[]> {
  await openMovedJournals(tx, scope);
  for (;;) {
    const page = await nextMovedJournals(tx, size);
    if (page.length === 0) return closeMovedJournals(tx);
    yield page;
  }
}

const findRoot = ({ userId, journalId, of }: MovedJournal): JournalKey => ({
  userId,
  journalId: of ?? journalId,
});

function listOrphans(journals: readonly MovedJournal[], found: readonly JournalKey[]): string[] {
  const known = new Set(found.map(toJournalName));
  return journals
    .filter((journal) => !known.has(toJournalName(findRoot(journal))))
    .map(({ journalId }) => `journal ${journalId} moves money of no known payment`);
}
