import type { AnswerOf } from '@noren/contract/call';
import type { repayDetail, repayEntries, viewPayment } from '@noren/contract/repayment';
import type { Addendum } from '@noren/contract/servicing';
import { OrderStatus } from '@noren/core/lending/order-status';

type Detail = AnswerOf<typeof repayDetail>;
type Entry = AnswerOf<typeof repayEntries>['entries'][number];

/** Three days overdue, nothing paid: ₹10,000 for 15 days. */
export function sampleDetail(more: Partial<Detail> = {}): Detail {
  return {
    repayId: 'RABC1234567890',
    borrowStatus: OrderStatus.overdue,
    productName: 'Noren 15',
    lenderName: 'Example Finance Ltd',
    asOfDay: '2026-12-08',
    principalPaise: 10_000_00,
    principalOwedPaise: 10_000_00,
    dueDay: '2026-12-05',
    extendedDueDay: null,
    overdueDays: 3,
    overdueFeePaise: 10_15,
    penalDays: 1,
    penalPerDayPaise: 10_15,
    penalTerms: { ppmPerDay: 1_000, graceDays: 2, maxDays: 30 },
    interestPaise: 150_00,
    interestDays: 15,
    feesPaise: 0,
    waivedPaise: 0,
    isWaived: false,
    paidPaise: 0,
    overpaidPaise: 0,
    coupon: null,
    coupons: [],
    totalPaise: 10_160_15,
    toPayPaise: 10_160_15,
    leastPartPaise: 100_00,
    extension: null,
    addendum: null,
    settlement: null,
    coolingOff: null,
    openIntent: null,
    debit: null,
    channels: ['upi', 'bank_transfer', 'cash_counter'],
    ...more,
  };
}

const none = { principalPaise: 0, interestPaise: 0, penalPaise: 0, feesPaise: 0 };

/** An entry of the ledger; its lines as [account, signed paise]. */
export function sampleEntry(
  kind: string,
  lines: readonly (readonly [string, number])[],
  more: Partial<Omit<Entry, 'lines' | 'after'>> & { after?: Partial<Entry['after']> } = {},
): Entry {
  return {
    journalId: `${kind}-${more.day ?? ''}`,
    day: '2026-11-20',
    fromDay: null,
    kind,
    lines: lines.map(([account, amountPaise]) => ({ account, amountPaise })),
    workings: [],
    ...more,
    after: { ...none, ...more.after },
  };
}

/** The order paid out, nothing booked since. */
export const paidOut = sampleEntry(
  'disbursement',
  [
    ['loan_principal', 10_000_00],
    ['fee_income', -300_00],
    ['gst_payable', -54_00],
    ['settlement_out', -9_646_00],
  ],
  {
    after: { principalPaise: 10_000_00 },
    workings: [
      { of: 'fee', how: 'rate', basePaise: 10_000_00, ppm: 30_000, amountPaise: 300_00 },
      { of: 'gst', how: 'rate', basePaise: 300_00, ppm: 180_000, amountPaise: 54_00 },
    ],
  },
);

/** The entries behind {@link sampleDetail}. */
export const sampleEntries: AnswerOf<typeof repayEntries> = {
  asOfDay: '2026-12-08',
  entries: [paidOut],
  notYetBooked: [
    {
      kind: 'interest',
      days: 15,
      amountPaise: 150_00,
      workings: [
        {
          of: 'interest',
          how: 'rate',
          basePaise: 10_000_00,
          ppm: 1_000,
          days: 15,
          amountPaise: 150_00,
        },
      ],
    },
    {
      kind: 'penal',
      days: 1,
      amountPaise: 10_15,
      workings: [
        { of: 'penal', how: 'rate', basePaise: 10_150_00, ppm: 1_000, days: 1, amountPaise: 10_15 },
      ],
    },
  ],
};

/** An extension by seven days. */
export function sampleAddendum(more: Partial<Addendum> = {}): Addendum {
  return {
    addendumNo: 'AD12345678',
    repayId: 'RABC1234567890',
    hash: 'a'.repeat(64),
    language: 'en',
    textVersion: '1',
    day: '2026-12-08',
    days: 7,
    oldDueDay: '2026-12-05',
    newDueDay: '2026-12-12',
    times: 1,
    mostTimes: 2,
    interestPaise: 150_00,
    penalPaise: 10_15,
    feesBeforePaise: 0,
    feePaise: 150_00,
    gstPaise: 27_00,
    payNowPaise: 337_15,
    principalPaise: 10_000_00,
    interestToComePaise: 40_00,
    payThenPaise: 10_040_00,
    extraInterestPaise: 40_00,
    aprHundredths: 18_000,
    isAccepted: false,
    sections: [{ id: 'part1', rows: [{ id: 'extensionFee', kind: 'paise', value: 150_00 }] }],
    schedule: [],
    ...more,
  };
}

/** A full repayment to be paid, by UPI so far. */
export function samplePayment(
  more: Partial<AnswerOf<typeof viewPayment>> = {},
): AnswerOf<typeof viewPayment> {
  return {
    state: 'pending',
    kind: 'full',
    amountPaise: 10_160_15,
    missingPaise: 0,
    reversedPaise: 0,
    payeeName: 'Example Finance Ltd',
    orderLast4: '7890',
    channels: ['upi', 'bank_transfer', 'bill_code', 'cash_counter'],
    instruments: [{ channel: 'upi', upiUri: 'upi://pay?pa=noren.sandbox@upi&am=10160.15' }],
    reference: 'abcdefghijklmnop',
    expiresAt: Date.parse('2026-12-08T07:00:00Z'),
    paidAt: null,
    ...more,
  };
}
