import { createHash } from 'node:crypto';
import type { Language } from '@noren/contract/fields';
import { LOAN_TEXT_VERSION } from '@noren/contract/loan-words';
import { canonicalJson } from '@noren/core/people/canonical-json';
import { Paper } from './paper.ts';
import { day, docSpeaker, loanSpeaker, money, type SayDoc } from './words.ts';

/** The loan that a receipt, a statement or a letter is about. */
export interface OrderFacts {
  readonly repayId: string;
  readonly productName: string;
  readonly principalPaise: number;
  readonly disbursedDay: string | null;
  readonly dueDay: string | null;
  readonly borrowerName: string;
  readonly lender: { readonly name: string; readonly cin: string; readonly registrationNo: string };
}
/** What every paper about an order is drawn from; `at` is when what it tells came to be, UTC ms. */
export interface OrderData {
  readonly order: OrderFacts;
  readonly language: Language;
  readonly at: number;
}

/** Begins a paper about an order; its mark is that of all it is drawn from. */
export function orderPaper(data: OrderData, given: { title: string; number: string }): { paper: Paper; say: SayDoc } {
  const common = loanSpeaker(LOAN_TEXT_VERSION, data.language);
  const paper = new Paper({
    ...given,
    issuer: data.order.lender.name,
    mark: createHash('sha256').update(canonicalJson(data)).digest('hex'),
    markLabel: common('form.mark'),
    language: data.language,
    at: data.at,
    pageWords: (page, of) => common('form.page', { page, of }),
  });
  return { paper, say: docSpeaker(data.language) };
}

/** Who lent what to whom. */
export function writeOrder(paper: Paper, { order }: OrderData, say: SayDoc): void {
  paper.facts([
    { label: say('docs.borrower'), value: order.borrowerName },
    { label: say('docs.order'), value: order.repayId },
    { label: say('docs.product'), value: order.productName },
    { label: say('docs.principal'), value: money(order.principalPaise) },
    { label: say('docs.paid_out'), value: day(order.disbursedDay) },
    { label: say('docs.due'), value: day(order.dueDay) },
    { label: say('docs.lender'), value: order.lender.name },
    { label: say('docs.lender_cin'), value: order.lender.cin },
    { label: say('docs.lender_registration'), value: order.lender.registrationNo },
  ]);
}

/** A channel in words; one we do not name is said to be another. */
export function channelWords(channel: string | null, say: SayDoc): string {
  switch (channel) {
    case 'upi':
    case 'upi_qr':
    case 'bank_transfer':
    case 'bill_code':
    case 'cash_counter':
    case 'convenience_store':
    case 'payment_link':
      return say(`docs.channel.${channel}`);
    default:
      return say('docs.channel.other');
  }
}
