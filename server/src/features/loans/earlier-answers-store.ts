import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** What the borrower answered in earlier applications, so that it is not asked again. */
export interface EarlierAnswers {
  /** The principal of the newest application for each product, by product code. */
  readonly principals: ReadonlyMap<string, number>;
  /** The purpose of the newest application, else of the questionnaire. */
  readonly purpose: string | null;
}

export async function readEarlierAnswers(db: Db, userId: string): Promise<EarlierAnswers> {
  const { rows } = await sql<{ productCode: string; principalPaise: number; purpose: string; isNewest: boolean }>`
    select distinct on (product_code) product_code, principal_paise, purpose,
           order_id = first_value(order_id) over (order by applied_at desc) as is_newest
    from orders where user_id = ${userId} order by product_code, applied_at desc`.execute(db);
  const newest = rows.find(({ isNewest }) => isNewest);
  return {
    principals: new Map(rows.map((row) => [row.productCode, row.principalPaise])),
    purpose: newest ? newest.purpose : await readSurveyPurpose(db, userId),
  };
}

async function readSurveyPurpose(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ purpose: string | null }>`
    select answers->>'purpose' as purpose from survey_answers where user_id = ${userId}`.execute(db);
  return rows[0]?.purpose ?? null;
}
