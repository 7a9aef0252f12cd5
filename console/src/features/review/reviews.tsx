import type { ReviewRow } from '@noren/contract/staff/review';
import { REVIEW_KINDS } from '@noren/core/people/document-request';
import { useLocation } from 'wouter';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { reviewTexts } from '../../texts/review.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Age, Due } from '../../ui/figures.tsx';
import { FilterBar, useAddressValues } from '../../ui/filter-bar.tsx';
import { Page, Tabs, useTab } from '../../ui/layout.tsx';
import { Person } from '../../ui/person.tsx';
import type { Column } from '../../ui/table-model.ts';
import { reasonsInWords } from './words.ts';

const LISTS = ['waiting', 'with_borrower'] as const;
const REFRESH_MS = 15_000;

const COLUMNS: readonly Column<ReviewRow>[] = [
  { id: 'kind', header: reviewTexts.columns.kind, cell: ({ kind }) => reviewTexts.kinds[kind] },
  {
    id: 'person',
    isWrapped: true,
    header: reviewTexts.columns.person,
    cell: ({ maskedName, maskedPhone }) => (
      <Person maskedName={maskedName} maskedPhone={maskedPhone} />
    ),
  },
  {
    id: 'waiting',
    header: reviewTexts.columns.waiting,
    cell: ({ since }) => <Age since={since} />,
    align: 'right',
  },
  { id: 'due', header: reviewTexts.columns.due, cell: ({ due }) => <Due at={due} /> },
  {
    id: 'reasons',
    header: reviewTexts.columns.reasons,
    cell: ({ reasons }) => reasonsInWords(reasons),
  },
  {
    id: 'claim',
    isWrapped: true,
    header: reviewTexts.columns.claim,
    cell: ({ claim }) =>
      claim === null ? reviewTexts.nobody : claim.isMine ? reviewTexts.you : claim.name,
  },
];

const ASKED: Column<ReviewRow> = {
  id: 'asked',
  header: reviewTexts.columns.asked,
  cell: ({ asked }) => (asked === null ? '' : reviewTexts.documents[asked]),
};

/** All cases that the reader's roles may see, oldest first. */
export function Reviews() {
  const [, navigate] = useLocation();
  const list = useTab(LISTS);
  const [{ kind: chosen }] = useAddressValues();
  const kind = REVIEW_KINDS.find((known) => known === chosen);

  const cases = useStaffPages(
    'reviewList',
    { query: { list, ...(kind === undefined ? {} : { kind }) } },
    pagesByNext<ReviewRow>(),
    { refreshEveryMs: REFRESH_MS },
  );

  return (
    <Page
      title={reviewTexts.title}
      about={reviewTexts.about}
      isFlush
      bar={
        <Tabs
          label={reviewTexts.listLabel}
          tabs={LISTS.map((id) => ({ id, text: reviewTexts.lists[id] }))}
        />
      }
    >
      <FilterBar
        filters={[
          {
            name: 'kind',
            label: reviewTexts.kindFilter,
            kind: 'choice',
            options: REVIEW_KINDS.map((id) => ({ id, text: reviewTexts.kinds[id] })),
          },
        ]}
      />
      <DataTable
        label={reviewTexts.table}
        columns={list === 'waiting' ? COLUMNS : [...COLUMNS, ASKED]}
        rows={cases}
        paging={cases.paging}
        toId={(row) => `${row.userId}:${row.kind}:${row.since}`}
        empty={reviewTexts.empty}
        emptyAbout={reviewTexts.emptyAbout}
        onOpen={(row) => navigate(`/review/${row.userId}/${row.kind}`)}
        foot={reviewTexts.keys}
      />
    </Page>
  );
}
