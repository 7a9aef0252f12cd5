import type { StaffAnswer } from '../../api/client.ts';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { codeText } from '../../texts/codes.ts';
import { dayTexts } from '../../texts/day.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Instant } from '../../ui/figures.tsx';
import { Panel, Tabs, useTab } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';

type Delivery = StaffAnswer<'deliveryList'>['rows'][number];
const LISTS = ['waiting', 'failed'] as const;

function At({ at }: { readonly at: number | null }) {
  return at === null ? dayTexts.none : <Instant at={at} />;
}

const COLUMNS: readonly Column<Delivery>[] = [
  { id: 'kind', header: dayTexts.message, cell: ({ kind }) => codeText(kind) },
  { id: 'channel', header: dayTexts.channel, cell: ({ channel }) => dayTexts.whats[channel] },
  { id: 'state', header: dayTexts.state, cell: ({ state }) => codeText(state) },
  { id: 'attempts', header: dayTexts.attempts, align: 'right', cell: ({ attempts }) => attempts },
  { id: 'last', header: dayTexts.lastTry, cell: ({ lastAttemptAt }) => <At at={lastAttemptAt} /> },
];

const NEXT: Column<Delivery> = {
  id: 'next',
  header: dayTexts.nextTry,
  cell: ({ nextAttemptAt }) => <At at={nextAttemptAt} />,
};

const REASON: Column<Delivery> = {
  id: 'reason',
  header: dayTexts.reason,
  cell: ({ reason }) => (reason === null ? dayTexts.none : codeText(reason)),
};

/** Messages to borrowers that wait, and those that did not arrive. */
export function Deliveries() {
  const list = useTab(LISTS, 'list');
  const { paging, ...rows } = useStaffPages(
    'deliveryList',
    { query: { list } },
    pagesByNext<Delivery>(),
  );
  const title = dayTexts.deliveryLists[list];

  return (
    <>
      <Tabs
        label={dayTexts.list}
        name="list"
        tabs={LISTS.map((id) => ({ id, text: dayTexts.deliveryLists[id] }))}
      />
      <Panel title={title} isFlush>
        <DataTable
          label={title}
          columns={[...COLUMNS, list === 'waiting' ? NEXT : REASON]}
          rows={rows}
          paging={paging}
          toId={({ notificationId, channel }) => `${notificationId} ${channel}`}
          empty={list === 'waiting' ? dayTexts.outboxEmpty : dayTexts.allArrived}
        />
      </Panel>
    </>
  );
}
