import type { AnswerOf } from '@noren/contract/call';
import type { repayDetail } from '@noren/contract/repayment';

/** Whether less than all can be paid: in whole rupees, from the least amount to just below what is owed. */
export function mayPayPart({ leastPartPaise, totalPaise }: AnswerOf<typeof repayDetail>): boolean {
  return mostPart(totalPaise) >= wholeUp(leastPartPaise);
}

/** An amount in paise, up to whole rupees. */
export const wholeUp = (amountPaise: number): number => Math.ceil(amountPaise / 100) * 100;
/** The most that is less than all, in paise. A rupee at least is left: less, no provider takes. */
export const mostPart = (totalPaise: number): number => Math.floor(totalPaise / 100) * 100 - 100;
