import type { Paise } from '../money/money.ts';
import type { Scorecard, ScoreRow } from './scorecard.ts';
import type { TermsFault } from './terms-fault.ts';

/** A fault of a card, by the path to change (`rows.0.bands.1.points`). */
export interface CardFault {
  readonly field: string;
  readonly fault: TermsFault;
}

/**
 * What is wrong with a new version of the scorecard; nothing when it may decide. It keeps the rows
 * of the one in force: reasons shown to borrowers are named by row, in six languages.
 */
export function checkScorecard(card: Scorecard, inForce: Scorecard, maxLoan: Paise): CardFault[] {
  const shape = (of: Scorecard): string => of.rows.map((row) => `${row.id}:${row.reads}`).join(',');
  const faults: [boolean, string, TermsFault][] = [
    [shape(card) === shape(inForce), 'rows', { code: 'rows_changed' }],
    [card.reviewBelow >= card.declineBelow, 'reviewBelow', { code: 'review_below_decline' }],
    [card.step > 0, 'step', { code: 'step_missing' }],
    [card.minLimit >= card.step, 'minLimit', { code: 'least_limit_below_step' }],
    [card.newBorrowerCap >= card.minLimit, 'newBorrowerCap', { code: 'first_limit_low' }],
    [
      card.newBorrowerCap <= maxLoan,
      'newBorrowerCap',
      { code: 'first_limit_high', mostPaise: maxLoan },
    ],
    [card.incomeSharePpm > 0, 'incomeSharePpm', { code: 'income_share_missing' }],
  ];

  return [
    ...faults.flatMap(([holds, field, fault]) => (holds ? [] : [{ field, fault }])),
    ...card.rows.flatMap((row, index) => checkRow(row, index)),
    ...checkLimits(card, maxLoan),
  ];
}

function checkRow(row: ScoreRow, index: number): CardFault[] {
  if ('choices' in row) return [];

  return row.bands.flatMap(({ atLeast }, at): CardFault[] => {
    const before = row.bands[at - 1];
    const isInOrder = before === undefined ? atLeast === 0 : atLeast > before.atLeast;
    const code = before === undefined ? 'first_band_not_zero' : 'band_not_above';

    return isInOrder ? [] : [{ field: `rows.${index}.bands.${at}.atLeast`, fault: { code } }];
  });
}

function checkLimits({ limits }: Scorecard, maxLoan: Paise): CardFault[] {
  return limits.flatMap(({ atLeast, limit }, at): CardFault[] => {
    const before = limits[at - 1];
    const field = `limits.${at}`;
    if (limit > maxLoan)
      return [{ field: `${field}.limit`, fault: { code: 'limit_high', mostPaise: maxLoan } }];
    if (before === undefined) return [];
    if (atLeast <= before.atLeast)
      return [{ field: `${field}.atLeast`, fault: { code: 'points_not_more' } }];

    if (limit < before.limit)
      return [
        {
          field: `${field}.limit`,
          fault: { code: 'limit_less' },
        },
      ];

    return [];
  });
}
