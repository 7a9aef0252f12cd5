import { BUCKETS, type Outstanding, type PaymentAllocation } from './account-rows.ts';
import { type DocTranslator, day, docTranslator, moment, money } from './document-texts.ts';
import { channelWords, type OrderData, startOrderPdf, writeOrder } from './order-pdf.ts';
import type { PdfBuilder } from './pdf-builder.ts';

/** A payment and its allocation. Amounts in paise. */
export interface ReceiptData extends OrderData {
  /** 1 for the order's first payment. */
  readonly sequence: number;
  readonly amountPaise: number;
  readonly valueDay: string;
  readonly channel: string | null;
  /** The provider's reference. */
  readonly reference: string;
  readonly utrLast4: string | null;
  readonly allocation: PaymentAllocation;
  readonly owedAfter: Outstanding;
  readonly isReversed: boolean;
}

/** Renders the receipt of a payment. */
export function drawReceipt(data: ReceiptData): Promise<Buffer> {
  const { order, sequence } = data;
  const title = docTranslator(data.language)('docs.kind.receipt');
  const { pdf, say } = startOrderPdf(data, { title, number: `${order.repayId}-R${sequence}` });
  const owed = BUCKETS.reduce(
    (sum, bucket) => sum + data.owedAfter[bucket],
    data.owedAfter.writtenOff,
  );

  pdf.title(title, say('docs.receipt.lead'));
  pdf.figures([
    { label: say('docs.receipt.amount'), value: money(data.amountPaise) },
    { label: say('docs.receipt.day'), value: day(data.valueDay) },
    {
      label: say('docs.receipt.owed'),
      value: owed === 0 ? say('docs.receipt.nothing_owed') : money(owed),
    },
  ]);

  if (data.isReversed) pdf.paragraph(say('docs.receipt.reversed'), 'strong');

  pdf.facts([
    { label: say('docs.receipt.channel'), value: channelWords(data.channel, say) },
    { label: say('docs.receipt.reference'), value: data.reference },
    ...(data.utrLast4 ? [{ label: say('docs.receipt.utr'), value: data.utrLast4 }] : []),
    { label: say('docs.receipt.booked'), value: moment(data.at) },
  ]);

  writeAllocation(pdf, data, say);
  writeOwed(pdf, { owed, after: data.owedAfter }, say);
  writeOrder(pdf, data, say);
  pdf.paragraph(say('docs.receipt.ask'), 'soft');

  return pdf.end();
}

const sumColumns = (say: DocTranslator) => [
  { head: say('docs.receipt.part') },
  { head: say('docs.receipt.used'), width: 120, align: 'right' as const },
];

/** The order in which a payment is allocated. */
const ALLOCATION_ORDER = [
  'fees',
  'interest',
  'principal',
  'penal',
  'recovered',
  'overpaid',
] as const;

function writeAllocation(
  pdf: PdfBuilder,
  { allocation, amountPaise }: ReceiptData,
  say: DocTranslator,
): void {
  pdf.heading(say('docs.receipt.shares'));

  const used = ALLOCATION_ORDER.filter((bucket) => allocation[bucket] !== 0);
  pdf.table(sumColumns(say), [
    ...used.map((bucket) => ({ cells: [say(`docs.bucket.${bucket}`), money(allocation[bucket])] })),
    { cells: [say('docs.receipt.total'), money(amountPaise)], as: 'total' as const },
  ]);
}

function writeOwed(
  pdf: PdfBuilder,
  input: { owed: number; after: ReceiptData['owedAfter'] },
  say: DocTranslator,
): void {
  const { writtenOff } = input.after;

  pdf.heading(say('docs.receipt.after'));
  pdf.table(sumColumns(say), [
    ...BUCKETS.map((bucket) => ({
      cells: [say(`docs.bucket.${bucket}`), money(input.after[bucket])],
    })),
    ...(writtenOff > 0 ? [{ cells: [say('docs.bucket.written_off'), money(writtenOff)] }] : []),
    { cells: [say('docs.receipt.owed_total'), money(input.owed)], as: 'total' as const },
  ]);
}
