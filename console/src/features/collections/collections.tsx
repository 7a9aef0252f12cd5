import type { CollectionRow } from '@noren/contract/staff/collections';
import { OVERDUE_BUCKETS } from '@noren/core/lending/contact-rules';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall, useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { useMay } from '../../api/session.tsx';
import { collectionTexts } from '../../texts/collections.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Day, Instant, Money } from '../../ui/figures.tsx';
import { type Filter, FilterBar, useAddressValues } from '../../ui/filter-bar.tsx';
import { Page, Panel } from '../../ui/layout.tsx';
import { Person } from '../../ui/person.tsx';
import { Answer } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { AssignMany, MOST_CHOSEN } from './assign-many.tsx';
import style from './collections.module.css';

type Bucket = StaffAnswer<'collectionBuckets'>['buckets'][number];

const OFFICERS = ['mine', 'nobody'] as const;
const TONES = { contact: 'chosen', assign: 'soon', wait: 'plain' } as const;

const COLUMNS: readonly Column<CollectionRow>[] = [
  {
    id: 'next',
    header: collectionTexts.next,
    cell: ({ step, why }) => <Badge tone={TONES[step]}>{collectionTexts.steps[why]}</Badge>,
  },
  {
    id: 'order',
    header: collectionTexts.order,
    cell: ({ repayId }) => <Link to={`/collections/${repayId}`}>{repayId}</Link>,
  },
  {
    id: 'person',
    isWrapped: true,
    header: collectionTexts.person,
    cell: (row) => <Person maskedName={row.maskedName} maskedPhone={row.maskedPhone} />,
  },
  { id: 'due', header: collectionTexts.due, cell: ({ dueDay }) => <Day day={dueDay} /> },
  {
    id: 'days',
    header: collectionTexts.days,
    align: 'right',
    cell: ({ overdueDays }) => overdueDays,
  },
  {
    id: 'owed',
    header: collectionTexts.owed,
    align: 'right',
    cell: ({ owedPaise }) => <Money amount={owedPaise} />,
  },
  {
    id: 'officer',
    isWrapped: true,
    header: collectionTexts.officer,
    cell: ({ officerName }) => officerName ?? collectionTexts.nobody,
  },
  {
    id: 'last',
    header: collectionTexts.last,
    cell: ({ lastContactAt, lastResult }) =>
      lastContactAt === null || lastResult === null ? (
        collectionTexts.never
      ) : (
        <>
          {collectionTexts.results[lastResult]} <Instant at={lastContactAt} />
        </>
      ),
  },
];

/** A box in each row, for what is done to several loans at once. */
function chooseColumn(
  chosen: readonly string[],
  onChosen: (repayIds: readonly string[]) => void,
): Column<CollectionRow> {
  return {
    id: 'chosen',
    header: collectionTexts.choose,
    width: 70,
    isControl: true,
    cell: ({ repayId }) => {
      const isChosen = chosen.includes(repayId);

      return (
        <input
          type="checkbox"
          aria-label={collectionTexts.chooseLoan(repayId)}
          checked={isChosen}
          disabled={!isChosen && chosen.length >= MOST_CHOSEN}
          onChange={() =>
            onChosen(isChosen ? chosen.filter((id) => id !== repayId) : [...chosen, repayId])
          }
        />
      );
    },
  };
}

const FILTERS: readonly Filter[] = [
  {
    name: 'bucket',
    label: collectionTexts.filters.bucket,
    kind: 'choice',
    options: OVERDUE_BUCKETS.map(({ id, from, until }) => ({
      id,
      text: collectionTexts.bucket(from, until),
    })),
  },
  {
    name: 'list',
    label: collectionTexts.filters.list,
    kind: 'choice',
    anyText: collectionTexts.lists.next,
    options: [{ id: 'all', text: collectionTexts.lists.all }],
  },
  {
    name: 'officer',
    label: collectionTexts.filters.officer,
    kind: 'choice',
    options: OFFICERS.map((id) => ({ id, text: collectionTexts.officers[id] })),
  },
];

/** Worklist of overdue loans: whom to contact next, and why. */
export function Collections() {
  const buckets = useStaffCall('collectionBuckets');
  const [{ bucket, list: wanted, officer }] = useAddressValues();
  const list = useStaffPages(
    'collectionList',
    {
      query: {
        bucket: OVERDUE_BUCKETS.find(({ id }) => id === bucket)?.id,
        list: wanted === 'all' ? 'all' : 'next',
        officer: OFFICERS.find((id) => id === officer),
      },
    },
    pagesByNext<CollectionRow>(),
  );

  const [, navigate] = useLocation();
  const mayAssign = useMay()('collections.assign');
  const [chosen, setChosen] = useState<readonly string[]>([]);

  const chooseShown = (): void =>
    setChosen((list.data ?? []).slice(0, MOST_CHOSEN).map(({ repayId }) => repayId));

  return (
    <Page title={collectionTexts.title}>
      <Panel title={collectionTexts.buckets} about={collectionTexts.asOfClose} isFlush>
        <Answer of={buckets} lines={2}>
          {(answer) => <Buckets of={answer.buckets} chosen={bucket} />}
        </Answer>
      </Panel>

      <FilterBar filters={FILTERS} />
      {mayAssign && <AssignMany chosen={chosen} onChosen={setChosen} />}

      <Panel
        title={collectionTexts.list}
        acts={mayAssign && <Button onPress={chooseShown}>{collectionTexts.chooseShown}</Button>}
        isFlush
      >
        <DataTable
          label={collectionTexts.list}
          columns={mayAssign ? [chooseColumn(chosen, setChosen), ...COLUMNS] : COLUMNS}
          rows={list}
          toId={({ repayId }) => repayId}
          empty={collectionTexts.empty}
          emptyAbout={collectionTexts.emptyWhy}
          onOpen={({ repayId }) => navigate(`/collections/${repayId}`)}
          paging={list.paging}
        />
      </Panel>
    </Page>
  );
}

/** Loans and amounts of each bucket; a bucket filters the list. */
function Buckets({
  of,
  chosen,
}: {
  readonly of: readonly Bucket[];
  readonly chosen: string | undefined;
}) {
  return (
    <ul className={style.buckets} aria-label={collectionTexts.buckets}>
      {of.map(({ bucket, from, until, orders, owedPaise }) => (
        <li key={bucket}>
          <Link
            to={`/collections?bucket=${bucket}`}
            aria-current={bucket === chosen ? 'true' : undefined}
          >
            <span>{collectionTexts.bucket(from, until)}</span>
            <Money amount={owedPaise} />
            <small>{collectionTexts.loans(orders)}</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}
