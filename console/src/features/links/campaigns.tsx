import type { StaffProposal } from '@noren/contract/staff/approvals';
import {
  LINK_SEGMENTS,
  LINKS_A_CAMPAIGN,
  type LinkSegment,
} from '@noren/core/lending/link-campaign';
import { useState } from 'react';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall, useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { useMay } from '../../api/session.tsx';
import { usePreview } from '../../api/use-preview.ts';
import { PreviewActs } from '../../shared/preview-acts.tsx';
import { ProposeDialog } from '../../shared/propose-dialog.tsx';
import { linkTexts } from '../../texts/links.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { NumberField, SelectField } from '../../ui/fields.tsx';
import { Instant } from '../../ui/figures.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';

type Campaign = StaffAnswer<'linkCampaignList'>['rows'][number];

const COLUMNS: readonly Column<Campaign>[] = [
  { id: 'segment', header: linkTexts.segment, cell: ({ segment }) => linkTexts.segments[segment] },
  {
    id: 'state',
    header: linkTexts.state,
    cell: ({ finishedAt }) => (
      <Badge tone={finishedAt === null ? 'chosen' : 'plain'}>
        {finishedAt === null ? linkTexts.running : linkTexts.finished}
      </Badge>
    ),
  },
  {
    id: 'links',
    header: linkTexts.links,
    cell: ({ links, most }) => linkTexts.linksOf(links, most),
  },
  { id: 'sent', header: linkTexts.states.sent, cell: ({ sent }) => sent },
  { id: 'withheld', header: linkTexts.states.withheld, cell: ({ withheld }) => withheld },
  { id: 'by', isWrapped: true, header: linkTexts.askedBy, cell: ({ staffName }) => staffName },
  { id: 'started', header: linkTexts.started, cell: ({ startedAt }) => <Instant at={startedAt} /> },
  { id: 'reason', header: linkTexts.reason, isWrapped: true, cell: ({ reason }) => reason },
];

/**
 * Links to everybody of a segment: a request that a second person approves, and those that were.
 */
export function LinkCampaigns() {
  const may = useMay();
  const campaigns = useStaffPages('linkCampaignList', { query: {} }, pagesByNext<Campaign>());

  return (
    <>
      {may('propose.link_campaign') && <NewCampaign />}
      <Panel title={linkTexts.campaigns} isFlush>
        <DataTable
          label={linkTexts.campaigns}
          columns={COLUMNS}
          rows={campaigns}
          paging={campaigns.paging}
          toId={({ campaignId }) => campaignId}
          empty={linkTexts.noCampaigns}
        />
      </Panel>
    </>
  );
}

const SEGMENTS = LINK_SEGMENTS.map((id) => ({ id, text: linkTexts.segments[id] }));

function NewCampaign() {
  const [segment, setSegment] = useState<LinkSegment>('overdue_d1');
  const [most, setMost] = useState<number | null>(100);
  const [proposal, setProposal] = useState<StaffProposal | null>(null);
  const size = useStaffCall('linkSegmentSize', { query: { segment } });
  const { ask, isBusy, refusal, clear } = usePreview(setProposal);

  const isUsable = most !== null && Number.isInteger(most) && most >= 1 && most <= LINKS_A_CAMPAIGN;
  const problem = isUsable ? refusal?.message : linkTexts.mostProblem(LINKS_A_CAMPAIGN);

  return (
    <Panel title={linkTexts.newCampaign} about={linkTexts.campaignAbout}>
      <Form
        label={linkTexts.newCampaign}
        problems={refusal ? { most: refusal.message } : {}}
        onSubmit={() => isUsable && void ask({ kind: 'link_campaign', segment, most })}
        acts={<PreviewActs isBusy={isBusy} refusal={refusal} />}
      >
        <SelectField
          label={linkTexts.segment}
          name="segment"
          value={segment}
          options={SEGMENTS}
          hint={size.data ? linkTexts.people(size.data.people) : linkTexts.counting}
          onChange={(id) => {
            setSegment(id);
            clear();
          }}
        />
        <NumberField
          label={linkTexts.most}
          name="most"
          value={most}
          problem={problem}
          onChange={(count) => {
            setMost(count);
            clear();
          }}
        />
      </Form>
      <ProposeDialog proposal={proposal} onClose={() => setProposal(null)} />
    </Panel>
  );
}
