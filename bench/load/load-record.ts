/** What the product answered with success: none of it may be missing at the end, none of it be there twice. */
export interface LoadRecord {
  /** Orders by their borrower. */
  readonly orders: Map<string, string[]>;
  /** Payments that the bank took, by its reference. */
  readonly payments: Map<string, { code: string; amountPaise: number }>;
  /** Codes of payments that a borrower saw as paid. */
  readonly seenAsPaid: Set<string>;
  signIns: number;
  /** Requests sent again because their answer was lost. */
  repeats: number;
  /** Answers that were neither a success nor a refusal that the load expects, each with how often it came. */
  readonly unexpected: Map<string, number>;
}

export function startRecord(): LoadRecord {
  return {
    orders: new Map(),
    payments: new Map(),
    seenAsPaid: new Set(),
    signIns: 0,
    repeats: 0,
    unexpected: new Map(),
  };
}

export function noteUnexpected({ unexpected }: LoadRecord, what: string): void {
  unexpected.set(what, (unexpected.get(what) ?? 0) + 1);
}
