import type { ProductTerms } from '@noren/core/lending/terms';
import { addDays, type BusinessDay } from '@noren/core/money/time';
import { type CreditFacts, type CreditRow, creditColumns, creditOf, creditTables } from '../../lending/credit-store.ts';
import { type Tx, timestamp } from '../../platform/db/db.ts';
import { namedStatement } from '../../platform/db/named-statement.ts';
import { executeBatch } from '../../platform/db/statements.ts';
import type { LimitRule } from '../../platform/limits/limit-rules.ts';

/** All that a quote is made by. */
export interface AskingFacts {
  readonly credit: CreditFacts;
  /** The newest version on offer today of the product asked for. */
  readonly product: ProductTerms | undefined;
  /** When the oldest of as many quotes as the rule allows was made, UTC milliseconds; 0 where there is room. */
  readonly fullSince: number;
}

interface Row extends CreditRow {
  terms: ProductTerms | null;
  fullSince: number | null;
}

/**
 * Reads it in one statement. Quotes of one user follow each other from here to the end of the transaction, so that of
 * two at the last place the rule leaves the second sees the first.
 */
export async function readAsking(
  tx: Tx,
  asked: { userId: string; today: BusinessDay; now: number; productCode: string; rule: LimitRule },
): Promise<AskingFacts> {
  const { userId, today, now, productCode, rule } = asked;
  const since = timestamp(now - rule.windowMs);
  const numberedFrom = `NK${addDays(today, -1).replaceAll('-', '').slice(2)}`;
  const [, rows] = await executeBatch<[unknown, Row]>(tx, [
    FOLLOW({ userId }),
    READ({ userId, today, productCode, since, skipped: rule.most - 1, numberedFrom }),
  ]);
  const row = rows[0]!;
  return {
    credit: creditOf(row),
    product: row.terms ?? undefined,
    fullSince: row.fullSince ?? 0,
  };
}

const FOLLOW = namedStatement<'userId'>(`select pg_advisory_xact_lock(hashtextextended('quote:' || :userId::text, 0))`);
const READ = namedStatement<
  'numberedFrom' | 'productCode' | 'since' | 'skipped' | 'today' | 'userId'
>(`select ${creditColumns},
    (select p.terms from product_versions p where p.code = :productCode and p.effective_from <= :today::date
       and (p.effective_to is null or p.effective_to >= :today::date) order by p.version desc limit 1) as terms,
    (select q.created_at from quotes q where q.user_id = :userId::uuid and q.proposal_no >= :numberedFrom and q.created_at > :since
       order by q.created_at desc offset :skipped limit 1) as full_since
  from ${creditTables}`);
