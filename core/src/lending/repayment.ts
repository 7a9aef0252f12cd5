import { add, min, type Paise, subtract, sum, zeroPaise } from '../money/money.ts';

/** Amounts owed: fees of an accepted extension, interest, principal, penal charge. */
export type Buckets = { fees: Paise; interest: Paise; principal: Paise; penal: Paise };

export type Bucket = keyof Buckets;

/** The order in which a payment fills the buckets. Source: `docs/domain.md`, allocation. */
export const allocationOrder = [
  'fees',
  'interest',
  'principal',
  'penal',
] as const satisfies readonly Bucket[];

export const emptyBuckets: Buckets = {
  fees: zeroPaise,
  interest: zeroPaise,
  principal: zeroPaise,
  penal: zeroPaise,
};

/**
 * How one payment was used. What no bucket needed is overpaid, and owed to the borrower. The five
 * amounts sum to the payment.
 */
export type Allocation = Buckets & { overpaid: Paise };

/**
 * Shares a payment out over the buckets in order; the rest is overpaid. Source: `docs/domain.md`,
 * allocation.
 * @throws RangeError for a negative amount
 */
export function allocate(
  amount: Paise,
  owed: Buckets,
  order: readonly Bucket[] = allocationOrder,
): Allocation {
  if (amount < 0) throw new RangeError(`a payment is not negative: ${amount}`);

  const taken = { ...emptyBuckets };
  let left = amount;

  for (const bucket of order) {
    taken[bucket] = min(left, owed[bucket]);
    left = subtract(left, taken[bucket]);
  }

  return { ...taken, overpaid: left };
}

/** The sum of all buckets, in paise. */
export function sumBuckets(buckets: Buckets): Paise {
  return sum(allocationOrder.map((bucket) => buckets[bucket]));
}

export function addBuckets(a: Buckets, b: Buckets): Buckets {
  return {
    fees: add(a.fees, b.fees),
    interest: add(a.interest, b.interest),
    principal: add(a.principal, b.principal),
    penal: add(a.penal, b.penal),
  };
}

export function subtractBuckets(from: Buckets, taken: Buckets): Buckets {
  return {
    fees: subtract(from.fees, taken.fees),
    interest: subtract(from.interest, taken.interest),
    principal: subtract(from.principal, taken.principal),
    penal: subtract(from.penal, taken.penal),
  };
}
