import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { codeText } from '../../texts/codes.ts';
import { dayTexts } from '../../texts/day.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Day as DayText, Instant } from '../../ui/figures.tsx';
import { Columns, KeyValues, Page, Panel, Tabs, useTab } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Checks } from './checks.tsx';
import { Closes, Faults } from './closes.tsx';
import { Deliveries } from './deliveries.tsx';
import { Jobs } from './jobs.tsx';
import { Keys } from './keys.tsx';

const TABS = ['overview', 'closes', 'faults', 'checks', 'jobs', 'deliveries'] as const;

const PARTS = {
  overview: Overview,
  closes: Closes,
  faults: Faults,
  checks: Checks,
  jobs: Jobs,
  deliveries: Deliveries,
};

const REFRESH_MS = 15_000;

type Waiting = StaffAnswer<'dayOverview'>['outbox'][number];
type Program = StaffAnswer<'dayOverview'>['running'][number];

const OUTBOX_COLUMNS: readonly Column<Waiting>[] = [
  { id: 'what', header: dayTexts.what, cell: ({ what }) => dayTexts.whats[what] },
  { id: 'state', header: dayTexts.state, cell: ({ state }) => codeText(state) },
  { id: 'count', header: dayTexts.count, align: 'right', cell: ({ count }) => count },
  {
    id: 'oldest',
    header: dayTexts.oldest,
    cell: ({ oldestAt }) => (oldestAt === null ? dayTexts.none : <Instant at={oldestAt} />),
  },
];

const PROGRAM_COLUMNS: readonly Column<Program>[] = [
  { id: 'program', header: dayTexts.program, cell: ({ program }) => program },
  {
    id: 'connections',
    header: dayTexts.connections,
    align: 'right',
    cell: ({ connections }) => connections,
  },
  { id: 'since', header: dayTexts.since, cell: ({ since }) => <Instant at={since} /> },
];

/** Closes of days, job queues and running programs. */
export function Day() {
  const tab = useTab(TABS);
  const Part = PARTS[tab];

  const { data } = useStaffCall('dayOverview', {}, { refreshEveryMs: REFRESH_MS });
  const counts = {
    overview: undefined,
    closes: undefined,
    faults: data?.faults,
    checks: undefined,
    jobs: data?.jobs.failed,
    deliveries: undefined,
  };

  const tabs = TABS.map((id) => ({ id, text: dayTexts.tabs[id], count: counts[id] }));

  return (
    <Page title={dayTexts.title} bar={<Tabs label={dayTexts.parts} tabs={tabs} />}>
      <Part />
    </Page>
  );
}

function Overview() {
  const overview = useStaffCall('dayOverview', {}, { refreshEveryMs: REFRESH_MS });

  return (
    <Answer of={overview}>
      {({ today, lastClosed, faults, jobs, outbox, keys, running }) => (
        <Columns least={380}>
          <Panel title={dayTexts.businessDay}>
            <KeyValues
              rows={[
                [dayTexts.businessDay, <DayText key="today" day={today} withWeekday />],
                [
                  dayTexts.lastClosed,
                  lastClosed === null ? (
                    dayTexts.noneClosed
                  ) : (
                    <DayText key="last" day={lastClosed} />
                  ),
                ],
                [dayTexts.faults, faults],
                [dayTexts.due, jobs.due],
                [dayTexts.later, jobs.later],
                [dayTexts.failed, jobs.failed],
              ]}
            />
          </Panel>
          <Keys keys={keys} />
          <Panel title={dayTexts.outbox} isFlush>
            <DataTable
              label={dayTexts.outbox}
              columns={OUTBOX_COLUMNS}
              rows={{ ...overview, data: outbox }}
              toId={({ what, state }) => `${what} ${state}`}
              empty={dayTexts.outboxEmpty}
            />
          </Panel>
          <Panel title={dayTexts.running} isFlush>
            <DataTable
              label={dayTexts.running}
              columns={PROGRAM_COLUMNS}
              rows={{ ...overview, data: running }}
              toId={({ program }) => program}
              empty={dayTexts.nothingRuns}
            />
          </Panel>
        </Columns>
      )}
    </Answer>
  );
}
