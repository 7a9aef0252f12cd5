import type { StaffAnswer } from '../../api/client.ts';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { dayTexts } from '../../texts/day.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Day, Instant } from '../../ui/figures.tsx';
import { Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';

type Close = StaffAnswer<'dayCloses'>['rows'][number];
type Fault = StaffAnswer<'closeFaults'>['rows'][number];

const CLOSE_COLUMNS: readonly Column<Close>[] = [
  { id: 'day', header: dayTexts.day, cell: ({ day }) => <Day day={day} withWeekday /> },
  { id: 'started', header: dayTexts.started, cell: ({ startedAt }) => <Instant at={startedAt} /> },
  {
    id: 'finished',
    header: dayTexts.finished,
    cell: ({ finishedAt }) =>
      finishedAt === null ? dayTexts.notFinished : <Instant at={finishedAt} />,
  },
  { id: 'orders', header: dayTexts.orders, align: 'right', cell: ({ orders }) => orders },
  { id: 'failed', header: dayTexts.tabs.faults, align: 'right', cell: ({ failed }) => failed },
  {
    id: 'state',
    header: dayTexts.state,
    cell: ({ undoneAt, finishedAt }) => {
      if (undoneAt !== null) return <Badge tone="soon">{dayTexts.undone}</Badge>;

      return finishedAt === null ? (
        <Badge tone="chosen">{dayTexts.open}</Badge>
      ) : (
        <Badge tone="good">{dayTexts.closed}</Badge>
      );
    },
  },
];

/** Closes of days, newest first. */
export function Closes() {
  const { paging, ...rows } = useStaffPages('dayCloses', { query: {} }, pagesByNext<Close>());

  return (
    <Panel title={dayTexts.tabs.closes} isFlush>
      <DataTable
        label={dayTexts.tabs.closes}
        columns={CLOSE_COLUMNS}
        rows={rows}
        paging={paging}
        toId={({ closeId }) => closeId}
        empty={dayTexts.noCloses}
      />
    </Panel>
  );
}

const FAULT_COLUMNS: readonly Column<Fault>[] = [
  { id: 'order', header: dayTexts.order, cell: ({ repayId }) => repayId },
  { id: 'day', header: dayTexts.day, cell: ({ day }) => <Day day={day} /> },
  { id: 'reason', header: dayTexts.reason, cell: ({ reason }) => reason },
  { id: 'attempts', header: dayTexts.attempts, align: 'right', cell: ({ attempts }) => attempts },
  {
    id: 'first',
    header: dayTexts.first,
    cell: ({ firstFailedAt }) => <Instant at={firstFailedAt} />,
  },
  { id: 'last', header: dayTexts.last, cell: ({ lastFailedAt }) => <Instant at={lastFailedAt} /> },
];

/** Orders whose day could not be closed; each close retries them. */
export function Faults() {
  const { paging, ...rows } = useStaffPages('closeFaults', { query: {} }, pagesByNext<Fault>());

  return (
    <Panel title={dayTexts.faults} isFlush>
      <DataTable
        label={dayTexts.faults}
        columns={FAULT_COLUMNS}
        rows={rows}
        paging={paging}
        toId={({ orderId }) => orderId}
        empty={dayTexts.noFaults}
      />
    </Panel>
  );
}
