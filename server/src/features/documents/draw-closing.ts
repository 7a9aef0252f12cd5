import { type OrderData, orderPaper, writeOrder } from './order-paper.ts';
import { day, docSpeaker, money } from './words.ts';

/** A loan that is over. Paise. */
export interface ClosingData extends OrderData {
  readonly how: 'settled' | 'returned';
  readonly closedDay: string;
  readonly paidPaise: number;
  /** Paid too much and not given back yet. */
  readonly creditPaise: number;
}

/** Draws the letter that says nothing is owed any more. */
export function drawClosing(data: ClosingData): Promise<Buffer> {
  const { order } = data;
  const title = docSpeaker(data.language)('docs.closing.title');
  const { paper, say } = orderPaper(data, { title, number: order.repayId });
  paper.title(title, day(data.closedDay));
  paper.paragraph(say('docs.closing.to', { name: order.borrowerName }), 'strong');
  paper.space(6);
  paper.paragraph(
    say(`docs.closing.${data.how}`, {
      order: order.repayId,
      principal: money(order.principalPaise),
      paidOut: day(order.disbursedDay),
      closed: day(data.closedDay),
    }),
  );
  paper.paragraph(say('docs.closing.nothing', { lender: order.lender.name }), 'strong');
  if (data.creditPaise > 0) paper.paragraph(say('docs.closing.credit', { amount: money(data.creditPaise) }));
  paper.paragraph(say('docs.closing.bureaus'));
  paper.heading(say('docs.closing.summary'));
  paper.figures([
    { label: say('docs.closing.borrowed'), value: money(order.principalPaise) },
    { label: say('docs.closing.paid'), value: money(data.paidPaise) },
    { label: say('docs.closing.owed'), value: money(0) },
  ]);
  writeOrder(paper, data, say);
  paper.paragraph(say('docs.closing.signed'), 'soft');
  return paper.end();
}
