import type { ListedComplaint } from '@noren/contract/staff/complaints';
import { FEEDBACK_TYPES } from '@noren/contract/support';
import { COMPLAINT_AGES } from '@noren/core/staff/complaints';
import { Link, useLocation } from 'wouter';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { complaintTexts } from '../../texts/complaints.ts';
import { TICKET_TYPES } from '../../texts/work.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Due, Instant } from '../../ui/figures.tsx';
import { type Filter, FilterBar, useAddressValues } from '../../ui/filter-bar.tsx';
import { Page, Tabs, useTab } from '../../ui/layout.tsx';
import { Person } from '../../ui/person.tsx';
import type { Column } from '../../ui/table-model.ts';
import { Ageing } from './ageing.tsx';

const STATES = ['received', 'answered', 'closed'] as const;
const LEVELS = ['desk', 'escalated'] as const;

/** Tickets from borrowers by due date, and the ageing report. */
export function Complaints() {
  const tab = useTab(['list', 'ageing']);

  return (
    <Page
      title={complaintTexts.title}
      isFlush={tab === 'list'}
      bar={
        <Tabs
          label={complaintTexts.tabs}
          tabs={[
            { id: 'list', text: complaintTexts.list },
            { id: 'ageing', text: complaintTexts.ageing },
          ]}
        />
      }
    >
      {tab === 'list' ? <ComplaintList /> : <Ageing />}
    </Page>
  );
}

const FILTERS: readonly Filter[] = [
  {
    name: 'state',
    label: complaintTexts.state,
    kind: 'choice',
    anyText: complaintTexts.states[STATES[0]],
    options: STATES.slice(1).map((id) => ({ id, text: complaintTexts.states[id] })),
  },
  {
    name: 'type',
    label: complaintTexts.type,
    kind: 'choice',
    options: FEEDBACK_TYPES.map((id) => ({ id, text: TICKET_TYPES[id] ?? id })),
  },
  {
    name: 'level',
    label: complaintTexts.level,
    kind: 'choice',
    options: LEVELS.map((id) => ({ id, text: complaintTexts.levels[id] })),
  },
  {
    name: 'age',
    label: complaintTexts.age,
    kind: 'choice',
    options: COMPLAINT_AGES.map(({ id }) => ({ id, text: complaintTexts.ages[id] })),
  },
];

function ComplaintList() {
  const [{ state: wanted, type, level, age }] = useAddressValues();
  const state = STATES.find((id) => id === wanted) ?? STATES[0];

  const list = useStaffPages(
    'complaintList',
    {
      query: {
        state,
        type: FEEDBACK_TYPES.find((id) => id === type),
        level: LEVELS.find((id) => id === level),
        age: COMPLAINT_AGES.find(({ id }) => id === age)?.id,
      },
    },
    pagesByNext<ListedComplaint>(),
    { refreshEveryMs: 30_000 },
  );
  const [, navigate] = useLocation();

  return (
    <>
      <FilterBar filters={FILTERS} />
      <DataTable
        label={complaintTexts.listLabel}
        columns={COLUMNS}
        rows={list}
        toId={({ ticketNo }) => ticketNo}
        empty={complaintTexts.empty}
        emptyAbout={<p>{complaintTexts.emptyWhy}</p>}
        onOpen={({ ticketNo }) => navigate(`/complaints/${ticketNo}`)}
        paging={list.paging}
      />
    </>
  );
}

const COLUMNS: readonly Column<ListedComplaint>[] = [
  {
    id: 'ticket',
    header: complaintTexts.ticket,
    width: 150,
    cell: ({ ticketNo }) => <Link to={`/complaints/${ticketNo}`}>{ticketNo}</Link>,
  },
  { id: 'type', header: complaintTexts.type, width: 110, cell: ({ type }) => TICKET_TYPES[type] },
  {
    id: 'person',
    isWrapped: true,
    header: complaintTexts.person,
    width: 190,
    cell: (row) => <Person maskedName={row.maskedName} maskedPhone={row.maskedPhone} />,
  },
  {
    id: 'came',
    header: complaintTexts.came,
    width: 140,
    cell: ({ sentAt }) => <Instant at={sentAt} />,
  },
  {
    id: 'due',
    header: complaintTexts.due,
    width: 170,
    cell: ({ state, due, decidedAt }) =>
      state === 'received' ? <Due at={due} /> : decidedAt !== null && <Instant at={decidedAt} />,
  },
  {
    id: 'level',
    header: complaintTexts.level,
    cell: ({ level }) =>
      level === 'desk' ? (
        complaintTexts.levelNames.desk
      ) : (
        <Badge tone="soon">{complaintTexts.levelNames[level]}</Badge>
      ),
  },
  {
    id: 'state',
    header: complaintTexts.state,
    width: 110,
    cell: ({ state }) => complaintTexts.states[state],
  },
  {
    id: 'claimed',
    isWrapped: true,
    header: complaintTexts.claimedBy,
    width: 120,
    cell: ({ claimedBy }) => claimedBy ?? complaintTexts.nobody,
  },
];
