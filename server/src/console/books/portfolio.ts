import type { Tx } from '../../platform/db/db.ts';
import type { Portfolio } from './portfolio-days-store.ts';
import { countDecisions, readFunnel, readLoanFigures } from './portfolio-store.ts';

const AT_RISK_DAYS = [7, 30, 60, 90];

const FUNNEL = [
  ['signed_up', 'signedUp'],
  ['identified', 'identified'],
  ['limit', 'limit'],
  ['applied', 'applied'],
  ['paid_out', 'paidOut'],
  ['repaid', 'repaid'],
] as const;

/**
 * What is lent, how it is paid and who is lent to, summed from the ledger.
 * @param tx one snapshot
 */
export async function sumPortfolio(tx: Tx, today: string): Promise<Portfolio> {
  const { due, collected, atRisk, vintages, ...outstanding } = await readLoanFigures(
    tx,
    today,
    AT_RISK_DAYS,
  );
  const funnel = await readFunnel(tx);

  return {
    day: today,
    ...outstanding,
    atRisk: [...atRisk],
    vintages: [...vintages],
    funnel: FUNNEL.map(([step, column]) => ({ step, people: funnel[column] ?? 0 })),
    decisions: await countDecisions(tx),
    collections: { due, collected },
  };
}
