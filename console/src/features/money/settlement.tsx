import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { accountName } from '../../texts/ledger.ts';
import { moneyTexts } from '../../texts/money.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Day, Money } from '../../ui/figures.tsx';
import { FilterBar, useAddressValues } from '../../ui/filter-bar.tsx';
import { Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';

type Row = StaffAnswer<'moneySettlement'>['rows'][number];

const COLUMNS: readonly Column<Row>[] = [
  { id: 'account', header: moneyTexts.account, cell: ({ account }) => accountName(account) },
  {
    id: 'journals',
    header: moneyTexts.journals,
    align: 'right',
    width: 100,
    cell: ({ journals }) => journals,
  },
  {
    id: 'debit',
    header: moneyTexts.debit,
    align: 'right',
    cell: ({ debitPaise }) => <Money amount={debitPaise} isBare />,
  },
  {
    id: 'credit',
    header: moneyTexts.credit,
    align: 'right',
    cell: ({ creditPaise }) => <Money amount={creditPaise} isBare />,
  },
  {
    id: 'net',
    header: moneyTexts.net,
    align: 'right',
    cell: ({ debitPaise, creditPaise }) => <Money amount={debitPaise - creditPaise} isBare />,
  },
];

const FILTERS = [{ name: 'day', label: moneyTexts.day, kind: 'day' }] as const;

/** Movements of a day on the settlement and bank accounts. */
export function Settlement() {
  const [values] = useAddressValues();
  const day = values.day ?? '';
  const moves = useStaffCall('moneySettlement', { query: day === '' ? {} : { day } });

  return (
    <>
      <FilterBar filters={FILTERS} />
      <Panel
        title={moneyTexts.accountsTitle}
        about={
          <>
            {moneyTexts.accountsAbout} {moves.data && <Day day={moves.data.day} />}
          </>
        }
        isFlush
      >
        <DataTable
          label={moneyTexts.accountsTitle}
          columns={COLUMNS}
          rows={{ ...moves, data: moves.data?.rows }}
          toId={({ account }) => account}
          empty={moneyTexts.noAccounts}
        />
      </Panel>
    </>
  );
}
