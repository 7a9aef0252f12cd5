import { describe, expect, it } from 'vitest';
import { paidOut, sampleEntries, sampleEntry } from '../../testing/repay-samples.ts';
import { type ExplainedFigure, explain, owedToday } from './explain.ts';

/** A part payment of ₹1,000 after ten days: ₹100 interest, the rest principal. */
const part = sampleEntry(
  'payment',
  [
    ['settlement_in', 1_000_00],
    ['interest_receivable', 100_00],
    ['interest_receivable', -100_00],
    ['interest_income', -100_00],
    ['loan_principal', -900_00],
  ],
  { day: '2026-11-30', after: { principalPaise: 9_100_00 } },
);

const booked = sampleEntry(
  'accrual',
  [
    ['interest_receivable', 45_50],
    ['interest_income', -45_50],
    ['penal_receivable', 9_15],
    ['penal_income', -9_15],
  ],
  {
    day: '2026-12-08',
    fromDay: '2026-12-01',
    after: { principalPaise: 9_100_00, interestPaise: 45_50, penalPaise: 9_15 },
  },
);

const waived = sampleEntry(
  'waiver',
  [
    ['waiver_expense', 9_15],
    ['penal_receivable', -9_15],
  ],
  { day: '2026-12-09', after: { principalPaise: 9_100_00, interestPaise: 45_50 } },
);

const extended = sampleEntry(
  'extension',
  [
    ['fees_receivable', 177_00],
    ['fee_income', -150_00],
    ['gst_payable', -27_00],
  ],
  { day: '2026-12-09', after: { feesPaise: 177_00 } },
);

const tooMuch = sampleEntry(
  'payment',
  [
    ['settlement_in', 200_00],
    ['loan_principal', -150_00],
    ['borrower_credit', -50_00],
  ],
  { day: '2026-12-10' },
);

const chargedBack = sampleEntry(
  'reversal',
  [
    ['settlement_in', -1_000_00],
    ['interest_receivable', 100_00],
    ['loan_principal', 900_00],
  ],
  { day: '2026-12-11', after: { principalPaise: 10_000_00, interestPaise: 100_00 } },
);

const paidAgain = sampleEntry(
  'payment',
  [
    ['settlement_in', 60_00],
    ['borrower_credit', -60_00],
  ],
  { day: '2026-12-10' },
);

const givenBack = sampleEntry(
  'refund',
  [
    ['borrower_credit', 110_00],
    ['refunds_out', -110_00],
  ],
  { day: '2026-12-11' },
);

const all = [paidOut, part, booked, waived];

describe('a figure explained', () => {
  it.each<[string, ExplainedFigure, typeof all, [string, number][][], number[]]>([
    [
      'the principal, with what became of it',
      'principal',
      all,
      [
        [
          ['repay.line_principal', 10_000_00],
          ['repay.line_fee', 300_00],
          ['repay.line_gst', 54_00],
          ['repay.line_sent', 9_646_00],
        ],
        [['repay.line_principal_paid', -900_00]],
      ],
      [10_000_00, 9_100_00],
    ],
    [
      'the interest, charged and paid apart',
      'interest',
      all,
      [
        [
          ['repay.line_interest', 100_00],
          ['repay.line_interest_paid', -100_00],
        ],
        [['repay.line_interest', 45_50]],
      ],
      [0, 45_50],
    ],
    [
      'the penal charge, waived',
      'penal',
      all,
      [[['repay.line_penal', 9_15]], [['repay.line_penal_waived', -9_15]]],
      [9_15, 0],
    ],
    [
      'an extension’s fee with its tax',
      'fees',
      [paidOut, extended],
      [[['repay.line_fees', 177_00]]],
      [177_00],
    ],
    ['what was waived', 'waived', all, [[['repay.line_waived', 9_15]]], [9_15]],
    [
      'what was paid, one payment reversed',
      'paid',
      [part, tooMuch, chargedBack],
      [
        [['repay.line_received', 1_000_00]],
        [['repay.line_received', 200_00]],
        [['repay.line_reversed', -1_000_00]],
      ],
      [1_000_00, 1_200_00, 200_00],
    ],
    [
      'the total of an overpayment, and of a reversed one',
      'total',
      [tooMuch, chargedBack],
      [
        [
          ['repay.line_received', 200_00],
          ['repay.line_credit', 50_00],
          ['repay.line_principal_paid', -150_00],
        ],
        [
          ['repay.line_reversed', 1_000_00],
          ['repay.line_principal_again', 900_00],
          ['repay.line_interest_again', 100_00],
        ],
      ],
      [0, 10_100_00],
    ],
    [
      'the total of what was paid once more and given back',
      'total',
      [tooMuch, paidAgain, givenBack],
      [
        [
          ['repay.line_received', 200_00],
          ['repay.line_credit', 50_00],
          ['repay.line_principal_paid', -150_00],
        ],
        [
          ['repay.line_received', 60_00],
          ['repay.line_credit', 60_00],
        ],
        [
          ['repay.line_credit_used', 110_00],
          ['repay.line_returned', 110_00],
        ],
      ],
      [0, 0, 0],
    ],
  ])('%s', (_, figure, entries, moves, after) => {
    const explained = explain(entries, figure);
    expect(
      explained.map((one) => one.moves.map(({ text, amountPaise }) => [text, amountPaise])),
    ).toEqual(moves);
    expect(explained.map(({ afterPaise }) => afterPaise)).toEqual(after);
  });

  it('has moves that add up to its balance', () => {
    for (const figure of ['principal', 'interest', 'penal', 'total'] as const) {
      const explained = explain(all, figure);
      const sum = explained
        .flatMap(({ moves }) => moves)
        .reduce((s, m) => (m.isNote ? s : s + m.amountPaise), 0);
      expect(sum, figure).toBe(explained.at(-1)?.afterPaise);
    }
  });

  it('is the booked balance plus the accrual since', () => {
    expect(owedToday(sampleEntries)).toEqual({
      principal: 10_000_00,
      interest: 150_00,
      penal: 10_15,
      fees: 0,
    });
    expect(owedToday({ ...sampleEntries, entries: [] }).principal).toBe(0);
  });
});
