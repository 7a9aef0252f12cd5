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

const TAB_TEXTS: Readonly<Record<List, string>> = {
  to_decide: approvalTexts.toDecide,
  mine: approvalTexts.mine,
  history: approvalTexts.history,
};

const EMPTY_TEXTS: Readonly<Record<List, string>> = {
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

/** Cuts a long text at the width of its column. */
function Truncated({ children }: { readonly children: ReactNode }) {
  return <span className={style.short}>{children}</span>;
}

const COLUMNS = {
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
  person: {
    id: 'person',
    header: approvalTexts.person,
    cell: ({ money, person }) => <Truncated>{money?.person ?? person}</Truncated>,
  },
  checker: {
    id: 'checker',
    header: approvalTexts.checker,
    cell: ({ checkerName, state }) => (
      <Truncated>{checkerName ?? (state === 'approved' && approvalTexts.alone)}</Truncated>
    ),
  },
  order: { id: 'order', header: approvalTexts.order, cell: ({ repayId }) => repayId ?? '' },
  maker: {
    id: 'maker',
    header: approvalTexts.maker,
    cell: ({ makerName, isMine }) => (
      <Truncated>{isMine ? approvalTexts.you : makerName}</Truncated>
    ),
  },
  reason: {
    id: 'reason',
    header: approvalTexts.reason,
    cell: ({ reason }) => <Truncated>{reason}</Truncated>,
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
} satisfies Readonly<Record<string, Column<ListedApproval>>>;

const LIST_COLUMNS: Readonly<Record<List, readonly (keyof typeof COLUMNS)[]>> = {
  to_decide: ['kind', 'amount', 'person', 'order', 'maker', 'reason', 'comments', 'age', 'due'],
  mine: ['kind', 'amount', 'person', 'order', 'reason', 'comments', 'state', 'due'],
  history: [
    'kind',
    'amount',
    'person',
    'order',
    'maker',
    'checker',
    'comments',
    'state',
    'decided',
  ],
};

/** Three lists of requests: to decide, proposed by the reader, and decided. */
export function Approvals() {
  const list = useTab(LISTS, 'list');
  const pages = useStaffPages('approvalList', { query: { list } }, pagesByNext<ListedApproval>());
  const { data: counts } = useStaffCall('workCounts');
  const [, navigate] = useLocation();

  const tabs = LISTS.map((id) => ({
    id,
    text: TAB_TEXTS[id],
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
        columns={LIST_COLUMNS[list].map((id): Column<ListedApproval> => COLUMNS[id])}
        rows={pages}
        toId={({ requestId }) => requestId}
        empty={EMPTY_TEXTS[list]}
        onOpen={({ requestId }) => navigate(`/approvals/${requestId}`)}
        paging={pages.paging}
        foot={approvalTexts.open}
      />
    </Page>
  );
}
