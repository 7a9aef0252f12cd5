import type { FoundMoney } from '@noren/contract/staff/money';
import { Link } from 'wouter';
import { moneyTexts } from '../../texts/money.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
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

export const refColumn: Column<Pick<FoundMoney, 'provider' | 'providerRef'>> = {
  id: 'ref',
  header: moneyTexts.ref,
  cell: ({ provider, providerRef }) => `${provider} ${providerRef}`,
};

export const orderColumn: Column<{ readonly repayId: string | null }> = {
  id: 'order',
  header: moneyTexts.order,
  width: 140,
  cell: ({ repayId }) => (repayId === null ? '' : <Link to={`/loans/${repayId}`}>{repayId}</Link>),
};

const STATE_TONES: Readonly<Record<FoundMoney['what'] | 'reversed', Tone>> = {
  payment: 'good',
  reversed: 'soon',
  unclaimed: 'soon',
  returned: 'plain',
  charged_back: 'plain',
  event: 'soon',
  proof: 'chosen',
};

/** Where money is now: on an order, taken off it again, or on none. */
export const stateColumn: Column<
  Pick<FoundMoney, 'isReversed'> & { readonly what?: FoundMoney['what'] }
> = {
  id: 'state',
  header: moneyTexts.state,
  width: 130,
  cell: ({ what = 'payment', isReversed }) => {
    const state = isReversed ? 'reversed' : what;
    return <Badge tone={STATE_TONES[state]}>{moneyTexts.states[state]}</Badge>;
  },
};

/** A column with an instant. */
export function whenColumn<Row>(at: (row: Row) => number): Column<Row> {
  return {
    id: 'when',
    header: moneyTexts.when,
    width: 140,
    cell: (row) => <Instant at={at(row)} />,
  };
}

/** A column with the time since an instant. */
export function ageColumn<Row>(since: (row: Row) => number): Column<Row> {
  return {
    id: 'age',
    header: moneyTexts.age,
    width: 100,
    cell: (row) => <Age since={since(row)} />,
  };
}

/** The columns of every list of payments. */
export const paymentColumns = [amountColumn, orderColumn, utrColumn, refColumn, stateColumn];
