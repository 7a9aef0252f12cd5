import { ceilingFault, ceilingRowOn } from '@noren/core/lending/level-ceilings';
import { paise } from '@noren/core/money/money';
import { addDays, type BusinessDay, isBusinessDay } from '@noren/core/money/time';
import { insertCeiling, listCeilings } from '../../../lending/credit/level-ceilings-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { Kind, RequestOfKind } from './kind.ts';

/**
 * Sets the most that a person of an identity level may owe at once, from a day on. Loans that run
 * and limits stay as they are.
 */
export const levelCeiling: Kind<'level_ceiling'> = {
  subject: ({ detail: { level, effectiveFrom } }) => `level_ceiling:${level}:${effectiveFrom}`,

  facts: async (tx, deps, { detail: { level, effectiveFrom } }) => {
    if (!isBusinessDay(effectiveFrom)) return [];

    const { mode, maxLoan } = readRules(deps);
    const lenderRows = await listCeilings(tx);
    const row = ceilingRowOn(level, { day: effectiveFrom, mode, lenderRows });

    return [{ what: 'level_ceiling', value: String(row.ceiling ?? maxLoan) }];
  },

  execute: saveCeiling,
};

function readRules({ appConfig }: Deps) {
  return {
    mode: appConfig.isSandbox ? ('sandbox' as const) : ('production' as const),
    maxLoan: paise(appConfig.maxLoanPaise),
  };
}

/** @throws OperatorError unless it takes effect after today and the levels stay in order */
async function saveCeiling(
  tx: Tx,
  deps: Deps,
  { requestId, detail }: RequestOfKind<'level_ceiling'>,
): Promise<void> {
  const { level, citation } = detail;
  const effectiveFrom = requireLaterDay(detail.effectiveFrom, deps.today());
  const row = { level, citation, effectiveFrom, ceiling: paise(detail.ceilingPaise) };
  const rules = readRules(deps);
  const fault = ceilingFault(row, { ...rules, lenderRows: await listCeilings(tx) });

  switch (fault) {
    case null:
      return insertCeiling(tx, { ...row, requestId });
    case 'day_taken':
      throw new OperatorError('not_possible', 'ceiling_day_taken');
    case 'above_maximum':
      throw new OperatorError('not_possible', {
        reason: 'ceiling_above_maximum',
        mostPaise: rules.maxLoan,
      });
    case 'above_higher_level':
      throw new OperatorError('not_possible', 'ceiling_above_higher_level');
    case 'below_lower_level':
      throw new OperatorError('not_possible', 'ceiling_below_lower_level');
    default: {
      const unknown: never = fault;
      throw new RangeError(`unknown fault: ${unknown}`);
    }
  }
}

function requireLaterDay(text: string, today: BusinessDay): BusinessDay {
  if (!isBusinessDay(text)) throw new OperatorError('not_possible', 'version_day_missing');
  if (text < addDays(today, 1)) throw new OperatorError('not_possible', 'version_day_past');
  return text;
}
