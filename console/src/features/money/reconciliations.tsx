import type { MoneyReconciliation } from '@noren/contract/staff/money';
import { useMemo } from 'react';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { moneyTexts } from '../../texts/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Day, Instant, Money } from '../../ui/figures.tsx';
import { Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';

type Row = MoneyReconciliation['totals'][number] &
  Pick<MoneyReconciliation, 'day' | 'checkedAt' | 'differences'>;

const COLUMNS: readonly Column<Row>[] = [
  { id: 'day', header: moneyTexts.day, width: 110, cell: ({ day }) => <Day day={day} /> },
  { id: 'provider', header: moneyTexts.provider, width: 110, cell: ({ provider }) => provider },
  { id: 'kind', header: moneyTexts.kind, width: 110, cell: ({ kind }) => moneyTexts.kinds[kind] },
  { id: 'count', header: moneyTexts.count, align: 'right', width: 80, cell: ({ count }) => count },
  {
    id: 'ours',
    header: moneyTexts.ours,
    align: 'right',
    width: 130,
    cell: ({ oursPaise }) => <Money amount={oursPaise} isBare />,
  },
  {
    id: 'theirs',
    header: moneyTexts.theirs,
    align: 'right',
    width: 130,
    cell: ({ theirsPaise }) =>
      theirsPaise === null ? moneyTexts.noStatement : <Money amount={theirsPaise} isBare />,
  },
  {
    id: 'differs',
    header: moneyTexts.differences,
    cell: ({ kind, differences }) => {
      const own = differences.filter((one) => one.kind === kind);
      if (own.length === 0) return <Badge tone="good">{moneyTexts.agrees}</Badge>;

      return own.map(({ ref, what }) => (
        <div key={`${ref} ${what}`}>
          <Badge tone={what === 'posted' ? 'soon' : 'bad'}>{moneyTexts.differencesOf[what]}</Badge>{' '}
          {ref}
        </div>
      ));
    },
  },
  {
    id: 'checked',
    header: moneyTexts.checked,
    width: 140,
    cell: ({ checkedAt }) => <Instant at={checkedAt} />,
  },
];

const rowsOfDay = ({ totals, day, checkedAt, differences }: MoneyReconciliation) =>
  totals.map((total) => ({ ...total, day, checkedAt, differences }));

/** Daily reconciliation of the providers' statements with the ledger, with both totals. */
export function Reconciliations() {
  const pages = useStaffPages(
    'moneyReconciliations',
    { query: {} },
    pagesByNext<MoneyReconciliation>(),
  );
  const { data } = pages;
  const rows = useMemo(() => data?.flatMap(rowsOfDay), [data]);
  const paging = {
    ...pages.paging,
    readAll: async () => (await pages.paging.readAll()).flatMap(rowsOfDay),
  };

  return (
    <Panel title={moneyTexts.daysTitle} isFlush>
      <DataTable
        label={moneyTexts.daysTitle}
        columns={COLUMNS}
        rows={{ ...pages, data: rows }}
        toId={({ day, kind }) => `${day} ${kind}`}
        empty={moneyTexts.noDays}
        paging={paging}
      />
    </Panel>
  );
}
