import { applyPpm, max, min, type Paise, paise, subtract, sum, zeroPaise } from '../money/money.ts';
import { addMonths, type BusinessDay, borrowerAges } from '../money/time.ts';
import type { NameMatch } from '../people/name-match.ts';
import { type RegulatoryRow, regulatoryRowOn } from './terms.ts';

/**
 * What a decision reads. Stored whole beside its outcome, so that it can be replayed. Codes are the
 * dictionaries'.
 */
export type ScoreInputs = {
  age: number;
  identity: 'verified' | 'in-review' | 'failed';
  isPanUnique: boolean;
  isAccountUnique: boolean;
  hasOverdueOrder: boolean;
  /** Whether the browser's fingerprint was seen with other people. */
  isDeviceShared: boolean;
  nameMatch: NameMatch;
  /** The least income of the band the applicant chose (`incomeFloor`), in paise a month. */
  monthlyIncome: Paise;
  workStatus: string;
  salaryType: string;
  otherDebts: string;
  settledLoans: number;
  worstOverdueDays: number;
  maxLoan: Paise;
  /** A reviewer's decision on a borderline score; undefined before it. */
  scoreReview?: 'approved' | 'refused';
};

type NumberField = 'age' | 'monthlyIncome' | 'settledLoans' | 'worstOverdueDays';
type ChoiceField = 'workStatus' | 'salaryType' | 'otherDebts' | 'nameMatch';

/** One row of the card: the points of a number's band (the highest reached) or of a choice. */
export type ScoreRow =
  | { id: string; reads: NumberField; bands: readonly { atLeast: number; points: number }[] }
  | {
      id: string;
      reads: ChoiceField;
      choices: Readonly<Record<string, number>>;
      otherwise: number;
    };

/** A version of the scorecard: data only. Money in paise. */
export type Scorecard = {
  version: string;
  rows: readonly ScoreRow[];
  declineBelow: number;
  reviewBelow: number;
  /** The limit by points, lowest first. */
  limits: readonly { atLeast: number; limit: Paise }[];
  /** The most anyone gets before a first loan is settled. */
  newBorrowerCap: Paise;
  /** The most of a month's income, in parts per million. */
  incomeSharePpm: number;
  minLimit: Paise;
  step: Paise;
};

/**
 * Why an application was declined or sent to review: a hard rule, a need for a person, the score,
 * or a weak row.
 */
export type ScoreReason =
  | 'age-outside'
  | 'pan-in-use'
  | 'account-in-use'
  | 'identity-not-verified'
  | 'overdue-order'
  | 'identity-in-review'
  | 'names-differ'
  | 'device-shared'
  | 'score-too-low'
  | 'score-borderline'
  | 'income-too-low'
  | `weak-${string}`;

/** A decision: the limit (0 unless approved), its reasons as ids, and the points of each row. */
export type ScoreDecision = {
  outcome: 'approved' | 'declined' | 'review';
  limit: Paise;
  reasons: ScoreReason[];
  points: { id: string; points: number }[];
  total: number;
  cardVersion: string;
};

/**
 * Decides an application by a card: hard rules first, then what a person must look at, then the
 * points. The limit is a suggestion for an offer; it raises nothing by itself. Source:
 * `docs/credit.md`, credit limit and decision.
 */
export function assess(inputs: ScoreInputs, card: Scorecard): ScoreDecision {
  const points = card.rows.map((row) => ({ id: row.id, points: computePoints(row, inputs) }));
  const total = points.reduce((running, row) => running + row.points, 0);
  const scored = { points, total, cardVersion: card.version };

  const refused = (outcome: 'declined' | 'review', reasons: ScoreReason[]): ScoreDecision => {
    return { ...scored, outcome, limit: zeroPaise, reasons };
  };
  const broken = brokenHardRules(inputs);
  if (broken.length > 0) return refused('declined', broken);

  const limit = computeLimit(inputs, card, total);
  if (total < card.declineBelow)
    return refused('declined', ['score-too-low', ...weakRows(inputs, card)]);
  if (limit < card.minLimit) return refused('declined', ['income-too-low']);

  const doubts = reviewRules(inputs);
  if (inputs.isDeviceShared && inputs.scoreReview !== 'approved') {
    if (inputs.scoreReview === 'refused') return refused('declined', ['device-shared']);
    doubts.push('device-shared');
  }

  if (total < card.reviewBelow && inputs.scoreReview !== 'approved') {
    if (inputs.scoreReview === 'refused')
      return refused('declined', ['score-too-low', ...weakRows(inputs, card)]);
    doubts.push('score-borderline', ...weakRows(inputs, card));
  }

  if (doubts.length > 0) return refused('review', doubts);

  return { ...scored, outcome: 'approved', limit, reasons: [] };
}

/** The facts that the hard rules read. */
export type HardFacts = Pick<
  ScoreInputs,
  'age' | 'identity' | 'isPanUnique' | 'isAccountUnique' | 'hasOverdueOrder'
>;

/** The hard rules that an applicant breaks; checked again at each application. */
export function brokenHardRules(inputs: HardFacts): ScoreReason[] {
  const reasons: ScoreReason[] = [];
  if (!(inputs.age >= borrowerAges.least && inputs.age <= borrowerAges.greatest))
    reasons.push('age-outside');
  if (!inputs.isPanUnique) reasons.push('pan-in-use');
  if (!inputs.isAccountUnique) reasons.push('account-in-use');
  if (inputs.identity === 'failed') reasons.push('identity-not-verified');
  if (inputs.hasOverdueOrder) reasons.push('overdue-order');

  return reasons;
}

function reviewRules(inputs: ScoreInputs): ScoreReason[] {
  const reasons: ScoreReason[] = [];
  if (inputs.identity === 'in-review') reasons.push('identity-in-review');
  if (inputs.nameMatch !== 'match') reasons.push('names-differ');
  return reasons;
}

function computePoints(row: ScoreRow, inputs: ScoreInputs): number {
  if ('choices' in row) {
    const choice = inputs[row.reads];
    return Object.hasOwn(row.choices, choice) ? row.choices[choice]! : row.otherwise;
  }

  return row.bands.findLast((band) => inputs[row.reads] >= band.atLeast)?.points ?? 0;
}

/** Facts that only time can change. */
const GIVEN: ReadonlySet<NumberField | ChoiceField> = new Set(['age', 'settledLoans']);

/**
 * The rows that missed most of their points, worst first: two that the applicant can do something
 * about, then the worst of the others.
 */
function weakRows(inputs: ScoreInputs, card: Scorecard): ScoreReason[] {
  const missed = card.rows.map((row) => ({
    ...row,
    by: computeMaxPoints(row) - computePoints(row, inputs),
  }));
  const worst = missed.filter((row) => row.by > 0).sort((a, b) => b.by - a.by);
  const shown = [
    ...worst.filter(({ reads }) => !GIVEN.has(reads)).slice(0, 2),
    ...worst.filter(({ reads }) => GIVEN.has(reads)).slice(0, 1),
  ];

  return shown.map((row): ScoreReason => `weak-${row.id}`);
}

/** The most points that a row can give. */
export function computeMaxPoints(row: ScoreRow): number {
  const points =
    'choices' in row
      ? [...Object.values(row.choices), row.otherwise]
      : row.bands.map((b) => b.points);
  return Math.max(...points);
}

function computeLimit(inputs: ScoreInputs, card: Scorecard, total: number): Paise {
  const byPoints = card.limits.findLast((row) => total >= row.atLeast)?.limit ?? zeroPaise;
  const byIncome = applyPpm(inputs.monthlyIncome, card.incomeSharePpm, 'down');
  const byHistory = inputs.settledLoans > 0 ? inputs.maxLoan : card.newBorrowerCap;
  const limit = min(byPoints, byIncome, byHistory, inputs.maxLoan);

  return paise(limit - (limit % card.step));
}

/**
 * What may still be borrowed: limit − principal owed − held by orders on their way, never below 0
 * nor over the configured maximum; nothing while an overdue order locks the limit. Paise. Source:
 * `docs/credit.md`, credit limit.
 */
export function availableCredit(credit: {
  limit: Paise;
  owed: Paise;
  held: Paise;
  locked: boolean;
  maxLoan: Paise;
}): Paise {
  if (credit.locked) return zeroPaise;
  return max(zeroPaise, subtract(min(credit.limit, credit.maxLoan), credit.owed, credit.held));
}

/**
 * What may still be sanctioned on `day` under the KYC level's ceiling: the year's ceiling less
 * every loan sanctioned in the year up to that day (the same date last year no longer counts); the
 * configured maximum after full KYC. Source: KYC Direction s. 17
 * (`sanctionedPerYearBeforeFullKycPaise`); `docs/lawful.md` row 16.
 */
export function ceilingLeft(kyc: {
  isFullKyc: boolean;
  sanctions: readonly { day: BusinessDay; amount: Paise }[];
  day: BusinessDay;
  maxLoan: Paise;
  rows?: readonly RegulatoryRow[];
}): Paise {
  if (kyc.isFullKyc) return kyc.maxLoan;

  const ceiling = paise(
    regulatoryRowOn('sanctionedPerYearBeforeFullKycPaise', kyc.day, kyc.rows).value,
  );
  const yearAgo = addMonths(kyc.day, -12);
  const within = kyc.sanctions.filter(
    (sanction) => sanction.day > yearAgo && sanction.day <= kyc.day,
  );

  return max(zeroPaise, subtract(ceiling, sum(within.map((sanction) => sanction.amount))));
}
