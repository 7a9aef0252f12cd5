import {
  add,
  applyPpm,
  max,
  min,
  type Paise,
  paise,
  rupees,
  subtract,
  sum,
  zeroPaise,
} from '../money/money.ts';
import { addDays, type BusinessDay } from '../money/time.ts';
import { UserStatus } from '../people/status.ts';
import type { Coupon } from './coupon.ts';
import { principalRange } from './offer.ts';
import type { ScoreDecision } from './scorecard.ts';
import type { ProductTerms } from './terms.ts';

/**
 * The words under which a larger limit is asked for: `guide.*` of the app. Recorded with every
 * request.
 */
export const guidanceTextVersion = '2026-11-2';

/** How long the guide's offer is valid, in milliseconds. Source: specification §9. */
export const guidanceValidMs = 24 * 3_600_000;

/**
 * How long an offer made of a reservation may be accepted, in days. Source: `docs/credit.md`,
 * pre-order.
 */
export const offerValidDays = 7;

/**
 * @ASSUMED How long a reservation waits for the running loan, in days: the longest loan, extended
 * twice.
 */
export const reservationValidDays = 60;

/**
 * @ASSUMED How late, at worst, a loan may ever have been: the days of grace, which cost nothing
 * either.
 */
const onTimeDays = 2;
/**
 * @ASSUMED A step is a quarter of the limit, ₹5,000 at least, in whole thousands; less than ₹1,000
 * is no step.
 */
const stepPpm = 250_000;
const minStep = rupees(5_000);
const minRise = rupees(1_000);
const wholeOf = rupees(1_000);
/**
 * @ASSUMED A borrower who repaid on time may owe up to a month's income; the card begins with half.
 */
const incomeSharePpm = 1_000_000;
/** @ASSUMED Of two products the longer one gets two thirds; each becomes an offer of its own. */
const longerSharePpm = 666_667;

/** The facts behind the guide's offer; amounts in paise. */
export type GuidanceFacts = {
  bizStatus: number;
  isLocked: boolean;
  /** Whether a reservation or an offer made of one is open. */
  hasReservation: boolean;
  settledLoans: number;
  /** How many loans were settled when the guide last made an offer; undefined when it never did. */
  settledAtLast: number | undefined;
  worstOverdueDays: number;
  monthlyIncome: Paise;
  /** The card's decision on today's facts. */
  decision: ScoreDecision['outcome'];
  limit: Paise;
  owed: Paise;
  held: Paise;
  /** The room under the yearly ceiling. */
  ceiling: Paise;
  maxLoan: Paise;
  products: readonly ProductTerms[];
};

/** Why there is nothing to offer. */
export type NoGuidance =
  | 'no-history'
  | 'locked'
  | 'reservation-open'
  | 'made-before'
  | 'late'
  | 'not-approved'
  | 'limit-not-larger'
  | 'no-room';

/** A larger limit that may be asked for, and the loans that would be reserved in it. */
export type Guidance = {
  requestedLimit: Paise;
  products: { productCode: string; amount: Paise }[];
  total: Paise;
};

/**
 * Decides whether a larger limit is offered, and how large: to a regular user who repays on time,
 * owes nothing overdue and whom the card approves, once for each loan settled. It raises nothing.
 * Source: `docs/credit.md`, credit limit and pre-order; the figures are @ASSUMED.
 */
export function planGuidance(
  facts: GuidanceFacts,
): { ok: true; guidance: Guidance } | { ok: false; reason: NoGuidance } {
  const reason = whyNot(facts);
  if (reason) return { ok: false, reason };

  const requestedLimit = largerLimit(facts);
  if (requestedLimit < add(facts.limit, minRise)) return { ok: false, reason: 'limit-not-larger' };

  const products = planProducts(facts, roomWithin(requestedLimit, facts));
  if (products.length === 0) return { ok: false, reason: 'no-room' };

  return {
    ok: true,
    guidance: { requestedLimit, products, total: sum(products.map(({ amount }) => amount)) },
  };
}

/**
 * The part of a limit that can be reserved: less owed and held, within the yearly ceiling. Paise.
 */
export function roomWithin(
  limit: Paise,
  taken: Pick<GuidanceFacts, 'owed' | 'held' | 'ceiling'>,
): Paise {
  return max(zeroPaise, min(subtract(limit, taken.owed, taken.held), taken.ceiling));
}

/**
 * @ASSUMED The guide's coupon: ₹100 off the fee of a loan of ₹2,000 or more; it outlasts any
 * reservation.
 */
export function guidanceCoupon(day: BusinessDay): Omit<Coupon, 'id'> {
  return {
    kind: 'fee',
    discount: { amount: rupees(100) },
    minPrincipal: rupees(2_000),
    expiresOn: addDays(day, 90),
  };
}

function whyNot(facts: GuidanceFacts): NoGuidance | undefined {
  if (facts.bizStatus < UserStatus.regular || facts.settledLoans === 0) return 'no-history';
  if (facts.isLocked) return 'locked';
  if (facts.hasReservation) return 'reservation-open';
  if (facts.settledAtLast !== undefined && facts.settledAtLast >= facts.settledLoans)
    return 'made-before';
  if (facts.worstOverdueDays > onTimeDays) return 'late';

  return facts.decision === 'approved' ? undefined : 'not-approved';
}

function largerLimit({ limit, monthlyIncome, maxLoan }: GuidanceFacts): Paise {
  const step = max(minStep, applyPpm(limit, stepPpm, 'down'));
  const larger = min(add(limit, step), applyPpm(monthlyIncome, incomeSharePpm, 'down'), maxLoan);
  return paise(larger - (larger % wholeOf));
}

function planProducts({ products, bizStatus }: GuidanceFacts, room: Paise): Guidance['products'] {
  const open = products.filter(
    (product) => product.minBizStatus <= bizStatus && principalRange(product, room),
  );
  const [longer, shorter] = open.toSorted((a, b) => b.tenorDays - a.tenorDays);
  if (!longer) return [];

  const inBoth = shorter && shareOut(longer, shorter, room);
  if (inBoth) return inBoth;

  const alone = principalRange(longer, room);
  return alone ? [{ productCode: longer.code, amount: alone.max }] : [];
}

function shareOut(
  longer: ProductTerms,
  shorter: ProductTerms,
  room: Paise,
): Guidance['products'] | undefined {
  const first = principalRange(longer, applyPpm(room, longerSharePpm, 'down'));
  const second = first && principalRange(shorter, subtract(room, first.max));

  return (
    second && [
      { productCode: longer.code, amount: first.max },
      { productCode: shorter.code, amount: second.max },
    ]
  );
}
