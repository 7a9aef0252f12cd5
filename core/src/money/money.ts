declare const paiseBrand: unique symbol;

/**
 * An amount of money: a whole number of paise (1/100 rupee). May be negative. Made only by this
 * file.
 */
export type Paise = number & { readonly [paiseBrand]: true };

/** The largest amount that a call takes: ten billion rupees. */
export const MOST_PAISE = 1_000_000_000_000;

/**
 * How a fraction of a paisa is resolved. All four act on the magnitude, so that −x always rounds to
 * −(x rounded): `half-up` ties away from zero, `half-even` ties to the even paisa, `down` towards
 * zero, `up` away from zero.
 */
export type Rounding = 'half-up' | 'half-even' | 'down' | 'up';

/** Takes a whole number of paise. Throws RangeError unless it is a safe integer. */
export function paise(amount: number): Paise {
  if (!Number.isSafeInteger(amount))
    throw new RangeError(`not a whole, safe number of paise: ${amount}`);
  return (amount === 0 ? 0 : amount) as Paise;
}

/** From here on a number with decimals cannot tell one paisa from the next. */
const coarseRupees = 2 ** 46;

/**
 * Takes rupees with at most two decimals (`rupees(9646)`, `rupees(12.5)`). Throws RangeError on
 * anything finer.
 */
export function rupees(amount: number): Paise {
  const whole = Math.round(amount * 100);
  const isExact =
    whole / 100 === amount && (Math.abs(amount) < coarseRupees || Number.isInteger(amount));
  if (!isExact) throw new RangeError(`not rupees and paise: ${amount}`);

  return paise(whole);
}

export const zeroPaise: Paise = paise(0);

/** Adds amounts in paise. Throws RangeError when the sum leaves the safe range. */
export function add(...amounts: readonly Paise[]): Paise {
  return sum(amounts);
}

/**
 * Sums a list of amounts in paise; an empty list is 0. Throws RangeError when the sum leaves the
 * safe range.
 */
export function sum(amounts: readonly Paise[]): Paise {
  return paise(amounts.reduce<number>((total, amount) => paise(total + amount), 0));
}

/**
 * `from` less each of the others, in paise; may go below zero. Throws RangeError outside the safe
 * range.
 */
export function subtract(from: Paise, ...others: readonly Paise[]): Paise {
  return paise(from - sum(others));
}

export function min(first: Paise, ...others: readonly Paise[]): Paise {
  return paise(Math.min(first, ...others));
}

export function max(first: Paise, ...others: readonly Paise[]): Paise {
  return paise(Math.max(first, ...others));
}

/**
 * amount × numerator ÷ denominator, exact inside, rounded once.
 * Throws RangeError when a factor is no safe integer or the denominator is not positive.
 */
export function applyRatio(
  amount: Paise,
  numerator: number | bigint,
  denominator: number | bigint,
  rounding: Rounding,
): Paise {
  const divisor = BigInt(denominator);
  if (divisor <= 0n) throw new RangeError('a denominator must be positive');
  if (typeof numerator === 'number' && !Number.isSafeInteger(numerator))
    throw new RangeError('a rate must be whole');

  return paise(Number(divideRounded(BigInt(amount) * BigInt(numerator), divisor, rounding)));
}

/**
 * amount × ppm ÷ 1,000,000, rounded as named. `ppm`: whole parts per million (3 % = 30,000).
 * Source: common rules.
 */
export function applyPpm(amount: Paise, ppm: number, rounding: Rounding): Paise {
  return applyRatio(amount, ppm, 1_000_000, rounding);
}

/** Divides whole numbers (divisor > 0) and rounds the quotient once, as named. */
export function divideRounded(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const quotient = magnitude / divisor;
  const twice = 2n * (magnitude % divisor);
  const rounded = quotient + (goesUp(rounding, { twice, divisor, quotient }) ? 1n : 0n);

  return dividend < 0n ? -rounded : rounded;
}

function goesUp(
  rounding: Rounding,
  at: { twice: bigint; divisor: bigint; quotient: bigint },
): boolean {
  switch (rounding) {
    case 'down':
      return false;
    case 'up':
      return at.twice > 0n;
    case 'half-up':
      return at.twice >= at.divisor;
    case 'half-even':
      return at.twice > at.divisor || (at.twice === at.divisor && at.quotient % 2n === 1n);
    default: {
      const missing: never = rounding;
      throw new RangeError(`unknown rounding: ${missing}`);
    }
  }
}

/**
 * Splits an amount in proportion to whole weights. The parts always sum to the whole, each is
 * within a paisa of its share, and a later part takes what rounding left (10,000.00 by three:
 * 3,333.33, 3,333.33, 3,333.34). Throws RangeError for no weights, a negative or fractional weight,
 * or weights that sum to 0.
 */
export function splitPaise(whole: Paise, weights: readonly number[]): Paise[] {
  if (weights.some((weight) => !Number.isSafeInteger(weight) || weight < 0)) {
    throw new RangeError('a weight must be a whole number, 0 or more');
  }

  const total = weights.reduce((running, weight) => running + BigInt(weight), 0n);
  if (total === 0n) throw new RangeError('nothing to split by: the weights sum to 0');

  let weightSoFar = 0n;
  let paidSoFar: Paise = zeroPaise;

  return weights.map((weight) => {
    weightSoFar += BigInt(weight);

    const upToHere = applyRatio(whole, weightSoFar, total, 'down');
    const part = subtract(upToHere, paidSoFar);

    paidSoFar = upToHere;

    return part;
  });
}

/**
 * Writes an amount with Indian grouping: `₹80,000`, `₹9,646.00`, `-₹1,00,000.50`. `paise` 'always'
 * shows two decimals, 'never' none (rounded half up); without it they show only when not zero.
 */
export function formatRupees(amount: Paise, show: { paise?: 'always' | 'never' } = {}): string {
  const magnitude = Math.abs(
    show.paise === 'never' ? applyRatio(amount, 1, 100, 'half-up') * 100 : amount,
  );
  const fraction = magnitude % 100;
  const decimals =
    show.paise === 'always' || fraction !== 0 ? `.${String(fraction).padStart(2, '0')}` : '';
  const sign = amount < 0 && magnitude !== 0 ? '-' : '';

  return `${sign}₹${groupDigits(String((magnitude - fraction) / 100))}${decimals}`;
}

/** Digits grouped as India does: '100000' is '1,00,000'. */
export function groupDigits(digits: string): string {
  const head = digits.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',');
  return head === '' ? digits : `${head},${digits.slice(-3)}`;
}

/** '0.10%' of 1000 parts per million: with two decimals, as rates are quoted. */
export function formatPercent(ppm: number): string {
  return `${(ppm / 10_000).toFixed(2)}%`;
}

/** '3%' of 30000 parts per million, '1.5%' of 15000: without trailing zeros. */
export function formatRate(ppm: number): string {
  return `${ppm / 10_000}%`;
}
