import { day, docTranslator, money } from './document-texts.ts';
import { type OrderData, startOrderPdf, writeOrder } from './order-pdf.ts';
import type { SealFacts } from './seal-words.ts';

/** A closed loan. Amounts in paise. */
export interface ClosingData extends OrderData {
  readonly how: 'settled' | 'waived' | 'returned';
  readonly closedDay: string;
  readonly paidPaise: number;
  /** Overpaid and not refunded yet. */
  readonly creditPaise: number;
}

/** Renders the closing letter ("no dues"). */
export function drawClosing(data: ClosingData, seal?: SealFacts): Promise<Buffer> {
  const { order } = data;
  const title = docTranslator(data.language)('docs.closing.title');
  const { pdf, say } = startOrderPdf(data, { title, number: order.repayId, seal });

  pdf.title(title, day(data.closedDay));
  pdf.paragraph(say('docs.closing.to', { name: order.borrowerName }), 'strong');
  pdf.space(6);
  pdf.paragraph(
    say(`docs.closing.${data.how}`, {
      order: order.repayId,
      principal: money(order.principalPaise),
      paidOut: day(order.disbursedDay),
      closed: day(data.closedDay),
    }),
  );
  pdf.paragraph(say('docs.closing.nothing', { lender: order.lender.name }), 'strong');
  if (data.creditPaise > 0)
    pdf.paragraph(say('docs.closing.credit', { amount: money(data.creditPaise) }));
  pdf.heading(say('docs.closing.summary'));
  pdf.figures([
    { label: say('docs.closing.borrowed'), value: money(order.principalPaise) },
    { label: say('docs.closing.paid'), value: money(data.paidPaise) },
    { label: say('docs.closing.owed'), value: money(0) },
  ]);
  writeOrder(pdf, data, say);
  if (!seal) pdf.paragraph(say('docs.closing.signed'), 'soft');

  return pdf.end();
}
