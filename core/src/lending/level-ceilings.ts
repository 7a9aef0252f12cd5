import { max, min, type Paise, paise, rupees, subtract, zeroPaise } from '../money/money.ts';
import { type BusinessDay, businessDay } from '../money/time.ts';
import {
  type IdentityFacts,
  type IdentityLevel,
  identityLevel,
  levelsAbove,
  type NextLevel,
} from '../people/identity-level.ts';
import { type RegulatoryRow, regulatoryRowOn } from './terms.ts';

/** The levels whose ceiling a lender may change: nothing is lent below them. */
export const CEILING_LEVELS = ['document_seen', 'source_checked', 'full'] as const;

export type CeilingLevel = (typeof CEILING_LEVELS)[number];

/** The most that a person of a level may owe at once, from a day on. */
export type CeilingRow = {
  level: CeilingLevel;
  /** Null: the configured maximum. */
  ceiling: Paise | null;
  effectiveFrom: BusinessDay;
  citation: string;
};

/** A sandbox lends invented money to invented people. */
export type LendingMode = 'sandbox' | 'production';

const kycDirections =
  'RBI (Non-Banking Financial Companies - Know Your Customer) Directions, 2025, customer due diligence';

/** From this day on a picture alone is no due diligence. */
const LOWERED_FROM = businessDay('2026-11-27');

/**
 * The ceilings that hold unless the lender's two people decided otherwise. Source: decision 048,
 * `docs/lawful.md` row 22.
 */
export const ceilingRows: Readonly<Record<LendingMode, readonly CeilingRow[]>> = {
  production: [
    programRow('document_seen', null, kycDirections),
    programRow('source_checked', null, kycDirections),
    programRow('full', null, kycDirections),
    programRow('document_seen', zeroPaise, kycDirections, LOWERED_FROM),
  ],
  sandbox: [
    programRow('document_seen', null, 'Sandbox'),
    programRow('source_checked', null, 'Sandbox'),
    programRow('full', null, 'Sandbox'),
    programRow('document_seen', rupees(10_000), 'Sandbox', LOWERED_FROM),
  ],
};

function programRow(
  level: CeilingLevel,
  ceiling: Paise | null,
  citation: string,
  effectiveFrom = businessDay('2025-11-28'),
): CeilingRow {
  return { level, ceiling, effectiveFrom, citation };
}

/** What decides the ceilings of a day. */
export type CeilingRules = {
  day: BusinessDay;
  mode: LendingMode;
  /** The rows that two people of the lender decided. */
  lenderRows: readonly CeilingRow[];
  maxLoan: Paise;
  regulatory?: readonly RegulatoryRow[];
};

/**
 * The row of a level in force on a day: the latest that has started. What the lender decided comes
 * before a row of the program that starts on the same day.
 */
export function ceilingRowOn(
  level: CeilingLevel,
  { day, mode, lenderRows }: Pick<CeilingRules, 'day' | 'mode' | 'lenderRows'>,
): CeilingRow {
  const latest = [...ceilingRows[mode], ...lenderRows]
    .filter((one) => one.level === level && one.effectiveFrom <= day)
    .reduce<CeilingRow | undefined>(
      (found, one) => (found && found.effectiveFrom > one.effectiveFrom ? found : one),
      undefined,
    );
  if (!latest) throw new RangeError(`no ceiling of ${level} on ${day}`);

  return latest;
}

/** The most that a person of a level may owe at once; never above the configured maximum. */
export function levelCeiling(level: IdentityLevel, rules: CeilingRules): Paise {
  if (level === 'none') return zeroPaise;
  return min(ceilingRowOn(level, rules).ceiling ?? rules.maxLoan, rules.maxLoan);
}

/** What a level allows at most: its ceiling, and before full KYC also the year's. */
function mostAt(level: IdentityLevel, rules: CeilingRules): Paise {
  const ceiling = levelCeiling(level, rules);
  if (level === 'full') return ceiling;

  const { value } = regulatoryRowOn(
    'sanctionedPerYearBeforeFullKycPaise',
    rules.day,
    rules.regulatory,
  );
  return min(ceiling, paise(value));
}

/** A borrower's level, what it allows, and the one step that raises it. */
export type LevelNow = {
  level: IdentityLevel;
  /** The most that may be owed at once. */
  ceiling: Paise;
  /** What the level allows at most, the year's ceiling included. */
  most: Paise;
  /**
   * The nearest level that allows more; null when none does. Of the level `none`: the highest that
   * the person can reach alone, null after a refusal.
   */
  next: (NextLevel & { most: Paise }) | null;
};

/** The level that the facts give, what it allows on the day, and the one step to more. */
export function levelOn(
  facts: IdentityFacts,
  rules: CeilingRules & { hasSource: boolean },
): LevelNow {
  const level = identityLevel(facts);
  const most = mostAt(level, rules);
  const higher = levelsAbove(level, rules.hasSource)
    .map((above) => ({ ...above, most: mostAt(above.level, rules) }))
    .filter((above) => above.most > most);
  const next = level === 'none' ? confirmation(facts, higher) : nearest(facts, higher);

  return { level, ceiling: levelCeiling(level, rules), most, next: next ?? null };
}

/**
 * Of a card that is compared already only the decision can be awaited. Where the card's issuer
 * confirms the identity, what is left is the PAN.
 */
function nearest(
  { identity, source, pan }: IdentityFacts,
  [next]: readonly NonNullable<LevelNow['next']>[],
): LevelNow['next'] {
  if (next?.step !== 'send_card_code') return next ?? null;
  if (source === 'agrees' && pan !== null && pan !== 'agrees')
    return { ...next, step: pan === 'waiting' ? 'await_pan' : 'correct_pan' };

  return identity === 'review_again' ? { ...next, step: 'await_review' } : next;
}

/**
 * Before an identity is confirmed nothing else can be done for a level, and after a refusal nothing
 * at all. What it leads to is the most that the person can reach alone.
 */
function confirmation(
  { identity }: IdentityFacts,
  higher: readonly NonNullable<LevelNow['next']>[],
): LevelNow['next'] {
  const most = higher.filter(({ step }) => step !== 'meet_lender').at(-1);
  if (identity === 'refused' || !most) return null;

  return { ...most, step: 'confirm_identity' };
}

/** The part of a level's ceiling that is free: less owed and held, never below 0. */
export function levelRoom(ceiling: Paise, use: { owed: Paise; held: Paise }): Paise {
  return max(zeroPaise, subtract(ceiling, use.owed, use.held));
}

/** Why a lender's row cannot be added. */
export type CeilingFault =
  | 'day_taken'
  | 'above_maximum'
  | 'above_higher_level'
  | 'below_lower_level';

/**
 * What is wrong with a row that a lender wants to add; null when nothing. From its day on a higher
 * level never allows less than a lower one: the borrower is told that the next step raises what
 * may be borrowed.
 */
export function ceilingFault(
  newRow: CeilingRow,
  rules: Pick<CeilingRules, 'mode' | 'lenderRows' | 'maxLoan'>,
): CeilingFault | null {
  const { level, effectiveFrom } = newRow;
  if (rules.lenderRows.some((row) => row.level === level && row.effectiveFrom === effectiveFrom))
    return 'day_taken';

  if (newRow.ceiling !== null && newRow.ceiling > rules.maxLoan) return 'above_maximum';

  const lenderRows = [...rules.lenderRows, newRow];
  const days = [...ceilingRows[rules.mode], ...lenderRows]
    .map((row) => row.effectiveFrom)
    .filter((day) => day >= effectiveFrom);
  const rank = CEILING_LEVELS.indexOf(level);

  for (const day of days) {
    const ceilings = CEILING_LEVELS.map((one) => levelCeiling(one, { ...rules, lenderRows, day }));
    const own = ceilings[rank] ?? zeroPaise;

    if (ceilings.slice(rank + 1).some((ceiling) => ceiling < own)) return 'above_higher_level';
    if (ceilings.slice(0, rank).some((ceiling) => ceiling > own)) return 'below_lower_level';
  }

  return null;
}
