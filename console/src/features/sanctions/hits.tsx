import { useLocation } from 'wouter';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { codeText } from '../../texts/codes.ts';
import { sanctionsTexts } from '../../texts/sanctions.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Day, Instant } from '../../ui/figures.tsx';
import { FilterBar, useAddressValues } from '../../ui/filter-bar.tsx';
import { Person } from '../../ui/person.tsx';
import type { Column } from '../../ui/table-model.ts';

type Hit = StaffAnswer<'sanctionsHits'>['rows'][number];

const STATES = ['held', 'same_person', 'other_person', 'seen'] as const;
const TONES = { held: 'soon', same_person: 'bad', other_person: 'good', seen: 'plain' } as const;
const REASONS: Readonly<Record<string, string>> = sanctionsTexts.decisionReasons;

const COLUMNS: readonly Column<Hit>[] = [
  {
    id: 'person',
    isWrapped: true,
    header: sanctionsTexts.person,
    cell: (row) => <Person maskedName={row.maskedName} maskedPhone={row.maskedPhone} />,
  },
  {
    id: 'state',
    header: sanctionsTexts.state,
    cell: ({ state }) => <Badge tone={TONES[state]}>{sanctionsTexts.states[state]}</Badge>,
  },
  { id: 'list', header: sanctionsTexts.list, cell: ({ list }) => sanctionsTexts.lists[list] },
  { id: 'day', header: sanctionsTexts.listDay, cell: ({ listDay }) => <Day day={listDay} /> },
  { id: 'entry', header: sanctionsTexts.entry, cell: ({ entryId }) => entryId },
  {
    id: 'score',
    header: sanctionsTexts.score,
    align: 'right',
    cell: ({ score }) => sanctionsTexts.percent(score),
  },
  { id: 'found', header: sanctionsTexts.found, cell: ({ foundAt }) => <Instant at={foundAt} /> },
  {
    id: 'decided',
    header: sanctionsTexts.decided,
    isWrapped: true,
    cell: ({ decidedBy }) => decidedBy ?? '',
  },
  {
    id: 'because',
    header: sanctionsTexts.because,
    isWrapped: true,
    cell: ({ reason }) => (reason === null ? '' : (REASONS[reason] ?? codeText(reason))),
  },
];

/** Hits of one state or of all, newest first. */
export function Hits() {
  const [, navigate] = useLocation();
  const [{ state: chosen }] = useAddressValues();
  const state = STATES.find((known) => known === chosen);

  const { paging, ...rows } = useStaffPages(
    'sanctionsHits',
    { query: state === undefined ? {} : { state } },
    pagesByNext<Hit>(),
  );

  return (
    <>
      <FilterBar
        filters={[
          {
            name: 'state',
            label: sanctionsTexts.stateFilter,
            kind: 'choice',
            options: STATES.map((id) => ({ id, text: sanctionsTexts.states[id] })),
          },
        ]}
      />
      <DataTable
        label={sanctionsTexts.tabs.hits}
        columns={COLUMNS}
        rows={rows}
        paging={paging}
        toId={({ hitId }) => hitId}
        empty={state === undefined ? sanctionsTexts.noHits : sanctionsTexts.noHitsInState}
        onOpen={({ userId, state: of }) =>
          navigate(of === 'held' ? `/review/${userId}/sanctions` : `/people/${userId}`)
        }
      />
    </>
  );
}
