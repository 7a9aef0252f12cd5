import type { Scorecard, ScoreRow } from '@noren/core/lending/scorecard';
import { formatRate, type Paise, paise } from '@noren/core/money/money';
import { cardTexts } from '../../texts/products.ts';
import { moneyText } from '../../ui/figures.tsx';

export type Unit = 'points' | 'rupees' | 'count' | 'percent';

/** An editable number of the scorecard. */
export interface CardPlace {
  /** Its path in the problems that `checkScorecard` reports. */
  readonly path: string;
  readonly label: string;
  readonly unit: Unit;
  readonly value: number;
  readonly text: string;
}

/** A row of the scorecard table. */
interface CardLine {
  readonly row: string;
  /** Lower bound of the band, for a band of numbers. */
  readonly start?: CardPlace;
  readonly band: string;
  readonly points: CardPlace;
}

/** All rows of a scorecard: facts, then cut-offs and limits. */
export function toCardLines(card: Scorecard): readonly CardLine[] {
  return [...card.rows.flatMap(listRowLines), ...listCutOffLines(card), ...listLimitLines(card)];
}

function makePlace(path: string, label: string, unit: Unit, value: number): CardPlace {
  return { path, label, unit, value, text: formatValue(unit, value) };
}

function formatValue(unit: Unit, value: number): string {
  if (unit === 'rupees') return moneyText(paise(value));

  return unit === 'percent' ? formatRate(value) : String(value);
}

function listRowLines(row: ScoreRow, index: number): CardLine[] {
  const name = cardTexts.rows[row.id] ?? row.id;
  const points = (path: string, band: string, value: number) =>
    makePlace(`rows.${index}.${path}`, cardTexts.pointsOf(name, band), 'points', value);

  if ('choices' in row) {
    const choices = Object.entries(row.choices)
      .sort(([, a], [, b]) => b - a)
      .map(([code, value]): CardLine => {
        const band = cardTexts.choice(code);
        return { row: name, band, points: points(`choices.${code}`, band, value) };
      });

    const other = points('otherwise', cardTexts.otherwise, row.otherwise);

    return [...choices, { row: name, band: cardTexts.otherwise, points: other }];
  }

  const unit = row.reads === 'monthlyIncome' ? 'rupees' : 'count';

  return row.bands.map((band, at): CardLine => {
    const text = cardTexts.atLeast(formatValue(unit, band.atLeast));
    const start = makePlace(
      `rows.${index}.bands.${at}.atLeast`,
      cardTexts.startOf(name, at + 1),
      unit,
      band.atLeast,
    );

    return {
      row: name,
      start,
      band: text,
      points: points(`bands.${at}.points`, text, band.points),
    };
  });
}

function listCutOffLines(card: Scorecard): CardLine[] {
  const line = (path: keyof Scorecard & keyof typeof cardTexts, unit: Unit): CardLine => {
    const label = cardTexts[path] as string;

    return {
      row: cardTexts.cutOffs,
      band: label,
      points: makePlace(path, label, unit, card[path] as number),
    };
  };

  return [
    line('declineBelow', 'points'),
    line('reviewBelow', 'points'),
    line('newBorrowerCap', 'rupees'),
    line('incomeSharePpm', 'percent'),
    line('minLimit', 'rupees'),
    line('step', 'rupees'),
  ];
}

function listLimitLines({ limits }: Scorecard): CardLine[] {
  return limits.map(({ atLeast, limit }, at) => ({
    row: cardTexts.limits,
    start: makePlace(`limits.${at}.atLeast`, cardTexts.pointsOfLimit(at + 1), 'points', atLeast),
    band: cardTexts.atLeast(String(atLeast)),
    points: makePlace(`limits.${at}.limit`, cardTexts.limitOf(at + 1), 'rupees', limit),
  }));
}

/** A copy of the scorecard with another number at a place. */
export function withValue(card: Scorecard, path: string, value: number): Scorecard {
  const copy = structuredClone(card) as unknown as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce((at, key) => at[key] as Record<string, unknown>, copy);

  holder[last] = value as Paise;

  return copy as unknown as Scorecard;
}

/** Paths of the places whose field holds no number. */
export function listWrongPlaces(card: Scorecard): readonly string[] {
  return toCardLines(card)
    .flatMap(({ start, points }) => [points, ...(start ? [start] : [])])
    .filter(({ value }) => Number.isNaN(value))
    .map(({ path }) => path);
}
