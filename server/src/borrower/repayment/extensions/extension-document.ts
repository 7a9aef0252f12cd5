import { createHash } from 'node:crypto';
import { LOAN_TEXT_VERSION } from '@noren/contract/loan-words';
import type { Addendum } from '@noren/contract/servicing';
import type { ExtensionQuote } from '@noren/core/lending/extension';
import type { KfsRow } from '@noren/core/lending/kfs';
import type { Instalment } from '@noren/core/lending/schedule';
import type { ProductTerms } from '@noren/core/lending/terms';
import { canonicalJson } from '@noren/core/people/canonical-json';
import type { Order } from '../../../lending/orders/order-store.ts';
import type {
  AddendumDocument,
  StoredAddendum,
} from '../../../lending/statements/addenda-store.ts';
import { toSentSchedule } from '../../../lending/statements/sent-schedule.ts';
import type { UserCtx } from '../../../platform/http/handler.ts';

/**
 * Builds the addendum of a quoted extension in the caller's language: only what changes, in the
 * rows of RBI's form.
 */
export function makeAddendum(
  ctx: Pick<UserCtx, 'language' | 'now'>,
  order: Pick<Order, 'repayId' | 'proposalNo' | 'terms'>,
  extension: { addendumNo: string; quote: ExtensionQuote; product: ProductTerms },
): AddendumDocument {
  const { addendumNo, quote, product } = extension;
  const { repayId, proposalNo, terms } = order;

  return {
    form: 'noren-addendum/1',
    addendumNo,
    repayId,
    proposalNo,
    sections: [
      {
        id: 'change',
        rows: [
          { id: 'lender', kind: 'text', value: terms.lenderName },
          { id: 'addendumNo', kind: 'text', value: addendumNo },
          { id: 'orderNo', kind: 'text', value: repayId },
          { id: 'proposalNo', kind: 'text', value: proposalNo },
          { id: 'product', kind: 'text', value: terms.quote.productName },
          { id: 'issuedDay', kind: 'day', value: quote.day },
          { id: 'oldDueDay', kind: 'day', value: quote.oldDueDay },
          { id: 'extensionDays', kind: 'days', value: quote.days },
          { id: 'newDueDay', kind: 'day', value: quote.newDueDay },
          { id: 'extensionTimes', kind: 'number', value: quote.times },
          { id: 'extensionMaxTimes', kind: 'number', value: product.extension.maxTimes },
        ],
      },
      { id: 'payNow', rows: payNowRows(quote, product) },
      { id: 'payThen', rows: payThenRows(quote) },
      { id: 'apr', rows: aprRows(quote, terms.quote.interestPpmPerDay) },
    ],
    schedule: buildSchedule(quote),
    language: ctx.language,
    textVersion: LOAN_TEXT_VERSION,
    madeAt: ctx.now,
  };
}

function payNowRows(quote: ExtensionQuote, { extension }: ProductTerms): KfsRow[] {
  return [
    { id: 'interestSoFar', kind: 'paise', value: quote.interest },
    { id: 'penalSoFar', kind: 'paise', value: quote.penal },
    { id: 'feesBefore', kind: 'paise', value: quote.feesBefore },
    { id: 'extensionFee', kind: 'percent', value: extension.feePpm, note: 'of-principal-plus-gst' },
    { id: 'extensionFeeAmount', kind: 'paise', value: quote.fee, note: 'one-time' },
    { id: 'gstRate', kind: 'percent', value: extension.gstPpm },
    { id: 'extensionFeeGst', kind: 'paise', value: quote.gst, note: 'one-time' },
    { id: 'payNow', kind: 'paise', value: quote.payNow },
  ];
}

function payThenRows(quote: ExtensionQuote): KfsRow[] {
  return [
    { id: 'principalUnchanged', kind: 'paise', value: quote.principal },
    { id: 'interestToCome', kind: 'paise', value: quote.interestToCome },
    { id: 'payThen', kind: 'paise', value: quote.payThen },
    { id: 'dueDay', kind: 'day', value: quote.newDueDay },
  ];
}

/**
 * The basis of the addendum's own APR, for the extra days alone: their fee and interest on the
 * principal less the fee.
 */
function aprRows(quote: ExtensionQuote, interestPpmPerDay: number): KfsRow[] {
  return [
    { id: 'principalUnchanged', kind: 'paise', value: quote.principal },
    { id: 'loanTerm', kind: 'days', value: quote.extraDays },
    { id: 'interestPerDay', kind: 'percent', value: interestPpmPerDay },
    { id: 'feesToLender', kind: 'paise', value: quote.fee + quote.gst, note: 'gst-included' },
    { id: 'totalInterest', kind: 'paise', value: quote.extraInterest },
    { id: 'totalRepayable', kind: 'paise', value: quote.principal + quote.extraInterest },
    {
      id: 'apr',
      kind: 'percent',
      value: quote.aprHundredths * 100,
      note: 'rate-per-period-times-periods-a-year',
    },
  ];
}

function buildSchedule(quote: ExtensionQuote): Instalment[] {
  const { principal, interestToCome: interest, payThen: amount, newDueDay: dueDay } = quote;
  return [{ number: 1, dueDay, outstanding: principal, principal, interest, amount }];
}

/** SHA-256 (hex) of the addendum's canonical JSON. */
export function hashAddendum(document: AddendumDocument): string {
  return createHash('sha256').update(canonicalJson(document)).digest('hex');
}

/** A stored addendum in wire form. */
export function showAddendum(
  stored: Pick<StoredAddendum, 'addendumNo' | 'quote' | 'document' | 'hash' | 'isAccepted'>,
  mostTimes: number,
): Addendum {
  const { quote, document } = stored;

  return {
    addendumNo: stored.addendumNo,
    repayId: document.repayId,
    hash: stored.hash,
    language: document.language,
    textVersion: document.textVersion,
    day: quote.day,
    days: quote.days,
    oldDueDay: quote.oldDueDay,
    newDueDay: quote.newDueDay,
    times: quote.times,
    mostTimes,
    interestPaise: quote.interest,
    penalPaise: quote.penal,
    feesBeforePaise: quote.feesBefore,
    feePaise: quote.fee,
    gstPaise: quote.gst,
    payNowPaise: quote.payNow,
    principalPaise: quote.principal,
    interestToComePaise: quote.interestToCome,
    payThenPaise: quote.payThen,
    extraInterestPaise: quote.extraInterest,
    aprHundredths: quote.aprHundredths,
    isAccepted: stored.isAccepted,
    sections: document.sections.map(({ id, rows }) => ({ id, rows })),
    schedule: toSentSchedule(document.schedule),
  };
}
