import type { Account, JournalKind, PostedJournal } from '../../lending/ledger.ts';

/** What is owed apart from each other. */
export const BUCKETS = ['principal', 'interest', 'penal', 'fees'] as const;
export type Bucket = (typeof BUCKETS)[number];

const RECEIVABLE: Record<Bucket, Account> = {
  principal: 'loan_principal',
  interest: 'interest_receivable',
  penal: 'penal_receivable',
  fees: 'fees_receivable',
};
/** Where a charge on a bucket is earned; the fee of the loan itself is kept back from it and never owed. */
const EARNED: Record<Bucket, readonly Account[]> = {
  principal: [],
  interest: ['interest_income'],
  penal: ['penal_income'],
  fees: ['fee_income', 'gst_payable', 'fee_discount'],
};

/** How a payment was shared out, in paise: what no bucket needed is overpaid, what had been given up is recovered. */
export type Shares = Record<Bucket | 'overpaid' | 'recovered', number>;

/** A line of the account, in paise: what was added to the debt or taken off it, and where that left it. */
export interface AccountRow {
  readonly what: Exclude<JournalKind, 'hold' | 'release' | 'accrual'> | 'interest' | 'penal' | 'fees' | 'recovered';
  readonly journalId: string;
  readonly day: string;
  /** Of daily charges told as one: the first of their days. */
  readonly fromDay: string;
  readonly amountPaise: number;
  /** What is owed after it; below zero what the lender owes the borrower. */
  readonly balancePaise: number;
}

type Lines = PostedJournal['lines'];

/** Sum of a journal's entries on some accounts, in signed paise. */
export function sumOn(lines: Lines, accounts: readonly Account[]): number {
  return lines.reduce((sum, [account, amount]) => (accounts.includes(account) ? sum + amount : sum), 0);
}

/** What a journal charged on a bucket, in paise. */
function chargedOn(journal: PostedJournal, bucket: Bucket): number {
  if (bucket === 'fees' && journal.kind === 'disbursement') return 0;
  return 0 - sumOn(journal.lines, EARNED[bucket]);
}

/** How a payment's own journal shared it out. The shares sum to what came in. */
export function sharesOf(payment: PostedJournal): Shares {
  const { lines } = payment;
  const paid = (bucket: Bucket): number => chargedOn(payment, bucket) - sumOn(lines, [RECEIVABLE[bucket]]);
  return {
    principal: paid('principal'),
    interest: paid('interest'),
    penal: paid('penal'),
    fees: paid('fees'),
    overpaid: 0 - sumOn(lines, ['borrower_credit']),
    recovered: 0 - sumOn(lines, ['recovery_income']),
  };
}

/** What is owed by bucket after some journals, with what was written off and not recovered; and what the lender owes. */
export type OwedAfter = Record<Bucket | 'writtenOff' | 'credit', number>;

/** The same, in paise. */
export function owedAfter(journals: readonly PostedJournal[]): OwedAfter {
  const lines = journals.flatMap((journal) => journal.lines);
  const on = (bucket: Bucket): number => sumOn(lines, [RECEIVABLE[bucket]]);
  return {
    principal: on('principal'),
    interest: on('interest'),
    penal: on('penal'),
    fees: on('fees'),
    // Given up in the lender's books, and owed all the same.
    writtenOff: sumOn(lines, ['write_off_expense', 'recovery_income']),
    credit: 0 - sumOn(lines, ['borrower_credit']),
  };
}

const OWED: readonly Account[] = [...Object.values(RECEIVABLE), 'borrower_credit'];

/**
 * An order's journals as the lines of an account: what each charged, then what it did. Charges of days that follow each
 * other are one line. The amounts sum to the last balance.
 */
export function accountRows(journals: readonly PostedJournal[]): AccountRow[] {
  const rows: Row[] = [];
  for (const row of journals.flatMap(rowsOf)) {
    const place = rows.findLastIndex(({ what }) => what === row.what);
    const same = rows[place];
    // One line as long as nothing but daily charges came between.
    if (same && isDaily(row) && rows.slice(place).every(isDaily)) {
      rows.splice(place, 1);
      rows.push({ ...row, fromDay: same.fromDay, amountPaise: same.amountPaise + row.amountPaise });
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

function rowsOf(journal: PostedJournal): Row[] {
  const { journalId, kind, valueDay: day, lines } = journal;
  if (kind === 'hold' || kind === 'release') return [];
  const row = (what: Row['what'], amountPaise: number): Row => ({ what, journalId, day, fromDay: day, amountPaise });
  const charged = (['interest', 'penal', 'fees'] as const).map((bucket) => row(bucket, chargedOn(journal, bucket)));
  const rest = charged.reduce((left, { amountPaise }) => left - amountPaise, sumOn(lines, OWED));
  const event = kind === 'accrual' ? [] : [row(kind, rest)];
  return [...charged, ...event, row('recovered', sumOn(lines, ['recovery_income']))].filter(
    ({ amountPaise }) => amountPaise !== 0,
  );
}
