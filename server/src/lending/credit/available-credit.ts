import { CODES } from '@noren/contract/codes';
import type { RenewalView } from '@noren/contract/fields';
import type { IdentityLevelView } from '@noren/contract/loans';
import { type LevelNow, levelOn, levelRoom } from '@noren/core/lending/level-ceilings';
import type { Renewal } from '@noren/core/lending/renewal';
import { availableCredit, ceilingLeft } from '@noren/core/lending/scorecard';
import { formatRupees, min, type Paise, paise } from '@noren/core/money/money';
import { type BusinessDay, formatDay, formatTime, toBusinessDay } from '@noren/core/money/time';
import type { LevelStep } from '@noren/core/people/identity-level';
import type { Deps } from '../../platform/deps.ts';
import { CallError, conflict } from '../../platform/http/call-error.ts';
import type { TextId } from '../../platform/translations/translations.ts';
import type { CreditFacts } from './credit-store.ts';

/** What limits credit besides the borrower's facts: the day, the mode, the configured maximum. */
interface CreditRules {
  readonly today: BusinessDay;
  readonly deps: {
    readonly appConfig: Pick<Deps['appConfig'], 'isSandbox' | 'maxLoanPaise'>;
    readonly identitySources: object | null;
    readonly asksPanRegister: boolean;
  };
}

/** What a borrower may still take, and what bounds it. */
interface AvailableCredit {
  readonly available: Paise;
  /** What may still be sanctioned in the year. */
  readonly ceiling: Paise;
  /** What the identity level still allows. */
  readonly levelRoom: Paise;
  /** What would be available if the identity level allowed everything. */
  readonly atAnyLevel: Paise;
  /** Its step to more never promises more than the limit. */
  readonly level: LevelNow;
  /** Whether the step to the next level would make more available. */
  readonly isStepOfUse: boolean;
}

/** The borrower's identity level on the day, and what it allows. */
export function identityLevelNow(credit: CreditFacts, { today, deps }: CreditRules): LevelNow {
  const { identity, source, pan, isFullKyc } = credit;
  const { isSandbox, maxLoanPaise } = deps.appConfig;

  return levelOn(
    {
      identity,
      isFullKyc,
      source: source?.verdict ?? null,
      pan: deps.asksPanRegister ? (pan?.verdict ?? null) : null,
    },
    {
      day: today,
      mode: isSandbox ? 'sandbox' : 'production',
      lenderRows: credit.ceilings,
      maxLoan: paise(maxLoanPaise),
      hasSource: deps.identitySources !== null,
    },
  );
}

/**
 * Credit available now: limit less owed and held, within the yearly ceiling and the ceiling of the
 * identity level; zero while locked or undecided. Every call that lends or says what may be lent
 * reads it here.
 */
export function availableCreditNow(credit: CreditFacts, rules: CreditRules): AvailableCredit {
  const maxLoan = paise(rules.deps.appConfig.maxLoanPaise);
  const ceiling = ceilingLeft({
    isFullKyc: credit.isFullKyc,
    sanctions: credit.sanctions.map(({ day, amountPaise }) => ({
      day,
      amount: paise(amountPaise),
    })),
    day: rules.today,
    maxLoan,
  });
  const limit = paise(credit.state === 'approved' ? credit.limitPaise : 0);
  const use = { owed: paise(credit.owedPaise), held: paise(credit.heldPaise) };
  const free = availableCredit({ limit, ...use, locked: credit.isLocked, maxLoan });
  const level = identityLevelNow(credit, rules);
  const room = levelRoom(level.ceiling, use);
  const atAnyLevel = min(free, ceiling);
  const available = min(atAnyLevel, room);
  const { next } = level;
  // Full KYC also lifts the ceiling of the year.
  const afterStep =
    next && min(next.level === 'full' ? free : atAnyLevel, levelRoom(next.most, use));

  return {
    available,
    ceiling,
    levelRoom: room,
    atAnyLevel,
    level:
      next && credit.state === 'approved'
        ? { ...level, next: { ...next, most: min(next.most, limit) } }
        : level,
    isStepOfUse: afterStep !== null && afterStep > available,
  };
}

/**
 * The credit that a quote may use: what is available, or during an evaluation what its best result
 * would leave. The later application still checks the actual limit and identity.
 */
export function quotableCreditNow(credit: CreditFacts, rules: CreditRules): AvailableCredit {
  const { maxLoanPaise: limitPaise } = rules.deps.appConfig;
  const assumed =
    credit.state === 'evaluating'
      ? {
          ...credit,
          state: 'approved' as const,
          limitPaise,
          identity: credit.identity === 'review' ? ('verified' as const) : credit.identity,
        }
      : credit;

  return availableCreditNow(assumed, rules);
}

/** What a borrower reads when the identity level allows no more, by the step that raises it. */
export const LEVEL_HELD = {
  confirm_identity: 'loans.level_confirm_identity',
  send_card_code: 'loans.level_send_card_code',
  await_review: 'loans.level_await_review',
  await_pan: 'loans.level_await_pan',
  correct_pan: 'loans.level_correct_pan',
  meet_lender: 'loans.level_meet_lender',
  none: 'loans.level_none',
} as const satisfies Record<LevelStep | 'none', TextId>;

/** The values of a text of {@link LEVEL_HELD}. */
export const levelValues = ({ ceiling, next }: LevelNow) => ({
  ceiling: formatRupees(ceiling),
  most: formatRupees(next?.most ?? ceiling),
});

/** The level as the borrower's app shows it: with a step only when it makes more available. */
export const levelView = ({
  level: { level, most, next },
  isStepOfUse,
}: Pick<AvailableCredit, 'level' | 'isStepOfUse'>): IdentityLevelView => ({
  level,
  mostPaise: most,
  next: isStepOfUse && next ? { level: next.level, step: next.step, mostPaise: next.most } : null,
});

/** The next update as the borrower's app shows it. */
export const viewRenewal = ({ confirmedDay, dueDay, heldFrom, state }: Renewal): RenewalView => ({
  confirmedDay,
  dueDay,
  heldFrom,
  state,
});

/**
 * @throws CallError 409 when only a higher identity level would allow the principal: the text says
 * the one step to it. It is no end of the offer, which can be accepted after that step.
 */
export function requireWithinLevel(
  principal: Paise,
  { available, atAnyLevel, level }: AvailableCredit,
): void {
  if (principal <= available || available === atAnyLevel) return;

  throw conflict(LEVEL_HELD[level.next?.step ?? 'none'], 'identity_level', levelValues(level));
}

/**
 * @throws CallError 315 when there is no limit and no evaluation running, 317 while an overdue
 * order locks it
 */
export function requireQuotableLimit(credit: CreditFacts): void {
  requireOpenLimit(credit.state === 'evaluating' ? { ...credit, state: 'approved' } : credit);
}

type HoldFacts = Pick<CreditFacts, 'hold' | 'phoneDueAt' | 'renewal'>;

/** @throws CallError 409 while nothing new is lent, to anybody or to this person */
export function requireLending(credit: HoldFacts): void {
  const { hold } = credit;
  if (hold !== null)
    throw new CallError(CODES.conflict, LENDING_HELD[hold], {
      values: holdValues(credit),
      data: { reason: `lending_${hold}` },
    });
}

/**
 * The values of a text of {@link LENDING_HELD}: until when a new phone number waits, or by when the
 * details were to be confirmed.
 */
export function holdValues({ hold, phoneDueAt, renewal }: HoldFacts): Record<string, string> {
  if (hold === 'renewal' && renewal) return { day: formatDay(renewal.dueDay) };
  if (phoneDueAt === null) return {};
  return { day: formatDay(toBusinessDay(phoneDueAt)), time: formatTime(phoneDueAt) };
}

/** What a borrower reads while nothing new is lent. */
export const LENDING_HELD = {
  stopped: 'loans.lending_stopped',
  frozen: 'loans.lending_frozen',
  checked: 'loans.lending_checked',
  phone: 'loans.lending_phone',
  renewal: 'loans.lending_renewal',
} as const;

/**
 * @throws CallError 409 while nothing new is lent, 314 while the limit is evaluated, 315 when there
 * is none, 317 while an overdue order locks it
 */
export function requireOpenLimit(credit: CreditFacts): void {
  requireLending(credit);
  switch (credit.state) {
    case 'evaluating':
      throw new CallError(CODES.limitEvaluating, 'error.evaluating');
    case 'declined':
    case 'review':
      throw new CallError(CODES.offerGone, 'loans.no_limit', { data: { reason: credit.state } });
    case 'approved':
      if (credit.isLocked) throw new CallError(CODES.lockedByOverdue, 'loans.locked');
      return;
    default: {
      const unknown: never = credit.state;
      throw new RangeError(`unknown state: ${unknown}`);
    }
  }
}
