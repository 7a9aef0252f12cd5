import type { Paise } from '../money/money.ts';

/** A product with the amount that one borrower may have today. */
export type ProductOnOffer = {
  code: string;
  tenorDays: number;
  minPrincipal: Paise;
  /** The most this borrower may have of it now; 0 when it is closed to them. */
  offered: Paise;
};

export type BorrowerWishes = {
  /** All applications, newest first, whatever their outcome. */
  applications: readonly { productCode: string; principal: Paise }[];
  /** The purpose that the questionnaire names; null when it is not known. */
  purpose: string | null;
};

// @ASSUMED what is paid back over more than the next pay day. Anything else is a bridge to it, and
// shorter costs less.
const LASTING_PURPOSES: readonly (string | null)[] = [
  'business',
  'celebration',
  'education',
  'medical',
  'repair',
  'repay_debt',
  'travel',
];

/**
 * The products in the order in which they are recommended. Those the borrower can have come first:
 * what was applied for, the newest before the older; then what could give the amount last asked
 * for; then the tenor nearest to the last one, or, before any application, the longest for a
 * purpose that lasts. What is alike is ordered by the shortest tenor, which costs least. Closed
 * products follow, shortest first: no wish makes one more likely to open.
 */
export function rankProducts<P extends ProductOnOffer>(
  products: readonly P[],
  wishes: BorrowerWishes,
): P[] {
  const keys = new Map(
    products.map((product) => [product, rankProduct(product, wishes, products)]),
  );

  return products.toSorted(
    (a, b) => compareRanks(keys.get(a)!, keys.get(b)!) || compareCodes(a.code, b.code),
  );
}

/** Compared number by number; the smaller comes first. */
function rankProduct(
  product: ProductOnOffer,
  wishes: BorrowerWishes,
  products: readonly ProductOnOffer[],
): number[] {
  const { code, tenorDays, minPrincipal, offered } = product;
  if (offered <= 0) return [1, tenorDays];

  const { applications, purpose } = wishes;
  const [last] = applications;
  const turn = applications.findIndex(({ productCode }) => productCode === code);
  const canGive =
    last === undefined || (last.principal >= minPrincipal && last.principal <= offered);
  const lastTenor = products.find((one) => one.code === last?.productCode)?.tenorDays;

  const distance =
    lastTenor !== undefined
      ? Math.abs(tenorDays - lastTenor)
      : last === undefined && LASTING_PURPOSES.includes(purpose)
        ? -tenorDays
        : 0;

  return [0, turn < 0 ? applications.length : turn, canGive ? 0 : 1, distance, tenorDays];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((key, index) => key !== b[index]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

const compareCodes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
