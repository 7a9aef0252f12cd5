/** A bank's branch as its directory names it; null where the directory does not say. */
export interface BankBranch {
  readonly branchName: string | null;
  readonly city: string | null;
}

/** Names the branches of IFSCs. Never called inside a transaction. */
export interface BranchDirectory {
  /**
   * @param ifsc checked and in capital letters: all that is sent
   * @returns null when the directory has no such branch or does not answer in time; never throws
   */
  find(ifsc: string): Promise<BankBranch | null>;
}
