import type { AccountRow } from './account-rows.ts';
import { type DocTranslator, day, docTranslator, money } from './document-texts.ts';
import { channelWords, type OrderData, startOrderPdf, writeOrder } from './order-pdf.ts';
import type { PdfBuilder } from './pdf-builder.ts';
import type { SealFacts } from './seal-words.ts';

/** A row of the account with what its text needs. */
export interface AccountStatementRow extends AccountRow {
  readonly channel: string | null;
  readonly isCoupon: boolean;
}

/** An order's account up to a day. Amounts in paise. */
export interface AccountStatement extends OrderData {
  readonly asOfDay: string;
  readonly netPaise: number;
  readonly rows: readonly AccountStatementRow[];
  /** Written off in the lender's books and not recovered; still owed. */
  readonly writtenOffPaise: number;
  /** Accrued since the last posting. */
  readonly unpostedAccruals: readonly {
    readonly kind: 'interest' | 'penal';
    readonly amountPaise: number;
  }[];
}

/** Renders the account statement: every movement with the balance after it. */
export function drawAccountStatement(data: AccountStatement, seal?: SealFacts): Promise<Buffer> {
  const title = docTranslator(data.language)('docs.kind.statement');
  const { pdf, say } = startOrderPdf(data, { title, number: data.order.repayId, seal });
  const closing = computeClosingBalance(data);
  const { writtenOffPaise } = data;
  const lead = writtenOffPaise > 0 ? 'docs.statement.lead_written_off' : 'docs.statement.lead';

  pdf.title(title, say(lead, { day: day(data.asOfDay), amount: money(writtenOffPaise) }));
  pdf.figures([
    { label: say('docs.statement.lent'), value: money(data.order.principalPaise) },
    { label: say('docs.statement.paid'), value: money(-sumRows(data, ['payment', 'recovered'])) },
    closing < 0
      ? { label: say('docs.statement.ours'), value: money(-closing) }
      : {
          label: say('docs.statement.owed', { day: day(data.asOfDay) }),
          value: money(closing + writtenOffPaise),
        },
  ]);
  writeOrder(pdf, data, say);
  writeRows(pdf, data, { closing, say });
  writeSums(pdf, data, { closing, say });

  return pdf.end();
}

function computeClosingBalance({ rows, unpostedAccruals }: AccountStatement): number {
  return unpostedAccruals.reduce(
    (sum, { amountPaise }) => sum + amountPaise,
    rows.at(-1)?.balancePaise ?? 0,
  );
}

function sumRows({ rows }: AccountStatement, kinds: readonly AccountRow['what'][]): number {
  return rows.reduce(
    (sum, { what, amountPaise }) => (kinds.includes(what) ? sum + amountPaise : sum),
    0,
  );
}

function writeRows(
  pdf: PdfBuilder,
  data: AccountStatement,
  { closing, say }: { closing: number; say: DocTranslator },
): void {
  const amount = (head: string) => ({ head, width: 78, align: 'right' as const });

  const line = (on: string, what: string, amounts: { change: number; balance: number }) => ({
    cells: [
      on,
      what,
      amounts.change > 0 ? money(amounts.change) : '',
      amounts.change < 0 ? money(-amounts.change) : '',
      money(amounts.balance),
    ],
  });

  let balance = data.rows.at(-1)?.balancePaise ?? 0;
  pdf.table(
    [
      { head: say('docs.statement.day'), width: 66 },
      { head: say('docs.statement.what') },
      amount(say('docs.statement.added')),
      amount(say('docs.statement.taken')),
      amount(say('docs.statement.balance')),
    ],
    [
      line('', say('docs.statement.opening'), { change: 0, balance: 0 }),
      ...data.rows.map((row) => {
        const change = row.what === 'recovered' ? 0 : row.amountPaise;
        return line(day(row.day), describeRow(row, data, say), {
          change,
          balance: row.balancePaise,
        });
      }),
      ...data.unpostedAccruals.map(({ kind, amountPaise }) => {
        balance += amountPaise;
        const what = say('docs.row.pending', { what: say(`docs.row.${kind}`) });
        return line(day(data.asOfDay), what, { change: amountPaise, balance });
      }),
      {
        cells: [
          '',
          say('docs.statement.closing', { day: day(data.asOfDay) }),
          '',
          '',
          money(closing),
        ],
        as: 'total' as const,
      },
    ],
  );
  if (data.rows.some(({ balancePaise }) => balancePaise < 0))
    pdf.paragraph(say('docs.statement.note'), 'soft');
}

/** The same movements summed by type, so that the reader can check them. */
function writeSums(
  pdf: PdfBuilder,
  data: AccountStatement,
  { closing, say }: { closing: number; say: DocTranslator },
): void {
  const pending = data.unpostedAccruals.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const sums = [
    { label: say('docs.statement.lent'), value: sumRows(data, ['disbursement']) },
    {
      label: say('docs.statement.charged'),
      value: sumRows(data, ['interest', 'penal', 'fees']) + pending,
    },
    { label: say('docs.statement.paid'), value: sumRows(data, ['payment']) },
    { label: say('docs.statement.let_go'), value: sumRows(data, ['waiver']) },
    { label: say('docs.row.fee_reversal'), value: sumRows(data, ['fee_reversal', 'fee_again']) },
    { label: say('docs.row.write_off'), value: sumRows(data, ['write_off']) },
    { label: say('docs.statement.given_back'), value: sumRows(data, ['refund', 'chargeback']) },
    { label: say('docs.statement.corrected'), value: sumRows(data, ['reversal', 'extension']) },
  ].filter(({ value }) => value !== 0);

  pdf.heading(say('docs.statement.sums'));
  pdf.table(
    [
      { head: say('docs.receipt.part') },
      { head: say('docs.receipt.used'), width: 120, align: 'right' },
    ],
    [
      ...sums.map(({ label, value }) => ({ cells: [label, money(value)] })),
      {
        cells: [say('docs.statement.closing', { day: day(data.asOfDay) }), money(closing)],
        as: 'total' as const,
      },
    ],
  );
  if (pending > 0) pdf.paragraph(say('docs.statement.not_booked'), 'soft');
}

function describeRow(row: AccountStatementRow, data: AccountStatement, say: DocTranslator): string {
  const { what } = row;
  switch (what) {
    case 'disbursement': {
      const deducted = data.order.principalPaise - data.netPaise;
      return say('docs.row.disbursement', { net: money(data.netPaise), kept: money(deducted) });
    }
    case 'payment':
      return say('docs.row.payment', { channel: channelWords(row.channel, say) });
    case 'recovered':
      return say('docs.row.recovered', { amount: money(-row.amountPaise) });
    case 'waiver':
      return say(row.isCoupon ? 'docs.row.coupon' : 'docs.row.waiver');
    case 'interest':
    case 'penal': {
      const words = say(`docs.row.${what}`);
      if (row.fromDay === row.day) return words;
      return say('docs.row.span', { what: words, from: day(row.fromDay), to: day(row.day) });
    }
    default:
      return say(`docs.row.${what}`);
  }
}
