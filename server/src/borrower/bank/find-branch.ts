import { checkIfsc } from '@noren/core/people/identity-numbers';
import type { BankBranch, BranchDirectory } from '../../platform/ports/branches.ts';
import { type Bank, ifscDirectory } from './ifsc-directory.ts';

/**
 * What is known of an IFSC. `known`: our data or the branch directory has it. `unconfirmed`:
 * neither has, as of a branch opened since, or the directory does not answer; whether it exists,
 * the bank's validation of the account decides. `unknown`: it is malformed, or of a bank that
 * neither knows. `banks` begins with the one that uses the code.
 */
export type BranchFinding =
  | {
      state: 'known' | 'unconfirmed';
      ifsc: string;
      banks: readonly [Bank, ...Bank[]];
      branch: BankBranch | null;
    }
  | { state: 'unknown' };

/**
 * Looks an IFSC up in our data. Only a branch that is not in it is asked for. Never called inside a
 * transaction.
 */
export async function findBranch(branches: BranchDirectory, text: string): Promise<BranchFinding> {
  const checked = checkIfsc(text);
  if (!checked.ok) return { state: 'unknown' };

  const ifsc = checked.value;
  const [bank, ...others] = ifscDirectory().findBanks(ifsc);
  if (bank) return { state: 'known', ifsc, banks: [bank, ...others], branch: null };

  const answer = await branches.find(ifsc);
  const bankCode = ifsc.slice(0, 4);
  const own = ifscDirectory().findBank(bankCode);
  if (answer === 'unknown' && !own) return { state: 'unknown' };

  const branch = typeof answer === 'string' ? null : answer;
  const newer = own ?? { bankCode, bankName: branch?.bankName ?? bankCode };

  return { state: branch ? 'known' : 'unconfirmed', ifsc, banks: [newer], branch };
}

/** The same with the branch's own names, which our data does not have. */
export async function nameBranch(branches: BranchDirectory, text: string): Promise<BranchFinding> {
  const found = await findBranch(branches, text);
  if (found.state !== 'known' || found.branch) return found;
  const answer = await branches.find(found.ifsc);
  return { ...found, branch: typeof answer === 'string' ? null : answer };
}
