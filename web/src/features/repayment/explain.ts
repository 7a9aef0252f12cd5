import type { AnswerOf } from '@noren/contract/call';
import type { repayEntries } from '@noren/contract/repayment';
import type { MessageId } from '../../i18n/index.ts';

type Entries = AnswerOf<typeof repayEntries>;
export type Entry = Entries['entries'][number];
export type Working = Entry['workings'][number];

/** What can be owed, as the entries tell it apart. */
const BUCKETS = ['principal', 'interest', 'penal', 'fees'] as const;
type Bucket = (typeof BUCKETS)[number];
/** The figures of the repay page that can be explained. */
export type ExplainedFigure = Bucket | 'waived' | 'paid' | 'total';

/** One thing that an entry did, in words and signed paise: positive adds to the figure. `isNote` only tells, and adds nothing. */
export interface Move {
  readonly text: MessageId;
  readonly amountPaise: number;
  readonly isNote?: boolean;
  /** How the amount was worked out, where it was charged. */
  readonly workings?: readonly Working[];
}

/** An entry as a figure sees it: what it did, and what the figure stood at after it. */
export interface Explained {
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

const NOTES: readonly (readonly [account: string, added: MessageId | null, taken: MessageId | null])[] = [
  ['settlement_in', 'repay.line_received', 'repay.line_taken_back'],
  ['settlement_out', 'repay.line_sent_back', 'repay.line_sent'],
  ['borrower_credit', 'repay.line_credit_used', 'repay.line_credit'],
  ['refunds_out', null, 'repay.line_returned'],
];
/** Of a disbursement alone: an extension's fee is owed, and told as such. */
const FEE_NOTES: typeof NOTES = [
  ['fee_income', null, 'repay.line_fee'],
  ['fee_discount', 'repay.line_discount', null],
  ['gst_payable', null, 'repay.line_gst'],
];

/**
 * The entries that make a figure, oldest first; those that did nothing to it are left out. The total tells of each
 * movement of money, also of one that changed nothing owed: paid twice, given back.
 */
export function explain(entries: readonly Entry[], figure: ExplainedFigure): Explained[] {
  let running = 0;
  return entries.flatMap((entry) => {
    const moves = movesOf(entry, figure).map((move) => withWorkings(entry, move));
    if (!moves.some(({ isNote }) => !isNote || figure === 'total')) return [];
    for (const { amountPaise, isNote } of moves) if (!isNote) running += amountPaise;
    return [{ entry, moves, afterPaise: owedAfter(entry, figure) ?? running }];
  });
}

/** Which lines of arithmetic a move is worked out by; an extension tells its fee and the tax on it as one. */
const WORKED_BY: Partial<Record<MessageId, readonly Working['of'][]>> = {
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

/** What is owed after an entry, of one bucket or of all; undefined for figures that only ever grow by their moves. */
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

function movesOf(entry: Entry, figure: ExplainedFigure): Move[] {
  switch (figure) {
    case 'waived':
      return told(sumOf(entry, 'waiver_expense'), 'repay.line_waived', 'repay.line_waived_back');
    case 'paid':
      return told(sumOf(entry, 'settlement_in'), 'repay.line_received', 'repay.line_taken_back');
    case 'total': {
      const moves = BUCKETS.flatMap((bucket) => bucketMoves(entry, bucket));
      // A payment is told before what it was used for, what was lent before where it went.
      return entry.kind === 'disbursement' ? [...moves, ...notesOf(entry)] : [...notesOf(entry), ...moves];
    }
    case 'principal':
      return [...bucketMoves(entry, 'principal'), ...(entry.kind === 'disbursement' ? notesOf(entry) : [])];
    default:
      return bucketMoves(entry, figure);
  }
}

const told = (amountPaise: number, added: MessageId, taken: MessageId): Move[] =>
  amountPaise === 0 ? [] : [{ text: amountPaise > 0 ? added : taken, amountPaise }];

/** What was charged, and what was settled of it: the receivable alone would show only their difference. */
function bucketMoves(entry: Entry, bucket: Bucket): Move[] {
  const charged = chargedOf(entry, bucket);
  const settled = sumOf(entry, RECEIVABLE[bucket]) - charged;
  return [
    ...told(charged, `repay.line_${bucket}`, `repay.line_${bucket}_less`),
    ...told(settled, `repay.line_${bucket}_again`, settledBy(entry, bucket)),
  ];
}

function chargedOf(entry: Entry, bucket: Bucket): number {
  const isPaidOut = entry.kind === 'disbursement';
  switch (bucket) {
    case 'principal':
      return isPaidOut ? sumOf(entry, 'loan_principal') : 0;
    case 'interest':
      return -sumOf(entry, 'interest_income');
    case 'penal':
      return -sumOf(entry, 'penal_income');
    case 'fees':
      return isPaidOut ? 0 : -sumOf(entry, 'fee_income') - sumOf(entry, 'gst_payable');
    default: {
      const missing: never = bucket;
      throw new RangeError(`unknown bucket: ${missing}`);
    }
  }
}

function settledBy({ kind }: Entry, bucket: Bucket): MessageId {
  if (kind === 'waiver') return `repay.line_${bucket}_waived`;
  return kind === 'write_off' ? `repay.line_${bucket}_given_up` : `repay.line_${bucket}_paid`;
}

function notesOf(entry: Entry): Move[] {
  const notes = entry.kind === 'disbursement' ? [...FEE_NOTES, ...NOTES] : NOTES;
  return notes.flatMap(([account, added, taken]) => {
    const sum = sumOf(entry, account);
    const text = sum > 0 ? added : taken;
    return sum === 0 || text === null ? [] : [{ text, amountPaise: Math.abs(sum), isNote: true }];
  });
}

function sumOf({ lines }: Entry, account: string): number {
  return lines.reduce((sum, line) => (line.account === account ? sum + line.amountPaise : sum), 0);
}

/** What is owed of each bucket today: as booked, and what has run up since. */
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
