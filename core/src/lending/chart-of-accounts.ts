/**
 * What an account is for in the balance sheet and in profit and loss; a memorandum account is in
 * neither.
 */
export type AccountClass = 'asset' | 'liability' | 'income' | 'expense' | 'memorandum';

interface ChartRow {
  readonly account: string;
  /**
   * Its number in reports and exports: 1 assets, 2 liabilities, 4 income, 5 expense, 9 memorandum.
   */
  readonly code: string;
  readonly name: string;
  readonly side: 'debit' | 'credit';
  readonly of: AccountClass;
  /** The meaning of its balance. */
  readonly about: string;
}

/**
 * The chart of accounts, in the order of reports. Source: `docs/ledger.md`, "Chart of accounts".
 */
export const CHART_OF_ACCOUNTS = [
  {
    account: 'loan_principal',
    code: '1100',
    name: 'Loans: principal',
    side: 'debit',
    of: 'asset',
    about: 'Principal outstanding',
  },
  {
    account: 'interest_receivable',
    code: '1110',
    name: 'Interest receivable',
    side: 'debit',
    of: 'asset',
    about: 'Interest owed',
  },
  {
    account: 'penal_receivable',
    code: '1120',
    name: 'Penal charge receivable',
    side: 'debit',
    of: 'asset',
    about: 'Penal charges owed',
  },
  {
    account: 'fees_receivable',
    code: '1130',
    name: 'Fees receivable',
    side: 'debit',
    of: 'asset',
    about: 'Fees owed, with their GST',
  },
  {
    account: 'settlement_in',
    code: '1200',
    name: 'Settlement: money in',
    side: 'debit',
    of: 'asset',
    about: 'Money that came in through a payment provider',
  },
  {
    account: 'settlement_out',
    code: '1210',
    name: 'Settlement: money out',
    side: 'credit',
    of: 'asset',
    about: 'Money that left through a payout provider',
  },
  {
    account: 'refunds_out',
    code: '1220',
    name: 'Refunds',
    side: 'credit',
    of: 'asset',
    about: 'Refunds of payments',
  },
  {
    account: 'borrower_credit',
    code: '2100',
    name: 'Borrower’s credit',
    side: 'credit',
    of: 'liability',
    about: 'Overpaid money that is the borrower’s',
  },
  {
    account: 'gst_payable',
    code: '2200',
    name: 'GST payable',
    side: 'credit',
    of: 'liability',
    about: 'GST on fees, owed to the tax office',
  },
  {
    account: 'unclaimed_funds',
    code: '2300',
    name: 'Unclaimed funds',
    side: 'credit',
    of: 'liability',
    about: 'Money that belongs to no known order',
  },
  {
    account: 'interest_income',
    code: '4100',
    name: 'Interest income',
    side: 'credit',
    of: 'income',
    about: 'Interest earned',
  },
  {
    account: 'penal_income',
    code: '4110',
    name: 'Penal charge income',
    side: 'credit',
    of: 'income',
    about: 'Penal charges earned',
  },
  {
    account: 'fee_income',
    code: '4120',
    name: 'Fee income',
    side: 'credit',
    of: 'income',
    about: 'Fees earned, without GST',
  },
  {
    account: 'recovery_income',
    code: '4200',
    name: 'Recoveries',
    side: 'credit',
    of: 'income',
    about: 'Recovered of written-off amounts',
  },
  {
    account: 'fee_discount',
    code: '5100',
    name: 'Fee discount',
    side: 'debit',
    of: 'expense',
    about: 'What coupons took off fees',
  },
  {
    account: 'waiver_expense',
    code: '5200',
    name: 'Waivers',
    side: 'debit',
    of: 'expense',
    about: 'Amounts waived',
  },
  {
    account: 'write_off_expense',
    code: '5300',
    name: 'Write-offs',
    side: 'debit',
    of: 'expense',
    about: 'Amounts written off',
  },
  {
    account: 'limit_held',
    code: '9100',
    name: 'Limit: held',
    side: 'debit',
    of: 'memorandum',
    about: 'Principal promised and not paid out',
  },
  {
    account: 'limit_promised',
    code: '9110',
    name: 'Limit: promised',
    side: 'credit',
    of: 'memorandum',
    about: 'The other side of what is held',
  },
] as const satisfies readonly ChartRow[];

export type LedgerAccount = (typeof CHART_OF_ACCOUNTS)[number]['account'];

/**
 * What an account moved in a period, in paise: debits and credits are positive, balances are debit
 * when positive.
 */
export interface AccountTotals {
  readonly account: LedgerAccount;
  readonly opening: number;
  readonly debit: number;
  readonly credit: number;
  readonly closing: number;
}

/** A line of a statement, in paise, in the normal sense of its side of the statement. */
export interface StatementLine {
  readonly account: LedgerAccount;
  readonly amount: number;
}

export interface FinancialStatements {
  /** Assets at the end of the period; money that left through a provider is negative. */
  readonly assets: readonly StatementLine[];
  readonly liabilities: readonly StatementLine[];
  /**
   * Retained earnings: income less expense since the books began. It balances the balance sheet.
   */
  readonly result: number;
  /** This period's income only. */
  readonly income: readonly StatementLine[];
  readonly expense: readonly StatementLine[];
  readonly profit: number;
}

/** The balance sheet at the end of a period, and its profit and loss. */
export function financialStatements(totals: readonly AccountTotals[]): FinancialStatements {
  const of = (wanted: AccountClass) =>
    CHART_OF_ACCOUNTS.filter((row) => row.of === wanted).map(
      ({ account }) => totals.find((row) => row.account === account) ?? emptyTotals(account),
    );

  const moved = ({ opening, closing }: AccountTotals): number => closing - opening;
  const income = of('income').map((row) => ({ account: row.account, amount: -moved(row) }));
  const expense = of('expense').map((row) => ({ account: row.account, amount: moved(row) }));

  return {
    assets: of('asset').map(({ account, closing }) => ({ account, amount: closing })),
    liabilities: of('liability').map(({ account, closing }) => ({ account, amount: -closing })),
    result: 0 - sumAmounts([...of('income'), ...of('expense')].map(({ closing }) => closing)),
    income,
    expense,
    profit:
      sumAmounts(income.map(({ amount }) => amount)) -
      sumAmounts(expense.map(({ amount }) => amount)),
  };
}

function emptyTotals(account: LedgerAccount): AccountTotals {
  return { account, opening: 0, debit: 0, credit: 0, closing: 0 };
}

function sumAmounts(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** The first and last day of the financial year of a day; it begins on 1 April. */
export function findFinancialYear(day: string): { readonly from: string; readonly to: string } {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const first = month >= 4 ? year : year - 1;
  return { from: `${first}-04-01`, to: `${first + 1}-03-31` };
}
