import type { Account, JournalKind, PostedJournal } from '../book/ledger.ts';
import { withoutUndoneAccruals } from '../book/loan-events.ts';

/** The parts of a debt. */
export const BUCKETS = ['principal', 'interest', 'penal', 'fees'] as const;
export type Bucket = (typeof BUCKETS)[number];

const RECEIVABLE_ACCOUNTS: Record<Bucket, Account> = {
  principal: 'loan_principal',
  interest: 'interest_receivable',
  penal: 'penal_receivable',
  fees: 'fees_receivable',
};

/**
 * Income accounts of the charges on a bucket. The loan's own fee is deducted from the disbursement
 * and never owed.
 */
const INCOME_ACCOUNTS: Record<Bucket, readonly Account[]> = {
  principal: [],
  interest: ['interest_income'],
  penal: ['penal_income'],
  fees: ['fee_income', 'gst_payable', 'fee_discount'],
};

/** How a payment was allocated, in paise. `recovered` repays a written-off debt. */
export type PaymentAllocation = Record<Bucket | 'overpaid' | 'recovered', number>;

/** A row of an account statement: the change of the debt and the balance after it. */
export interface AccountRow {
  readonly what:
    | Exclude<JournalKind, 'hold' | 'release' | 'accrual'>
    | 'interest'
    | 'penal'
    | 'fees'
    | 'fee_again'
    | 'recovered';
  readonly journalId: string;
  readonly day: string;
  /** First day of merged daily charges. */
  readonly fromDay: string;
  readonly amountPaise: number;
  /** Balance owed after the row; negative when the lender owes the borrower. */
  readonly balancePaise: number;
}

type Lines = PostedJournal['lines'];

/** Sum of the entries on the given accounts, in signed paise. */
export function sumOn(lines: Lines, accounts: readonly Account[]): number {
  return lines.reduce(
    (sum, [account, amount]) => (accounts.includes(account) ? sum + amount : sum),
    0,
  );
}

/** What a journal charged to a bucket, in paise. */
function chargedTo(journal: PostedJournal, bucket: Bucket): number {
  if (bucket === 'fees' && !journal.lines.some(([account]) => account === 'fees_receivable'))
    return 0;
  return 0 - sumOn(journal.lines, INCOME_ACCOUNTS[bucket]);
}

/** How a payment's journal allocated it. The parts sum to the amount received. */
export function toAllocation(payment: PostedJournal): PaymentAllocation {
  const { lines } = payment;
  const paid = (bucket: Bucket): number =>
    chargedTo(payment, bucket) - sumOn(lines, [RECEIVABLE_ACCOUNTS[bucket]]);

  return {
    principal: paid('principal'),
    interest: paid('interest'),
    penal: paid('penal'),
    fees: paid('fees'),
    overpaid: 0 - sumOn(lines, ['borrower_credit']),
    recovered: 0 - sumOn(lines, ['recovery_income']),
  };
}

/**
 * Amounts owed per bucket, the written-off debt not yet recovered, and the credit owed to the
 * borrower.
 */
export type Outstanding = Record<Bucket | 'writtenOff' | 'credit', number>;

/** What is outstanding after the given journals, in paise. */
export function owedAfter(journals: readonly PostedJournal[]): Outstanding {
  const lines = journals.flatMap((journal) => journal.lines);
  const on = (bucket: Bucket): number => sumOn(lines, [RECEIVABLE_ACCOUNTS[bucket]]);

  return {
    principal: on('principal'),
    interest: on('interest'),
    penal: on('penal'),
    fees: on('fees'),
    // Written off in the lender's books, but still owed.
    writtenOff: sumOn(lines, ['write_off_expense', 'recovery_income']),
    credit: 0 - sumOn(lines, ['borrower_credit']),
  };
}

const OWED_ACCOUNTS: readonly Account[] = [
  ...Object.values(RECEIVABLE_ACCOUNTS),
  'borrower_credit',
];

/**
 * An order's journals as rows of an account statement: first what a journal charged, then its own
 * effect. Consecutive daily charges are merged. The amounts sum to the last balance.
 */
export function accountRows(journals: readonly PostedJournal[]): AccountRow[] {
  const rows: Row[] = [];
  for (const row of withoutUndoneAccruals(journals).flatMap(toRows)) {
    const index = rows.findLastIndex(({ what }) => what === row.what);
    const previous = rows[index];

    // Merge as long as only daily charges are in between.
    if (previous && isDaily(row) && rows.slice(index).every(isDaily)) {
      rows.splice(index, 1);
      rows.push({
        ...row,
        fromDay: previous.fromDay,
        amountPaise: previous.amountPaise + row.amountPaise,
      });
    } else rows.push(row);
  }

  let balancePaise = 0;
  return rows.map((row) => {
    if (row.what !== 'recovered') balancePaise += row.amountPaise;
    return { ...row, balancePaise };
  });
}

type Row = Omit<AccountRow, 'balancePaise'>;
const isDaily = ({ what }: Row): boolean => what === 'interest' || what === 'penal';

function toRows(journal: PostedJournal): Row[] {
  const { journalId, kind, valueDay: day, lines } = journal;
  if (kind === 'hold' || kind === 'release') return [];

  const row = (what: Row['what'], amountPaise: number): Row => ({
    what,
    journalId,
    day,
    fromDay: day,
    amountPaise,
  });

  const charged = (['interest', 'penal', 'fees'] as const).map((bucket) =>
    row(bucket, chargedTo(journal, bucket)),
  );
  // The chargeback of a return charges the reversed fee again: apart from the money that the bank
  // took.
  const feeAgain = row(
    'fee_again',
    kind === 'chargeback' ? 0 - sumOn(lines, INCOME_ACCOUNTS.fees) : 0,
  );
  const apart = [...charged, feeAgain];
  const remainder = apart.reduce(
    (left, { amountPaise }) => left - amountPaise,
    sumOn(lines, OWED_ACCOUNTS),
  );
  const event = kind === 'accrual' ? [] : [row(kind, remainder)];

  return [
    ...charged,
    ...event,
    feeAgain,
    row('recovered', sumOn(lines, ['recovery_income'])),
  ].filter(({ amountPaise }) => amountPaise !== 0);
}
