import { rupees } from '@noren/core/money/money';
import type { Guidance } from '../shared/loan/guide-dialogs.tsx';

let made = 0;

/** A loan guide for a regular user with a limit of ₹20,000; each call makes another offer. */
export function sampleGuidance(more: Partial<Guidance> = {}): Guidance {
  made += 1;
  return {
    guidanceId: `0198c0de-0000-7000-8000-${String(made).padStart(12, '0')}`,
    limitNowPaise: rupees(20_000),
    requestedLimitPaise: rupees(25_000),
    coupon: { couponId: '0198c0de-0000-7000-9000-000000000001', amountPaise: rupees(100) },
    products: [
      {
        productCode: 'N30',
        productIcon: 'days-30',
        productName: 'Noren 30',
        productAmount: rupees(16_000),
      },
      {
        productCode: 'N15',
        productIcon: 'days-15',
        productName: 'Noren 15',
        productAmount: rupees(9_000),
      },
    ],
    applyTotalAmount: rupees(25_000),
    expiresAt: Date.parse('2026-11-21T08:30:00Z'),
    isNew: true,
    isRegular: true,
    ...more,
  };
}
