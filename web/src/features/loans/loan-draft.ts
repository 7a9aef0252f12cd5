import { clearDraft, readDraft, saveDraft } from '../../session/drafts.ts';

/** What the user chose on the loan page, and the key facts that are open; kept while a code is asked for. */
export type LoanDraft = {
  productCode: string;
  principalPaise?: number;
  purpose?: string;
  /** The purpose as the list names it. */
  purposeName?: string;
  proposalNo?: string;
};

const NAME = 'loans';

/** The draft for a product; an empty one when the last was for another. */
export function readLoanDraft(productCode: string): LoanDraft {
  const { principalPaise, ...draft } = readDraft(NAME);
  if (draft['productCode'] !== productCode) return { productCode };
  const amount = Number(principalPaise);
  return { ...draft, productCode, ...(Number.isSafeInteger(amount) && { principalPaise: amount }) };
}

/** Keeps the draft; null forgets it. */
export function keepLoanDraft(draft: LoanDraft | null): void {
  if (draft === null) {
    clearDraft(NAME);
    return;
  }
  const { principalPaise, ...texts } = draft;
  saveDraft(NAME, { ...texts, ...(principalPaise !== undefined && { principalPaise: String(principalPaise) }) });
}
