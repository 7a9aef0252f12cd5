import type { AnswerOf } from '@noren/contract/call';
import type { viewKfs } from '@noren/contract/loans';
import { toSentSchedule } from '../statements/sent-schedule.ts';
import type { StoredQuote } from './credit-store.ts';

/** A stored quote and its key facts statement in wire form. */
export function quoteAnswer(stored: StoredQuote): Omit<AnswerOf<typeof viewKfs>, 'dependsOnLimit'> {
  const { quote, kfs } = stored;

  return {
    quote: {
      productCode: quote.productCode,
      productName: quote.productName,
      principalPaise: quote.principal,
      tenorDays: quote.tenorDays,
      dueDay: quote.dueDay,
      feePaise: quote.fee,
      feeDiscountPaise: quote.feeDiscount,
      gstPaise: quote.gst,
      netPaise: quote.netDisbursed,
      interestPaise: quote.interest,
      totalPaise: quote.totalRepayable,
      aprHundredths: quote.aprHundredths,
    },
    kfs: {
      proposalNo: kfs.proposalNo,
      language: kfs.language,
      textVersion: kfs.textVersion,
      hash: stored.kfsHash,
      madeAt: kfs.madeAt,
      validUntil: kfs.validUntil,
      isAccepted: stored.isAccepted,
      sections: kfs.sections,
      schedule: toSentSchedule(kfs.schedule),
    },
  };
}
