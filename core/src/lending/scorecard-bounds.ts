import { formatRupees, type Paise } from '../money/money.ts';
import type { Scorecard, ScoreRow } from './scorecard.ts';

/** A fault of a card: the path to change (`rows.0.bands.1.points`) and a sentence. */
export interface CardFault {
  readonly field: string;
  readonly text: string;
}

/**
 * What is wrong with a new version of the scorecard; nothing when it may decide. It keeps the rows
 * of the one in force: reasons shown to borrowers are named by row, in six languages.
 */
export function checkScorecard(card: Scorecard, inForce: Scorecard, maxLoan: Paise): CardFault[] {
  const shape = (of: Scorecard): string => of.rows.map((row) => `${row.id}:${row.reads}`).join(',');
  const faults: [boolean, string, string][] = [
    [
      shape(card) === shape(inForce),
      'rows',
      'The rows and what they read cannot change here: only points, bands, cut-offs and limits.',
    ],
    [
      card.reviewBelow >= card.declineBelow,
      'reviewBelow',
      'Review must begin where the decline ends, or above.',
    ],
    [card.step > 0, 'step', 'The step of limits must be more than nothing.'],
    [card.minLimit >= card.step, 'minLimit', 'The least limit must be a step or more.'],
    [
      card.newBorrowerCap >= card.minLimit,
      'newBorrowerCap',
      'A first limit must be able to reach the least limit.',
    ],
    [
      card.newBorrowerCap <= maxLoan,
      'newBorrowerCap',
      `Enter at most ${formatRupees(maxLoan)}: no loan may be larger.`,
    ],
    [card.incomeSharePpm > 0, 'incomeSharePpm', 'Some share of the income must count.'],
  ];

  return [
    ...faults.flatMap(([holds, field, text]) => (holds ? [] : [{ field, text }])),
    ...card.rows.flatMap((row, index) => checkRow(row, index)),
    ...checkLimits(card, maxLoan),
  ];
}

function checkRow(row: ScoreRow, index: number): CardFault[] {
  if ('choices' in row) return [];
  return row.bands.flatMap(({ atLeast }, at): CardFault[] => {
    const before = row.bands[at - 1];
    const isInOrder = before === undefined ? atLeast === 0 : atLeast > before.atLeast;
    const text =
      before === undefined
        ? 'The first band must start at 0.'
        : 'Start this band above the one before.';

    return isInOrder ? [] : [{ field: `rows.${index}.bands.${at}.atLeast`, text }];
  });
}

function checkLimits({ limits }: Scorecard, maxLoan: Paise): CardFault[] {
  return limits.flatMap(({ atLeast, limit }, at): CardFault[] => {
    const before = limits[at - 1];
    const field = `limits.${at}`;
    if (limit > maxLoan)
      return [{ field: `${field}.limit`, text: `No limit may be more than ₹${maxLoan / 100}.` }];
    if (before === undefined) return [];
    if (atLeast <= before.atLeast)
      return [{ field: `${field}.atLeast`, text: 'Enter more points than on the line before.' }];

    if (limit < before.limit)
      return [
        {
          field: `${field}.limit`,
          text: 'Enter at least the limit of the line before: more points cannot give less.',
        },
      ];

    return [];
  });
}
