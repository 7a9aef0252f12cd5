import { CHART_OF_ACCOUNTS } from '@noren/core/lending/chart-of-accounts';
import { formatRupees, paise } from '@noren/core/money/money';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { useSignedIn } from '../../api/session.tsx';
import { booksTexts } from '../../texts/books.ts';
import { accountName } from '../../texts/ledger.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/figures.tsx';
import { FilterBar, useAddressValues } from '../../ui/filter-bar.tsx';
import { Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';

type Row = StaffAnswer<'bookBalances'>['accounts'][number];

const ABOUT = new Map<string, (typeof CHART_OF_ACCOUNTS)[number]>(
  CHART_OF_ACCOUNTS.map((row) => [row.account, row]),
);

const bare = (amount: number) =>
  amount === 0 ? booksTexts.none : <Money amount={amount} isBare />;

const COLUMNS: readonly Column<Row>[] = [
  { id: 'account', header: booksTexts.account, cell: ({ account }) => accountName(account) },
  {
    id: 'class',
    header: booksTexts.kind,
    width: 110,
    cell: ({ account }) => booksTexts.classes[ABOUT.get(account)?.of ?? 'memorandum'],
  },
  { id: 'about', header: booksTexts.about, cell: ({ account }) => ABOUT.get(account)?.about ?? '' },
  {
    id: 'debit',
    header: booksTexts.debit,
    align: 'right',
    width: 150,
    cell: ({ closing }) => bare(Math.max(0, closing)),
  },
  {
    id: 'credit',
    header: booksTexts.credit,
    align: 'right',
    width: 150,
    cell: ({ closing }) => bare(Math.max(0, -closing)),
  },
];

/** Balances of all accounts at the end of a day. */
export function TrialBalance() {
  const [values] = useAddressValues();
  const { today } = useSignedIn();
  const day = values.day ?? today;
  const balances = useStaffCall('bookBalances', { query: { to: day } });

  return (
    <>
      <FilterBar filters={[{ name: 'day', label: booksTexts.through, kind: 'day' }]} />
      <Panel
        title={booksTexts.tabs.trial}
        about={balances.data && <Totals of={balances.data} />}
        isFlush
      >
        <DataTable
          label={booksTexts.tabs.trial}
          columns={COLUMNS}
          rows={{ ...balances, data: balances.data?.accounts }}
          toId={({ account }) => account}
          empty={booksTexts.nothing}
        />
      </Panel>
    </>
  );
}

/** Total debits and credits, whether they agree, and the number of entries. */
function Totals({ of }: { readonly of: StaffAnswer<'bookBalances'> }) {
  const debit = of.accounts.reduce((sum, { closing }) => sum + Math.max(0, closing), 0);
  const credit = of.accounts.reduce((sum, { closing }) => sum + Math.max(0, -closing), 0);
  const isRight = debit === credit;

  return (
    <>
      {booksTexts.total} <Money amount={debit} /> {'/'} <Money amount={credit} />{' '}
      <Badge tone={isRight ? 'good' : 'bad'} icon={isRight ? 'tick' : 'late'}>
        {isRight
          ? booksTexts.agrees
          : booksTexts.differs(formatRupees(paise(Math.abs(debit - credit))))}
      </Badge>{' '}
      {booksTexts.entries(of.entries)}
    </>
  );
}
