import type { DebitFailure } from '@noren/core/money/mandate-states';
import type { Columns } from '../../platform/db/column-list.ts';
import { changesRow, type Db, timestamp } from '../../platform/db/db.ts';

const mandateColumns = ['code', 'tokenRef', 'state', 'mostPaise', 'upiUri', 'createdAt'] as const;
export type SandboxMandate = Columns<'sandbox_mandates', (typeof mandateColumns)[number]>;

const debitColumns = ['code', 'orderRef', 'tokenRef', 'amountPaise', 'state', 'reason'] as const;
export type SandboxDebit = Columns<'sandbox_debits', (typeof debitColumns)[number]>;

export async function findMandate(
  db: Db,
  by: { code: string } | { tokenRef: string },
): Promise<SandboxMandate | undefined> {
  const query = db.selectFrom('sandbox_mandates').select(mandateColumns);
  return 'code' in by
    ? query.where('code', '=', by.code).executeTakeFirst()
    : query.where('tokenRef', '=', by.tokenRef).executeTakeFirst();
}

/** Those that were asked for, the newest first. */
export async function listMandates(db: Db): Promise<SandboxMandate[]> {
  return db
    .selectFrom('sandbox_mandates')
    .select(mandateColumns)
    .orderBy('createdAt', 'desc')
    .orderBy('code')
    .limit(10)
    .execute();
}

/** Stores a mandate; a second one of the same code is a no-op. */
export async function insertMandate(db: Db, row: SandboxMandate): Promise<void> {
  await db
    .insertInto('sandbox_mandates')
    .values({ ...row, createdAt: timestamp(row.createdAt) })
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** @returns whether it was in one of the states */
export async function moveMandate(
  db: Db,
  code: string,
  from: readonly SandboxMandate['state'][],
  to: SandboxMandate['state'],
): Promise<boolean> {
  return db
    .updateTable('sandbox_mandates')
    .set({ state: to })
    .where('code', '=', code)
    .where('state', 'in', [...from])
    .$call(changesRow);
}

export async function findDebit(db: Db, code: string): Promise<SandboxDebit | undefined> {
  return db
    .selectFrom('sandbox_debits')
    .select(debitColumns)
    .where('code', '=', code)
    .executeTakeFirst();
}

/** Stores a debit; a second one of the same code is a no-op. */
export async function insertDebit(
  db: Db,
  row: Pick<SandboxDebit, 'code' | 'orderRef' | 'tokenRef' | 'amountPaise'> & { now: number },
): Promise<void> {
  const { now, ...debit } = row;
  await db
    .insertInto('sandbox_debits')
    .values({ ...debit, state: 'announced', reason: null, createdAt: timestamp(now) })
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** @returns whether it had not been presented before */
export async function decideDebit(
  db: Db,
  code: string,
  to: { state: 'paid' | 'failed'; reason: DebitFailure | null },
): Promise<boolean> {
  return db
    .updateTable('sandbox_debits')
    .set(to)
    .where('code', '=', code)
    .where('state', '=', 'announced')
    .$call(changesRow);
}
