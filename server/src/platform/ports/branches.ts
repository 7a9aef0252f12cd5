/** A bank's branch as its directory names it; null where the directory does not say. */
export interface BankBranch {
  readonly bankName: string | null;
  readonly branchName: string | null;
  readonly city: string | null;
}

/**
 * `unknown`: the directory has no such branch. `away`: it did not answer in time, which says
 * nothing of the branch.
 */
export type BranchAnswer = BankBranch | 'unknown' | 'away';

/** Names the branches of IFSCs. Never called inside a transaction. */
export interface BranchDirectory {
  /**
   * Never throws.
   * @param ifsc checked and in capital letters: all that is sent
   */
  find(ifsc: string): Promise<BranchAnswer>;
}
