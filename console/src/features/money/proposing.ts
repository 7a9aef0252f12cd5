import type { StaffProposal } from '@noren/contract/staff/approvals';

/** How a part of the screen asks for something. */
export interface Proposing {
  readonly onPropose: (proposal: StaffProposal) => void;
}
