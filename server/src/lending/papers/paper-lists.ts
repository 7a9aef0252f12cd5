/** The documents that are sealed when a loan is agreed. The last one tells the borrower. */
export const listAcceptedPapers = (order: { repayId: string; proposalNo: string }): string[] => [
  `kfs.${order.proposalNo}`,
  `privacy.${order.repayId}`,
  `agreement.${order.repayId}`,
];

/** The documents that are sealed when a loan is over. */
export const listClosingPapers = ({ repayId }: { repayId: string }): string[] => [
  `statement.${repayId}`,
  `closing.${repayId}`,
];
