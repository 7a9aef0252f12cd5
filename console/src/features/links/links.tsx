import { Link, useLocation } from 'wouter';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { linkTexts } from '../../texts/links.ts';
import { Badge } from '../../ui/badge.tsx';
import { useNow } from '../../ui/clock.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Instant } from '../../ui/figures.tsx';
import { Page, Tabs, useTab } from '../../ui/layout.tsx';
import { Person } from '../../ui/person.tsx';
import type { Column } from '../../ui/table-model.ts';
import { LinkCampaigns } from './campaigns.tsx';

type LinkRow = StaffAnswer<'staffLinkList'>['rows'][number];

const COLUMNS: readonly Column<LinkRow>[] = [
  {
    id: 'person',
    isWrapped: true,
    header: linkTexts.person,
    cell: ({ userId, maskedName, maskedPhone }) => (
      <Link to={`/people/${userId}`}>
        <Person maskedName={maskedName} maskedPhone={maskedPhone} />
      </Link>
    ),
  },
  { id: 'kind', header: linkTexts.kind, cell: ({ kind }) => linkTexts.kinds[kind] },
  { id: 'order', header: linkTexts.order, cell: ({ repayId }) => repayId },
  {
    id: 'segment',
    header: linkTexts.segment,
    cell: ({ segment }) => (segment === null ? linkTexts.onePerson : linkTexts.segments[segment]),
  },
  { id: 'state', header: linkTexts.state, cell: ({ state }) => <StateBadge state={state} /> },
  { id: 'used', header: linkTexts.used, cell: (row) => <Used of={row} /> },
  { id: 'by', isWrapped: true, header: linkTexts.by, cell: ({ staffName }) => staffName },
  { id: 'made', header: linkTexts.made, cell: ({ madeAt }) => <Instant at={madeAt} /> },
  { id: 'reason', header: linkTexts.reason, isWrapped: true, cell: ({ reason }) => reason },
];

function StateBadge({ state }: Pick<LinkRow, 'state'>) {
  const tone =
    state === 'refused' ? 'bad' : state === 'unknown' || state === 'withheld' ? 'soon' : 'plain';
  return <Badge tone={tone}>{linkTexts.states[state]}</Badge>;
}

function Used({ of: { usedAt, expiresAt } }: { readonly of: LinkRow }) {
  const now = useNow();
  if (usedAt !== null) return <Instant at={usedAt} />;

  return expiresAt !== null && expiresAt <= now ? linkTexts.expired : linkTexts.notUsed;
}

const TABS = ['sent', 'segments'] as const;

/** Links to one borrower and to segments. */
export function Links() {
  const tab = useTab(TABS);
  const tabs = TABS.map((id) => ({ id, text: linkTexts.tabs[id] }));

  return (
    <Page
      title={linkTexts.title}
      about={linkTexts.about}
      bar={<Tabs label={linkTexts.parts} tabs={tabs} />}
      isFlush={tab === 'sent'}
    >
      {tab === 'sent' ? <SentLinks /> : <LinkCampaigns />}
    </Page>
  );
}

/** Links sent to borrowers, newest first. */
function SentLinks() {
  const [, navigate] = useLocation();
  const { paging, ...links } = useStaffPages(
    'staffLinkList',
    { query: {} },
    pagesByNext<LinkRow>(),
  );

  return (
    <DataTable
      label={linkTexts.title}
      columns={COLUMNS}
      rows={links}
      paging={paging}
      toId={({ linkId }) => linkId}
      empty={linkTexts.none}
      onOpen={({ userId }) => navigate(`/people/${userId}`)}
    />
  );
}
