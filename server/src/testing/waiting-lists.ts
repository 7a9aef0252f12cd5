import { APPROVAL_KINDS } from '@noren/core/staff/approval-kinds';
import { type ListedRequest, listRequests } from '../console/approvals/request/requests-store.ts';
import { listDataChanges } from '../people/account/store.ts';
import type { Db } from '../platform/db/db.ts';
import type { Deps } from '../platform/deps.ts';

/* What waits for the lender's people, whole: the console reads it in pages. */

/** Corrections that wait for a decision, of one user. */
export async function listPendingCorrections(
  { db, crypto }: Pick<Deps, 'db' | 'crypto'>,
  userId: string,
) {
  return (await listDataChanges(db, crypto, userId)).filter(({ state }) => state === 'waiting');
}

/** Failed refunds that were not retried, oldest first. */
export function listFailedRefunds(db: Db) {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('state', '=', 'failed')
    .orderBy('createdAt')
    .execute();
}

/** Funds in suspense or being refunded, oldest first. */
export function listUnclaimedFunds(db: Db) {
  return db
    .selectFrom('unclaimed_funds')
    .selectAll()
    .where('state', 'in', ['open', 'returning'])
    .orderBy('paidAt')
    .orderBy('providerRef')
    .execute();
}

/** Requests that wait for a second person, oldest first. */
export async function listOpenRequests(db: Db): Promise<ListedRequest[]> {
  const newestFirst = await listRequests(db, {
    isOpen: true,
    kinds: APPROVAL_KINDS,
    after: null,
    limit: 500,
  });
  return newestFirst.toReversed();
}
