import { CODES } from '@noren/contract/codes';
import { CallError } from '../platform/http/call-error.ts';

/** The facts that decide whether an account may receive a payout. */
export interface AccountFacts {
  readonly nameMatch: 'match' | 'partial' | 'mismatch';
  /** Result of the bank's account validation. */
  readonly validation: 'unknown' | 'pending' | 'valid' | 'invalid';
}

/**
 * Accepts only an account that the bank has validated and whose holder name matches the borrower's, by comparison or by
 * an operator's confirmation.
 * Source: docs/lawful.md, row 5. @throws CallError 409, reason `account`
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
      if (account.nameMatch !== 'match') throw refuse('loans.account_name');
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
