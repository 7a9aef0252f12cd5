import type { DocumentGroup, ListedDocument } from '@noren/contract/documents';
import type { ListedAddendum, ListedLoan, ListedPayment } from './store.ts';

/** Loans whose closing letter can be had: settled, and returned in the cooling-off period. */
export const CLOSED: readonly number[] = [70, 75];

/** Which documents there are for each loan: the newest loan first, and of each the newest document. */
export function groupDocuments(of: {
  loans: readonly ListedLoan[];
  payments: readonly ListedPayment[];
  addenda: readonly ListedAddendum[];
  now: number;
}): DocumentGroup[] {
  const groups = of.loans.map((loan): DocumentGroup => {
    const documents = [
      ...ofStatement(loan),
      ...ofOrder(loan, of.now),
      ...of.addenda
        .filter(({ orderId }) => orderId === loan.orderId)
        .map(({ addendumNo, at }) => entry('addendum', addendumNo, at)),
      ...of.payments
        .filter(({ orderId }) => orderId === loan.orderId)
        // Of one moment the newest first, too.
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
      documents: documents.sort((a, b) => b.at - a.at || rankOf(b) - rankOf(a)),
    };
  });
  return groups.sort((a, b) => b.at - a.at);
}

/** Of documents of one moment, which came last. */
const RANKS: readonly ListedDocument['kind'][] = [
  'kfs',
  'wording',
  'agreement',
  'addendum',
  'receipt',
  'statement',
  'closing',
];
const rankOf = ({ kind }: ListedDocument): number => RANKS.indexOf(kind);

function entry(kind: ListedDocument['kind'], of: string, at: number): ListedDocument {
  return { documentId: `${kind}.${of}`, kind, at, amountPaise: null };
}

function ofStatement({ proposalNo, madeAt, acceptedAt }: ListedLoan): ListedDocument[] {
  const kfs = entry('kfs', proposalNo, madeAt);
  return acceptedAt === null ? [kfs, entry('wording', proposalNo, madeAt)] : [kfs];
}

function ofOrder(loan: ListedLoan, now: number): ListedDocument[] {
  const { repayId, acceptedAt, disbursedDay, closedAt, status } = loan;
  if (repayId === null) return [];
  const isOver = status !== null && CLOSED.includes(status);
  return [
    ...(acceptedAt === null ? [] : [entry('agreement', repayId, acceptedAt)]),
    ...(disbursedDay === null ? [] : [entry('statement', repayId, closedAt ?? now)]),
    ...(isOver && closedAt !== null ? [entry('closing', repayId, closedAt)] : []),
  ];
}
