import type { MoneyEvent } from '@noren/contract/staff/money';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { journalName } from '../../texts/ledger.ts';
import { moneyTexts } from '../../texts/money.ts';
import { DataTable } from '../../ui/data-table.tsx';
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

/** Providers' events that match nothing here yet; each is retried. */
export function UnmatchedEvents() {
  const pages = useStaffPages('moneyEvents', { query: {} }, pagesByNext<MoneyEvent>());
  return (
    <Panel title={moneyTexts.eventsTitle} isFlush>
      <DataTable
        label={moneyTexts.eventsTitle}
        columns={COLUMNS}
        rows={pages}
        idOf={({ provider, eventId }) => `${provider} ${eventId}`}
        empty={moneyTexts.noEvents}
        paging={pages.paging}
      />
    </Panel>
  );
}
