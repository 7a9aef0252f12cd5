import type { StaffProposal } from '@noren/contract/staff/approvals';

/** Opens the dialog for a proposal. */
export interface Proposing {
  readonly onPropose: (proposal: StaffProposal) => void;
}
