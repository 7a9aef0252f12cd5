import type { Paise } from '@noren/core/money/money';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** What the borrower answered in earlier applications, so that it is not asked again. */
export interface EarlierAnswers {
  /** The newest application for each product, newest first. */
  readonly applications: readonly { readonly productCode: string; readonly principal: Paise }[];
  /** The purpose of the newest application, else of the questionnaire. */
  readonly purpose: string | null;
}

export const NO_ANSWERS: EarlierAnswers = { applications: [], purpose: null };

export async function readEarlierAnswers(db: Db, userId: string): Promise<EarlierAnswers> {
  const { rows } = await sql<{ productCode: string; principal: Paise; purpose: string }>`
    select product_code, principal_paise as principal, purpose from (
      select distinct on (product_code) product_code, principal_paise, purpose, applied_at, order_id
      from orders where user_id = ${userId} order by product_code, applied_at desc, order_id desc
    ) newest order by applied_at desc, order_id desc`.execute(db);
  return { applications: rows, purpose: rows[0]?.purpose ?? (await readSurveyPurpose(db, userId)) };
}

async function readSurveyPurpose(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ purpose: string | null }>`
    select answers->>'purpose' as purpose from survey_answers where user_id = ${userId}`.execute(
    db,
  );
  return rows[0]?.purpose ?? null;
}
