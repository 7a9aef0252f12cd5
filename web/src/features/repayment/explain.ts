import type { AnswerOf } from '@noren/contract/call';
import type { repayEntries } from '@noren/contract/repayment';
import type { TextId } from '../../i18n/index.ts';

type Entries = AnswerOf<typeof repayEntries>;
export type Entry = Entries['entries'][number];
export type Working = Entry['workings'][number];

/** The kinds of debt that the entries distinguish. */
const BUCKETS = ['principal', 'interest', 'penal', 'fees'] as const;
type Bucket = (typeof BUCKETS)[number];
export type ExplainedFigure = Bucket | 'waived' | 'paid' | 'total';

/**
 * One effect of an entry as text and signed paise: positive adds to the figure. `isNote` is shown
 * only, not added.
 */
export interface Move {
  readonly text: TextId;
  readonly amountPaise: number;
  readonly isNote?: boolean;
  /** The calculation of a charged amount. */
  readonly workings?: readonly Working[];
}

/** An entry's effect on a figure, and the balance of the figure after it. */
export interface EntryEffect {
  readonly entry: Entry;
  readonly moves: readonly Move[];
  readonly afterPaise: number;
}

const RECEIVABLE: Record<Bucket, string> = {
  principal: 'loan_principal',
  interest: 'interest_receivable',
  penal: 'penal_receivable',
  fees: 'fees_receivable',
};

const NOTES: readonly (readonly [account: string, added: TextId | null, taken: TextId | null])[] = [
  ['settlement_in', 'repay.line_received', 'repay.line_reversed'],
  ['settlement_out', 'repay.line_sent_back', 'repay.line_sent'],
  ['borrower_credit', 'repay.line_credit_used', 'repay.line_credit'],
  ['refunds_out', null, 'repay.line_returned'],
];

/** Only for the processing fee: an extension's fee is owed and shown as owed. */
const FEE_NOTES: typeof NOTES = [
  ['fee_income', 'repay.line_fee_back', 'repay.line_fee'],
  ['fee_discount', 'repay.line_discount', 'repay.line_discount_back'],
  ['gst_payable', 'repay.line_gst_back', 'repay.line_gst'],
];

/**
 * The entries behind a figure, oldest first, without those that do not affect it. The total
 * includes every payment and refund, also those that did not change the debt: a duplicate payment,
 * its refund.
 */
export function explain(entries: readonly Entry[], figure: ExplainedFigure): EntryEffect[] {
  let running = 0;

  return entries.flatMap((entry) => {
    const moves = listMoves(entry, figure).map((move) => withWorkings(entry, move));
    if (!moves.some(({ isNote }) => !isNote || figure === 'total')) return [];
    for (const { amountPaise, isNote } of moves) if (!isNote) running += amountPaise;
    return [{ entry, moves, afterPaise: owedAfter(entry, figure) ?? running }];
  });
}

/** The calculation lines of a move; an extension shows its fee and the tax on it together. */
const WORKED_BY: Partial<Record<TextId, readonly Working['of'][]>> = {
  'repay.line_interest': ['interest'],
  'repay.line_interest_less': ['interest'],
  'repay.line_penal': ['penal'],
  'repay.line_penal_less': ['penal'],
  'repay.line_fees': ['fee', 'gst'],
  'repay.line_fee': ['fee'],
  'repay.line_gst': ['gst'],
};

function withWorkings({ workings }: Entry, move: Move): Move {
  const of = WORKED_BY[move.text];
  const own = of ? workings.filter((one) => of.includes(one.of)) : [];
  return own.length === 0 ? move : { ...move, workings: own };
}

/** The balance of one bucket or of all after an entry; undefined for figures that only grow. */
function owedAfter({ after }: Entry, figure: ExplainedFigure): number | undefined {
  switch (figure) {
    case 'waived':
    case 'paid':
      return undefined;
    case 'total':
      return after.principalPaise + after.interestPaise + after.penalPaise + after.feesPaise;
    default:
      return after[`${figure}Paise`];
  }
}

function listMoves(entry: Entry, figure: ExplainedFigure): Move[] {
  switch (figure) {
    case 'waived':
      return toMoves(
        sumAccount(entry, 'waiver_expense'),
        'repay.line_waived',
        'repay.line_waived_back',
      );
    case 'paid':
      return toMoves(
        sumAccount(entry, 'settlement_in'),
        'repay.line_received',
        'repay.line_reversed',
      );
    case 'total': {
      const moves = BUCKETS.flatMap((bucket) => bucketMoves(entry, bucket));
      // A payment comes before its allocation, the principal lent before its use.
      return entry.kind === 'disbursement'
        ? [...moves, ...listNotes(entry)]
        : [...listNotes(entry), ...moves];
    }
    case 'principal':
      return [
        ...bucketMoves(entry, 'principal'),
        ...(entry.kind === 'disbursement' ? listNotes(entry) : []),
      ];
    default:
      return bucketMoves(entry, figure);
  }
}

const toMoves = (amountPaise: number, added: TextId, taken: TextId): Move[] =>
  amountPaise === 0 ? [] : [{ text: amountPaise > 0 ? added : taken, amountPaise }];

/** The charged and the settled amount: the receivable alone would show only their difference. */
function bucketMoves(entry: Entry, bucket: Bucket): Move[] {
  const charged = computeCharge(entry, bucket);
  const settled = sumAccount(entry, RECEIVABLE[bucket]) - charged;

  return [
    ...toMoves(charged, `repay.line_${bucket}`, `repay.line_${bucket}_less`),
    ...toMoves(settled, `repay.line_${bucket}_again`, settledBy(entry, bucket)),
  ];
}

function computeCharge(entry: Entry, bucket: Bucket): number {
  const isPaidOut = entry.kind === 'disbursement';
  switch (bucket) {
    case 'principal':
      return isPaidOut ? sumAccount(entry, 'loan_principal') : 0;
    case 'interest':
      return -sumAccount(entry, 'interest_income');
    case 'penal':
      return -sumAccount(entry, 'penal_income');
    case 'fees':
      return isOfProcessingFee(entry)
        ? 0
        : -sumAccount(entry, 'fee_income') - sumAccount(entry, 'gst_payable');
    default: {
      const missing: never = bucket;
      throw new RangeError(`unknown bucket: ${missing}`);
    }
  }
}

function settledBy({ kind }: Entry, bucket: Bucket): TextId {
  if (kind === 'waiver') return `repay.line_${bucket}_waived`;
  return kind === 'write_off' ? `repay.line_${bucket}_given_up` : `repay.line_${bucket}_paid`;
}

function listNotes(entry: Entry): Move[] {
  const notes = isOfProcessingFee(entry) ? [...FEE_NOTES, ...NOTES] : NOTES;
  return notes.flatMap(([account, added, taken]) => {
    const sum = sumAccount(entry, account);
    const text = sum > 0 ? added : taken;
    return sum === 0 || text === null ? [] : [{ text, amountPaise: Math.abs(sum), isNote: true }];
  });
}

/** Whether the fee of an entry is the one deducted at the payout, which was never owed. */
function isOfProcessingFee({ lines }: Entry): boolean {
  return !lines.some(({ account }) => account === 'fees_receivable');
}

function sumAccount({ lines }: Entry, account: string): number {
  return lines.reduce((sum, line) => (line.account === account ? sum + line.amountPaise : sum), 0);
}

/** The debt of each bucket today: as booked plus the accrual since. */
export function owedToday({ entries, notYetBooked }: Entries): Record<Bucket, number> {
  const after = entries.at(-1)?.after;
  const since = (kind: 'interest' | 'penal') =>
    notYetBooked.reduce((sum, one) => (one.kind === kind ? sum + one.amountPaise : sum), 0);

  return {
    principal: after?.principalPaise ?? 0,
    interest: (after?.interestPaise ?? 0) + since('interest'),
    penal: (after?.penalPaise ?? 0) + since('penal'),
    fees: after?.feesPaise ?? 0,
  };
}
