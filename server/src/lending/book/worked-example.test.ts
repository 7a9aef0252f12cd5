import { readFileSync } from 'node:fs';
import { priceLoan } from '@noren/core/lending/offer';
import { defaultProducts, findProduct } from '@noren/core/lending/terms';
import { formatRupees, paise, rupees } from '@noren/core/money/money';
import { addDays, type BusinessDay, businessDay } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { nextJournalId } from './journal-ids.ts';
import type { Line, PostedJournal } from './ledger.ts';
import { type LoanEventToPost, preparePosting } from './post-loan-event.ts';

/** The examples of docs/ledger-examples.md: every marked table there is what the code posts. */

const page = readFileSync(new URL('../../../../docs/ledger-examples.md', import.meta.url), 'utf8');
const paidOut = businessDay('2026-12-01');

const quote = priceLoan({
  product: findProduct(defaultProducts, 'N15')!,
  principal: rupees(10_000),
  startDay: paidOut,
});

/** A loan of ₹10,000 for 15 days, with the journals posted so far. */
class ExampleLoan {
  journals: PostedJournal[] = [
    posted('hold', [
      ['limit_held', quote.principal],
      ['limit_promised', -quote.principal],
    ]),
    posted('release', [
      ['limit_held', -quote.principal],
      ['limit_promised', quote.principal],
    ]),
    posted('disbursement', [
      ['loan_principal', quote.principal],
      ['settlement_out', -quote.netDisbursed],
      ['fee_income', -quote.fee],
      ['gst_payable', -quote.gst],
    ]),
  ];

  /** Posts an event `day` days after the payout; answers its journal as a table. */
  post(day: number, event: DistributiveOmit<LoanEventToPost, 'day' | 'cause'>): string {
    const on = addDays(paidOut, day);
    const made = preparePosting(
      { userId: 'u', orderId: 'o', terms: { quote, lenderName: 'Lender' } },
      this.journals,
      {
        ...event,
        day: on,
        cause: `cause ${this.journals.length}`,
        bookedAt: 0,
      } as LoanEventToPost & { bookedAt: number },
    );
    // A day without interest or penal charge has no journal.
    if (!made) return '';

    this.journals = made.journals;

    return writeTable(made.journals.at(-1)!);
  }

  /** Closes every day up to and including that one. @returns the last day's journal */
  closeThrough(day: number): string {
    let last = '';
    for (let next = this.#closed + 1; next <= day; next += 1)
      last = this.post(next, { kind: 'accrual' });
    this.#closed = day;

    return last;
  }

  findId(kind: PostedJournal['kind']): string {
    return this.journals.findLast((journal) => journal.kind === kind)!.journalId;
  }

  #closed = 0;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

function posted(kind: PostedJournal['kind'], lines: readonly Line[]): PostedJournal {
  const journalId = `00000000-0000-7000-8000-${String(kind.length).padStart(12, '0')}`;
  return {
    journalId,
    kind,
    valueDay: paidOut,
    cause: kind,
    reverses: null,
    reason: null,
    detail: {},
    lines,
  };
}

function writeTable({
  kind,
  valueDay,
  lines,
}: {
  kind: string;
  valueDay: BusinessDay | string;
  lines: readonly Line[];
}): string {
  const rows = lines.map(([account, amount]) => {
    const shown = formatRupees(paise(Math.abs(amount)));
    return amount > 0 ? `| \`${account}\` | ${shown} | |` : `| \`${account}\` | | ${shown} |`;
  });
  return [`| ${kind}, ${valueDay} | debit | credit |`, '|---|---:|---:|', ...rows].join('\n');
}

const examples: Record<string, () => string[]> = {
  'application and payout': () => new ExampleLoan().journals.map(writeTable),
  'close of a day': () => [new ExampleLoan().closeThrough(1)],
  'payment of a part': () => {
    const loan = new ExampleLoan();
    loan.closeThrough(9);
    return [loan.post(10, { kind: 'payment', amountPaise: rupees(4_000) })];
  },
  'first day with a penal charge': () => {
    const loan = new ExampleLoan();
    loan.closeThrough(17);
    return [loan.closeThrough(18)];
  },
  extension: () => {
    const loan = new ExampleLoan();
    loan.closeThrough(17);

    const detail = { days: 7, feePaise: rupees(150), gstPaise: rupees(27), addendumNo: 'A' };
    return [
      loan.post(18, { kind: 'extension', detail }),
      loan.post(18, {
        kind: 'payment',
        amountPaise: rupees(150 + 27 + 150) + 1_015,
        detail: { first: ['fees', 'interest', 'penal'], addendumNo: 'A' },
      }),
    ];
  },
  'overpayment and refund': () => {
    const loan = new ExampleLoan();
    loan.closeThrough(14);

    return [
      loan.post(15, { kind: 'payment', amountPaise: rupees(10_650) }),
      loan.post(16, { kind: 'refund', amountPaise: rupees(500) }),
    ];
  },
  waiver: () => {
    const loan = new ExampleLoan();
    loan.closeThrough(14);
    return [
      loan.post(15, { kind: 'waiver', amountPaise: rupees(50), detail: { bucket: 'interest' } }),
    ];
  },
  chargeback: () => {
    const loan = new ExampleLoan();
    loan.closeThrough(14);
    loan.post(15, { kind: 'payment', amountPaise: rupees(10_150) });

    return [
      loan.post(15, {
        kind: 'chargeback',
        amountPaise: rupees(10_150),
        detail: { ofPayment: loan.findId('payment') },
      }),
    ];
  },
  'chargeback of a return': () => {
    const loan = new ExampleLoan();
    loan.closeThrough(2);

    const feeReversal = { kind: 'fee_reversal', amountPaise: quote.fee + quote.gst } as const;
    const amountPaise = rupees(10_030) - feeReversal.amountPaise;
    const paymentId = nextJournalId([
      ...loan.journals,
      { journalId: nextJournalId(loan.journals) },
    ]);

    return [
      loan.post(3, { ...feeReversal, detail: { ofPayment: paymentId } }),
      loan.post(3, { kind: 'payment', amountPaise, journalId: paymentId }),
      loan.post(5, { kind: 'chargeback', amountPaise, detail: { ofPayment: paymentId } }),
    ];
  },
  reversal: () => {
    const loan = new ExampleLoan();
    loan.closeThrough(9);
    loan.post(10, { kind: 'payment', amountPaise: rupees(4_000) });
    return [loan.post(11, { kind: 'reversal', reverses: loan.findId('payment') })];
  },
  'payout sent back by the bank': () => {
    const loan = new ExampleLoan();
    loan.closeThrough(3);
    const undone = loan.post(3, { kind: 'reversal', reverses: loan.findId('disbursement') });
    return [undone];
  },
  'write-off and recovery': () => {
    const loan = new ExampleLoan();
    loan.closeThrough(89);

    return [
      loan.post(105, { kind: 'write_off' }),
      loan.post(135, { kind: 'payment', amountPaise: rupees(2_000) }),
    ];
  },
};

test.each(Object.keys(examples))('the page shows the journals of: %s', (name) => {
  const [, shown = ''] =
    new RegExp(`<!-- example: ${name} -->\n(.*?)\n<!-- end -->`, 's').exec(page) ?? [];
  expect(shown).toBe(examples[name]!().join('\n\n'));
});
