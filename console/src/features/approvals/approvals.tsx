import type { ListedApproval } from '@noren/contract/staff/approvals';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useStaffCall, useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { approvalTexts } from '../../texts/approvals.ts';
import { approvalName } from '../../texts/permissions.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Age, Due, Instant, Money } from '../../ui/figures.tsx';
import { Page, Tabs, useTab } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';
import style from './approvals.module.css';

const LISTS = ['to_decide', 'mine', 'history'] as const;
type List = (typeof LISTS)[number];

const TEXTS: Readonly<Record<List, string>> = {
  to_decide: approvalTexts.toDecide,
  mine: approvalTexts.mine,
  history: approvalTexts.history,
};

const EMPTY: Readonly<Record<List, string>> = {
  to_decide: approvalTexts.noneToDecide,
  mine: approvalTexts.noneMine,
  history: approvalTexts.noneYet,
};

const TONES: Readonly<Record<ListedApproval['state'], Tone>> = {
  open: 'chosen',
  approved: 'good',
  refused: 'bad',
  withdrawn: 'plain',
  expired: 'soon',
};

/** Text of any length, cut where the next column would be pushed out. */
function Short({ children }: { readonly children: ReactNode }) {
  return <span className={style.short}>{children}</span>;
}

type Columns = Readonly<
  Record<
    | 'kind'
    | 'amount'
    | 'person'
    | 'order'
    | 'maker'
    | 'checker'
    | 'reason'
    | 'comments'
    | 'age'
    | 'due'
    | 'state'
    | 'decided',
    Column<ListedApproval>
  >
>;

const COLUMN: Columns = {
  kind: {
    id: 'kind',
    header: approvalTexts.kind,
    cell: ({ requestId, kind }) => <Link to={`/approvals/${requestId}`}>{approvalName(kind)}</Link>,
  },
  amount: {
    id: 'amount',
    header: approvalTexts.amount,
    align: 'right',
    width: 120,
    cell: ({ money }) => money && <Money amount={money.amountPaise} />,
  },
  person: { id: 'person', header: approvalTexts.person, cell: ({ money }) => money?.person },
  checker: {
    id: 'checker',
    header: approvalTexts.checker,
    cell: ({ checkerName, state }) => (
      <Short>{checkerName ?? (state === 'approved' && approvalTexts.alone)}</Short>
    ),
  },
  order: { id: 'order', header: approvalTexts.order, cell: ({ repayId }) => repayId ?? '' },
  maker: {
    id: 'maker',
    header: approvalTexts.maker,
    cell: ({ makerName, isMine }) => <Short>{isMine ? approvalTexts.you : makerName}</Short>,
  },
  reason: {
    id: 'reason',
    header: approvalTexts.reason,
    cell: ({ reason }) => <Short>{reason}</Short>,
  },
  comments: {
    id: 'comments',
    header: approvalTexts.comments,
    align: 'right',
    width: 110,
    cell: ({ comments, isMineToAnswer }) =>
      comments > 0 && (
        <>
          {comments} {isMineToAnswer && <Badge tone="soon">{approvalTexts.yourTurn}</Badge>}
        </>
      ),
  },
  age: {
    id: 'age',
    header: approvalTexts.age,
    width: 100,
    cell: ({ madeAt }) => <Age since={madeAt} />,
  },
  due: {
    id: 'due',
    header: approvalTexts.expires,
    width: 180,
    cell: ({ expiresAt }) => <Due at={expiresAt} />,
  },
  state: {
    id: 'state',
    header: approvalTexts.state,
    width: 120,
    cell: ({ state }) => <Badge tone={TONES[state]}>{approvalTexts.states[state]}</Badge>,
  },
  decided: {
    id: 'decided',
    header: approvalTexts.decided,
    width: 150,
    cell: ({ decidedAt }) => (decidedAt === null ? '' : <Instant at={decidedAt} />),
  },
};

const COLUMNS: Readonly<Record<List, readonly Column<ListedApproval>[]>> = {
  to_decide: [
    COLUMN.kind,
    COLUMN.amount,
    COLUMN.person,
    COLUMN.order,
    COLUMN.maker,
    COLUMN.reason,
    COLUMN.comments,
    COLUMN.age,
    COLUMN.due,
  ],
  mine: [
    COLUMN.kind,
    COLUMN.amount,
    COLUMN.person,
    COLUMN.order,
    COLUMN.reason,
    COLUMN.comments,
    COLUMN.state,
    COLUMN.due,
  ],
  history: [
    COLUMN.kind,
    COLUMN.amount,
    COLUMN.person,
    COLUMN.order,
    COLUMN.maker,
    COLUMN.checker,
    COLUMN.comments,
    COLUMN.state,
    COLUMN.decided,
  ],
};

/** Requests to decide, requests that the reader proposed, and decided requests. */
export function Approvals() {
  const list = useTab(LISTS, 'list');
  const pages = useStaffPages('approvalList', { query: { list } }, pagesByNext<ListedApproval>());
  const { data: counts } = useStaffCall('workCounts');
  const [, navigate] = useLocation();
  const tabs = LISTS.map((id) => ({
    id,
    text: TEXTS[id],
    ...(id === 'mine' && counts !== undefined && counts.toAnswer > 0 && { count: counts.toAnswer }),
  }));

  return (
    <Page
      title={approvalTexts.title}
      bar={<Tabs label={approvalTexts.lists} tabs={tabs} name="list" />}
      isFlush
    >
      <DataTable
        label={approvalTexts.title}
        columns={COLUMNS[list]}
        rows={pages}
        toId={({ requestId }) => requestId}
        empty={EMPTY[list]}
        onOpen={({ requestId }) => navigate(`/approvals/${requestId}`)}
        paging={pages.paging}
        foot={approvalTexts.open}
      />
    </Page>
  );
}
