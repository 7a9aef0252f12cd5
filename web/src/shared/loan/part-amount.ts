/** Whether a part payment is possible: whole rupees, from the minimum to below the total. */
export function mayPayPart({
  leastPartPaise,
  totalPaise,
}: {
  leastPartPaise: number;
  totalPaise: number;
}): boolean {
  return maxPart(totalPaise) >= wholeUp(leastPartPaise);
}

/** Rounds paise up to whole rupees. */
export const wholeUp = (amountPaise: number): number => Math.ceil(amountPaise / 100) * 100;
/**
 * The largest part payment, in paise. It leaves at least a rupee, the least that providers accept.
 */
export const maxPart = (totalPaise: number): number => Math.floor(totalPaise / 100) * 100 - 100;
