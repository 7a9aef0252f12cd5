import type { Db, Tx } from '../platform/db/db.ts';
import { inSnapshot } from '../platform/db/snapshot.ts';
import type { Deps } from '../platform/deps.ts';
import type { Scope } from '../processes/self-checks/check-scope-store.ts';
import { checkLedger, runSelfChecks } from '../processes/self-checks/self-checks.ts';

/**
 * Runs all ledger self-checks (see processes/self-checks/self-checks.ts).
 * @returns one sentence per problem; empty when sound
 */
export async function verifyLedger(db: Db | Tx): Promise<string[]> {
  const checks = db.isTransaction ? await checkLedger(db as Tx) : await inSnapshot(db, checkLedger);
  return checks.flatMap(({ problems }) => problems);
}

/**
 * Runs every self-check, over everything unless a scope says otherwise.
 * @param except names of checks whose problems a test makes itself
 * @returns one sentence per problem, after the check's name; empty when sound
 */
export async function listProblems(
  { db, today, now }: Pick<Deps, 'db' | 'today' | 'now'>,
  { except = [], scope = 'all' }: { except?: readonly string[]; scope?: Scope } = {},
): Promise<string[]> {
  const checks = await runSelfChecks(db, { today: today(), now: now(), scope });
  return checks
    .filter(({ name }) => !except.includes(name))
    .flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`));
}
