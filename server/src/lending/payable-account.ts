import { CODES } from '@noren/contract/codes';
import { CallError } from '../platform/http/call-error.ts';

/** What decides whether money may be sent to an account. */
export interface AccountFacts {
  readonly nameMatch: 'match' | 'partial' | 'mismatch';
  /** What the bank said of it. */
  readonly validation: 'unknown' | 'pending' | 'valid' | 'invalid';
}

/**
 * Lets pass only an account that the bank has confirmed and whose name is the borrower's.
 * Source: lawful page, row 5; `domain.md`, "Names … are compared". @throws CallError 409, reason `account`
 */
export function requirePayableAccount<T extends AccountFacts>(account: T | null | undefined): T {
  if (!account) throw refuse('loans.account_name');
  switch (account.validation) {
    case 'unknown':
    case 'pending':
      throw refuse('loans.account_waiting');
    case 'invalid':
      throw refuse('loans.account_invalid');
    case 'valid':
      if (account.nameMatch === 'mismatch') throw refuse('loans.account_name');
      return account;
    default: {
      const missing: never = account.validation;
      throw new RangeError(`unknown validation: ${missing}`);
    }
  }
}

function refuse(words: 'loans.account_name' | 'loans.account_waiting' | 'loans.account_invalid'): CallError {
  return new CallError(CODES.conflict, words, { data: { reason: 'account' } });
}
