import type { MoneyEvent } from '@noren/contract/staff/money';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { kitTexts } from '../../texts/kit.ts';
import { journalName } from '../../texts/ledger.ts';
import { moneyTexts } from '../../texts/money.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterBar, MONEY_FILTERS, readFilters, useAddressValues } from '../../ui/filter-bar.tsx';
import { Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';
import { ageColumn, amountColumn, whenColumn } from './columns.tsx';

const COLUMNS: readonly Column<MoneyEvent>[] = [
  whenColumn(({ receivedAt }) => receivedAt),
  ageColumn(({ receivedAt }) => receivedAt),
  { id: 'kind', header: moneyTexts.kind, width: 140, cell: ({ kind }) => journalName(kind) },
  amountColumn,
  { id: 'ref', header: moneyTexts.ref, cell: ({ provider, ref }) => `${provider} ${ref ?? ''}` },
];

/** Providers' events that match no payment, payout or refund yet; each is retried. */
export function UnmatchedEvents() {
  const [values] = useAddressValues();
  const query = readFilters(MONEY_FILTERS, values);
  const pages = useStaffPages('moneyEvents', { query }, pagesByNext<MoneyEvent>());

  return (
    <>
      <FilterBar filters={MONEY_FILTERS} />
      <Panel title={moneyTexts.eventsTitle} isFlush>
        <DataTable
          label={moneyTexts.eventsTitle}
          columns={COLUMNS}
          rows={pages}
          toId={({ provider, eventId }) => `${provider} ${eventId}`}
          empty={Object.keys(query).length === 0 ? moneyTexts.noEvents : kitTexts.noMatch}
          paging={pages.paging}
        />
      </Panel>
    </>
  );
}
