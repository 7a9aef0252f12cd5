import type { PanVerdict } from './pan-check.ts';

/**
 * How well the lender knows who a borrower is, lowest first. `document_seen`: a picture of a card
 * agrees with what was typed. `source_checked`: the card's issuer confirms it by a signature, and
 * so does the register of PANs, where the server asks it. `full`: a person of the lender met the
 * borrower, or saw them by video.
 */
export const IDENTITY_LEVELS = ['none', 'document_seen', 'source_checked', 'full'] as const;

export type IdentityLevel = (typeof IDENTITY_LEVELS)[number];

/** What a borrower, or the lender, does next so that the level rises. */
export const LEVEL_STEPS = [
  'confirm_identity',
  'send_card_code',
  'await_review',
  'await_pan',
  'correct_pan',
  'meet_lender',
] as const;

export type LevelStep = (typeof LEVEL_STEPS)[number];

/** The facts behind a level. */
export type IdentityFacts = {
  /**
   * State of the identity that the borrower confirmed; null before. `review_again`: it was verified,
   * and a code that came later is compared.
   */
  identity: 'verified' | 'review' | 'review_again' | 'refused' | null;
  /** Verdict of the newest signed source; null without one. */
  source: 'pending' | 'agrees' | 'differs' | null;
  /**
   * What the register of PANs said; null where the server asks none, and of who was certified
   * before it asked.
   */
  pan: PanVerdict | null;
  isFullKyc: boolean;
};

/**
 * The level that the facts give. It is computed at each read and never stored, so that it falls
 * with its facts. A reviewer's approval alone is `document_seen`. While a code that came later is
 * compared, the level from before it stays: who sends one has `document_seen`. Source: decisions 048
 * and 056.
 */
export function identityLevel({ identity, source, pan, isFullKyc }: IdentityFacts): IdentityLevel {
  if (identity !== 'verified' && identity !== 'review_again') return 'none';
  if (isFullKyc) return 'full';

  const isChecked = source === 'agrees' && (pan === null || pan === 'agrees');
  return identity === 'verified' && isChecked ? 'source_checked' : 'document_seen';
}

/** The step that leads to a level. */
const STEP_TO: Readonly<Record<Exclude<IdentityLevel, 'none'>, LevelStep>> = {
  document_seen: 'confirm_identity',
  source_checked: 'send_card_code',
  full: 'meet_lender',
};

/** A level above the borrower's own, and the step that leads to it. */
export type NextLevel = { level: Exclude<IdentityLevel, 'none'>; step: LevelStep };

/**
 * The levels above one, nearest first, each with its step.
 * @param hasSource whether this server can verify a signed source; without one no step leads there
 */
export function levelsAbove(level: IdentityLevel, hasSource: boolean): NextLevel[] {
  return IDENTITY_LEVELS.slice(IDENTITY_LEVELS.indexOf(level) + 1).flatMap((above) =>
    above === 'none' || (above === 'source_checked' && !hasSource)
      ? []
      : [{ level: above, step: STEP_TO[above] }],
  );
}
