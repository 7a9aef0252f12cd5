import type { DocumentKind } from './ocr-read.ts';

/** Where signed codes are read, the Aadhaar card's back comes first: the code is on it. */
const WITH_CODES = ['panFront', 'aadhaarBack', 'aadhaarFront'] as const;
const WITHOUT_CODES = ['panFront', 'aadhaarFront', 'aadhaarBack'] as const;

interface CardsSoFar {
  readonly sent: readonly DocumentKind[];
  /** Whether this lender can verify signed codes and files. */
  readonly readsCodes: boolean;
  /** Whether a signed code or file was read: it replaces the pictures of the Aadhaar card. */
  readonly isSigned: boolean;
}

/** The pictures of cards that the identity step asks for, sent ones included, in their order. */
export function listCardPictures({
  sent,
  readsCodes,
  isSigned,
}: CardsSoFar): readonly DocumentKind[] {
  const order = readsCodes ? WITH_CODES : WITHOUT_CODES;

  return order.filter((card) => card === 'panFront' || !isSigned || sent.includes(card));
}
