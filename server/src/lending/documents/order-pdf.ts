import { createHash } from 'node:crypto';
import type { Language } from '@noren/contract/fields';
import { LOAN_TEXT_VERSION } from '@noren/contract/loan-words';
import { canonicalJson } from '@noren/core/people/canonical-json';
import { type DocTranslator, day, docTranslator, loanTranslator, money } from './document-texts.ts';
import { PdfBuilder } from './pdf-builder.ts';
import type { SealFacts } from './seal-words.ts';

/** The loan a receipt, account statement or letter is about. */
export interface OrderFacts {
  readonly repayId: string;
  readonly productName: string;
  readonly principalPaise: number;
  readonly disbursedDay: string | null;
  readonly dueDay: string | null;
  readonly borrowerName: string;
  readonly lender: { readonly name: string; readonly cin: string; readonly registrationNo: string };
}

/** `at` is the time of the facts in the document, UTC ms. */
export interface OrderData {
  readonly order: OrderFacts;
  readonly language: Language;
  readonly at: number;
}

/** SHA-256 of all that a document about an order is drawn from. */
export function hashOrderData(data: OrderData): string {
  return createHash('sha256').update(canonicalJson(data)).digest('hex');
}

/** Starts a document about an order. Its hash covers all data it is rendered from. */
export function startOrderPdf(
  data: OrderData,
  input: { title: string; number: string; seal?: SealFacts | undefined },
): { pdf: PdfBuilder; say: DocTranslator } {
  const common = loanTranslator(LOAN_TEXT_VERSION, data.language);
  const pdf = new PdfBuilder({
    ...input,
    issuer: data.order.lender.name,
    mark: hashOrderData(data),
    markLabel: common('form.mark'),
    language: data.language,
    at: data.at,
    pageWords: (page, of) => common('form.page', { page, of }),
  });

  return { pdf, say: docTranslator(data.language) };
}

/** Writes lender, borrower and loan. */
export function writeOrder(pdf: PdfBuilder, { order }: OrderData, say: DocTranslator): void {
  pdf.facts([
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

export function channelWords(channel: string | null, say: DocTranslator): string {
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
