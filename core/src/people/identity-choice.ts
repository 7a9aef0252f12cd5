/** Fields that a reviewer compares with the cards. */
export const IDENTITY_FIELDS = ['name', 'pan', 'birthDay', 'aadhaar'] as const;
export type IdentityField = (typeof IDENTITY_FIELDS)[number];

/** What says a value besides the borrower: a card shows it, or the card's issuer signed it. */
export const VALUE_READINGS = ['panFront', 'aadhaarFront', 'aadhaarBack', 'signed'] as const;
export type ValueReading = (typeof VALUE_READINGS)[number];

/** Where a value comes from: the borrower typed it, or it was read. */
export const VALUE_SOURCES = ['typed', ...VALUE_READINGS] as const;
export type ValueSource = (typeof VALUE_SOURCES)[number];

/** What a card, or its issuer, says of one field. Equal keys mean equal values. */
export interface CardValue {
  readonly document: ValueReading;
  readonly key: string;
  /** Whether it agrees with the typed value. */
  readonly agrees: boolean;
}

/**
 * The values that a reviewer may choose for a field whose typed and read values differ; empty if
 * they agree. A number can only be chosen as on a card: nothing else proves whose it is. Source:
 * `docs/identity.md`, "Identity documents".
 */
export function valueSources(field: IdentityField, cards: readonly CardValue[]): ValueSource[] {
  if (cards.every(({ agrees }) => agrees)) return [];

  const distinct = cards.filter(
    ({ key }, at) => cards.findIndex((other) => other.key === key) === at,
  );
  if (field === 'pan' || field === 'aadhaar') return distinct.map(({ document }) => document);

  return ['typed', ...distinct.filter(({ agrees }) => !agrees).map(({ document }) => document)];
}
