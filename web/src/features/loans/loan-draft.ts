import { clearDraft, readDraft, saveDraft } from '../../session/drafts.ts';

/** The user's choices on the loan page and the open key facts; kept during a code confirmation. */
export type LoanDraft = {
  productCode: string;
  principalPaise?: number;
  purpose?: string;
  /** The purpose's code in the dictionary. */
  purposeName?: string;
  proposalNo?: string;
};

const NAME = 'loans';

/** The draft for a product; empty when the stored one is for another product. */
export function readLoanDraft(productCode: string): LoanDraft {
  const { principalPaise, ...draft } = readDraft(NAME);
  if (draft['productCode'] !== productCode) return { productCode };
  const amount = Number(principalPaise);
  return { ...draft, productCode, ...(Number.isSafeInteger(amount) && { principalPaise: amount }) };
}

/** Stores the draft; null deletes it. */
export function saveLoanDraft(draft: LoanDraft | null): void {
  if (draft === null) {
    clearDraft(NAME);
    return;
  }

  const { principalPaise, ...texts } = draft;
  saveDraft(NAME, {
    ...texts,
    ...(principalPaise !== undefined && { principalPaise: String(principalPaise) }),
  });
}
