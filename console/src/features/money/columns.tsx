import { Link } from 'wouter';
import { moneyTexts } from '../../texts/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { Age, Instant, Money } from '../../ui/figures.tsx';
import type { Column } from '../../ui/table-model.ts';

/** Columns shared by the lists of Money. */
export const amountColumn: Column<{ readonly amountPaise: number | null }> = {
  id: 'amount',
  header: moneyTexts.amount,
  align: 'right',
  width: 120,
  cell: ({ amountPaise }) => (amountPaise === null ? '' : <Money amount={amountPaise} isBare />),
};

export const utrColumn: Column<{ readonly utrLast4: string | null }> = {
  id: 'utr',
  header: moneyTexts.utr,
  width: 90,
  cell: ({ utrLast4 }) => (utrLast4 === null ? '' : `··${utrLast4}`),
};

export const orderColumn: Column<{ readonly repayId: string | null }> = {
  id: 'order',
  header: moneyTexts.order,
  width: 140,
  cell: ({ repayId }) => (repayId === null ? '' : <Link to={`/loans/${repayId}`}>{repayId}</Link>),
};

export const countedColumn: Column<{ readonly isReversed: boolean }> = {
  id: 'state',
  header: moneyTexts.state,
  width: 110,
  cell: ({ isReversed }) => (
    <Badge tone={isReversed ? 'soon' : 'good'}>{isReversed ? moneyTexts.takenOff : moneyTexts.counted}</Badge>
  ),
};

/** A column with an instant. */
export function whenColumn<Row>(at: (row: Row) => number): Column<Row> {
  return { id: 'when', header: moneyTexts.when, width: 140, cell: (row) => <Instant at={at(row)} /> };
}

/** A column with the time since an instant. */
export function ageColumn<Row>(since: (row: Row) => number): Column<Row> {
  return { id: 'age', header: moneyTexts.age, width: 100, cell: (row) => <Age since={since(row)} /> };
}
