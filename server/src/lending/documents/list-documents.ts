import { DOCUMENT_KINDS, type DocumentGroup, type ListedDocument } from '@noren/contract/documents';
import type { ListedAddendum, ListedLoan, ListedPayment } from './store.ts';

/** Orders with a closing letter: settled, or returned in the cooling-off period. */
export const closedStatuses: readonly number[] = [70, 75];

/** The documents of each loan, newest first. */
export function groupDocuments(input: {
  loans: readonly ListedLoan[];
  payments: readonly ListedPayment[];
  addenda: readonly ListedAddendum[];
  now: number;
}): DocumentGroup[] {
  const groups = input.loans.map((loan): DocumentGroup => {
    const documents = [
      ...kfsDocuments(loan),
      ...orderDocuments(loan, input.now),
      ...input.addenda
        .filter(({ orderId }) => orderId === loan.orderId)
        .map(({ addendumNo, at }) => entry('addendum', addendumNo, at)),
      ...input.payments
        .filter(({ orderId }) => orderId === loan.orderId)
        // Newest first also among payments with equal times.
        .toReversed()
        .map((payment) => ({
          ...entry('receipt', `${loan.repayId}.${payment.journalId}`, payment.bookedAt),
          amountPaise: payment.amountPaise,
        })),
    ];

    return {
      repayId: loan.repayId,
      proposalNo: loan.proposalNo,
      productName: loan.productName,
      principalPaise: loan.principalPaise,
      at: loan.appliedAt ?? loan.madeAt,
      documents: documents.sort((a, b) => b.at - a.at || kindRank(b) - kindRank(a)),
    };
  });
  return groups.sort((a, b) => b.at - a.at);
}

/** Documents with equal times are listed in the order of their kinds. */
const kindRank = ({ kind }: ListedDocument): number => DOCUMENT_KINDS.indexOf(kind);

function entry(kind: ListedDocument['kind'], key: string, at: number): ListedDocument {
  return { documentId: `${kind}.${key}`, kind, at, amountPaise: null };
}

function kfsDocuments({ proposalNo, madeAt, acceptedAt }: ListedLoan): ListedDocument[] {
  const kfs = entry('kfs', proposalNo, madeAt);
  return acceptedAt === null ? [kfs, entry('wording', proposalNo, madeAt)] : [kfs];
}

function orderDocuments(loan: ListedLoan, now: number): ListedDocument[] {
  const { repayId, acceptedAt, disbursedDay, closedAt, status, hasPolicy } = loan;
  if (repayId === null) return [];

  const isOver = status !== null && closedStatuses.includes(status);
  return [
    ...(acceptedAt === null ? [] : [entry('agreement', repayId, acceptedAt)]),
    ...(acceptedAt !== null && hasPolicy ? [entry('privacy', repayId, acceptedAt)] : []),
    ...(disbursedDay === null ? [] : [entry('statement', repayId, closedAt ?? now)]),
    ...(isOver && closedAt !== null ? [entry('closing', repayId, closedAt)] : []),
  ];
}
