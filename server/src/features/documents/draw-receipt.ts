import { BUCKETS, type OwedAfter, type Shares } from './account-rows.ts';
import { channelWords, type OrderData, orderPaper, writeOrder } from './order-paper.ts';
import type { Paper } from './paper.ts';
import { day, docSpeaker, moment, money, type SayDoc } from './words.ts';

/** A payment that came in, and what it did. Paise. */
export interface ReceiptData extends OrderData {
  /** 1 for the order's first payment. */
  readonly place: number;
  readonly amountPaise: number;
  readonly valueDay: string;
  readonly channel: string | null;
  /** The provider's name for it, and what is known of the bank's. */
  readonly reference: string;
  readonly utrLast4: string | null;
  readonly shares: Shares;
  readonly owedAfter: OwedAfter;
  readonly isTakenBack: boolean;
}

/** Draws the receipt of one payment. */
export function drawReceipt(data: ReceiptData): Promise<Buffer> {
  const { order, place } = data;
  const title = docSpeaker(data.language)('docs.kind.receipt');
  const { paper, say } = orderPaper(data, { title, number: `${order.repayId}-R${place}` });
  const owed = BUCKETS.reduce((sum, bucket) => sum + data.owedAfter[bucket], data.owedAfter.writtenOff);
  paper.title(title, say('docs.receipt.lead'));
  paper.figures([
    { label: say('docs.receipt.amount'), value: money(data.amountPaise) },
    { label: say('docs.receipt.day'), value: day(data.valueDay) },
    { label: say('docs.receipt.owed'), value: owed === 0 ? say('docs.receipt.nothing_owed') : money(owed) },
  ]);
  if (data.isTakenBack) paper.paragraph(say('docs.receipt.taken_back'), 'strong');
  paper.facts([
    { label: say('docs.receipt.channel'), value: channelWords(data.channel, say) },
    { label: say('docs.receipt.reference'), value: data.reference },
    ...(data.utrLast4 ? [{ label: say('docs.receipt.utr'), value: data.utrLast4 }] : []),
    { label: say('docs.receipt.booked'), value: moment(data.at) },
  ]);
  writeShares(paper, data, say);
  writeOwed(paper, { owed, after: data.owedAfter }, say);
  writeOrder(paper, data, say);
  paper.paragraph(say('docs.receipt.ask'), 'soft');
  return paper.end();
}

const sumColumns = (say: SayDoc) => [
  { head: say('docs.receipt.part') },
  { head: say('docs.receipt.used'), width: 120, align: 'right' as const },
];

/** Fees first and penal charges last, as a payment fills them. */
const ORDER_OF_USE = ['fees', 'interest', 'principal', 'penal', 'recovered', 'overpaid'] as const;

function writeShares(paper: Paper, { shares, amountPaise }: ReceiptData, say: SayDoc): void {
  paper.heading(say('docs.receipt.shares'));
  const used = ORDER_OF_USE.filter((bucket) => shares[bucket] !== 0);
  paper.table(sumColumns(say), [
    ...used.map((bucket) => ({ cells: [say(`docs.bucket.${bucket}`), money(shares[bucket])] })),
    { cells: [say('docs.receipt.total'), money(amountPaise)], as: 'total' as const },
  ]);
}

function writeOwed(paper: Paper, of: { owed: number; after: ReceiptData['owedAfter'] }, say: SayDoc): void {
  const { writtenOff } = of.after;
  paper.heading(say('docs.receipt.after'));
  paper.table(sumColumns(say), [
    ...BUCKETS.map((bucket) => ({ cells: [say(`docs.bucket.${bucket}`), money(of.after[bucket])] })),
    ...(writtenOff > 0 ? [{ cells: [say('docs.bucket.written_off'), money(writtenOff)] }] : []),
    { cells: [say('docs.receipt.owed_total'), money(of.owed)], as: 'total' as const },
  ]);
}
