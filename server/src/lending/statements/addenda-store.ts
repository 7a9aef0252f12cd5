import type { ExtensionQuote } from '@noren/core/lending/extension';
import type { KfsRow } from '@noren/core/lending/kfs';
import type { Instalment } from '@noren/core/lending/schedule';
import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { changesRow, type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import type { OrderKey } from '../book/ledger.ts';

/**
 * The content of an addendum exactly as shown; its hash is taken over the canonical JSON of this.
 */
export interface AddendumDocument {
  readonly form: 'noren-addendum/1';
  readonly addendumNo: string;
  readonly repayId: string;
  readonly proposalNo: string;
  readonly sections: readonly {
    readonly id: 'change' | 'payNow' | 'payThen' | 'apr';
    readonly rows: KfsRow[];
  }[];
  readonly schedule: Instalment[];
  readonly language: string;
  readonly textVersion: string;
  readonly madeAt: number;
}

/** A stored addendum. Whether it took effect is read from the ledger. */
export interface StoredAddendum {
  readonly addendumNo: string;
  readonly orderId: string;
  readonly quote: ExtensionQuote;
  readonly document: AddendumDocument;
  readonly hash: string;
  readonly language: string;
  readonly day: string;
  readonly isAccepted: boolean;
  readonly lapsedAt: number | null;
}

function selectAddenda(db: Db | Tx, userId: string) {
  return db
    .selectFrom('addenda')
    .select([
      'addendumNo',
      'orderId',
      sql<ExtensionQuote>`quote`.as('quote'),
      sql<AddendumDocument>`document`.as('document'),
      'hash',
      'language',
      'day',
      sql<boolean>`accepted_at is not null`.as('isAccepted'),
      'lapsedAt',
    ])
    .where('userId', '=', userId);
}

/** A user's addendum by its number. */
export async function findAddendum(
  db: Db | Tx,
  userId: string,
  addendumNo: string,
): Promise<StoredAddendum | undefined> {
  return selectAddenda(db, userId).where('addendumNo', '=', addendumNo).executeTakeFirst();
}

/** The addendum last offered for an order on a day, in a language, for a number of days. */
export async function findOfferedAddendum(
  tx: Tx,
  order: OrderKey,
  of: { day: BusinessDay; days: number; language: string },
): Promise<StoredAddendum | undefined> {
  return selectAddenda(tx, order.userId)
    .where('orderId', '=', order.orderId)
    .where('day', '=', of.day)
    .where('language', '=', of.language)
    .where(sql`(quote->>'days')::int`, '=', of.days)
    .where('lapsedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('addendumNo')
    .limit(1)
    .executeTakeFirst();
}

/** The order's most recently accepted addendum. */
export async function findLastAcceptedAddendum(
  db: Db | Tx,
  order: OrderKey,
): Promise<StoredAddendum | undefined> {
  return selectAddenda(db, order.userId)
    .where('orderId', '=', order.orderId)
    .where('acceptedAt', 'is not', null)
    .orderBy('acceptedAt', 'desc')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function saveAddendum(
  tx: Tx,
  order: OrderKey,
  made: { quote: ExtensionQuote; document: AddendumDocument; hash: string },
): Promise<void> {
  const { document } = made;
  await tx
    .insertInto('addenda')
    .values({
      userId: order.userId,
      orderId: order.orderId,
      addendumNo: document.addendumNo,
      quote: JSON.stringify(made.quote),
      document: JSON.stringify(document),
      hash: made.hash,
      language: document.language,
      day: made.quote.day,
      createdAt: timestamp(document.madeAt),
    })
    .execute();
}

/**
 * Records the acceptance and permits the extension fee in the order's ledger. The caller holds the
 * order's lock.
 */
export async function acceptAddendum(
  tx: Tx,
  userId: string,
  addendum: StoredAddendum,
  acceptance: Readonly<Record<string, unknown>> & { at: number },
): Promise<void> {
  await tx
    .updateTable('addenda')
    .set({ acceptance: JSON.stringify(acceptance), acceptedAt: timestamp(acceptance.at) })
    .where('userId', '=', userId)
    .where('addendumNo', '=', addendum.addendumNo)
    .execute();

  await sql`update orders set charge_codes = charge_codes || '{extension_fee}'::text[]
    where user_id = ${userId} and order_id = ${addendum.orderId}
      and not 'extension_fee' = any (charge_codes)`.execute(tx);
}

/**
 * Ends an accepted addendum whose payment was late or too small.
 * @returns false when it had ended already
 */
export async function lapseAddendum(
  tx: Tx,
  userId: string,
  addendumNo: string,
  now: number,
): Promise<boolean> {
  return tx
    .updateTable('addenda')
    .set({ lapsedAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('addendumNo', '=', addendumNo)
    .where('acceptedAt', 'is not', null)
    .where('lapsedAt', 'is', null)
    .$call(changesRow);
}
