import type { Campaign } from '@noren/core/lending/campaign';
import { paise } from '@noren/core/money/money';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { useMay } from '../../api/session.tsx';
import { campaignTexts } from '../../texts/products.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Day, moneyText } from '../../ui/figures.tsx';
import { Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';
import { discountText } from './discount-text.ts';

type Row = StaffAnswer<'campaigns'>['rows'][number];

const TONES: Readonly<Record<Row['state'], Tone>> = {
  waiting: 'chosen',
  running: 'soon',
  spent: 'plain',
  given: 'good',
};

const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', isWrapped: true, header: campaignTexts.name, cell: ({ name }) => name },
  {
    id: 'segment',
    header: campaignTexts.segment,
    cell: ({ segment }) => campaignTexts.segments[segment],
  },
  {
    id: 'gives',
    header: campaignTexts.discount,
    cell: ({ coupon }) => discountText(coupon as Campaign['coupon']),
    align: 'right',
  },
  { id: 'from', header: campaignTexts.startsOn, cell: ({ startsOn }) => <Day day={startsOn} /> },
  { id: 'until', header: campaignTexts.endsOn, cell: ({ endsOn }) => <Day day={endsOn} /> },
  { id: 'given', header: campaignTexts.given, cell: ({ coupons }) => coupons, align: 'right' },
  {
    id: 'committed',
    header: campaignTexts.committed,
    cell: ({ committedPaise }) => moneyText(paise(committedPaise)),
    align: 'right',
  },
  {
    id: 'budget',
    header: campaignTexts.budget,
    cell: ({ budgetPaise }) => moneyText(paise(budgetPaise)),
    align: 'right',
  },
  {
    id: 'state',
    header: campaignTexts.state,
    cell: ({ state }) => <Badge tone={TONES[state]}>{campaignTexts.states[state]}</Badge>,
  },
];

/** Coupon campaigns and the coupons they issued. */
export function CouponsTab() {
  const campaigns = useStaffPages('campaigns', { query: {} }, pagesByNext<Row>());
  const mayPropose = useMay()('propose.coupon');

  const act = mayPropose && (
    <LinkButton to="/products/campaign" icon="plus">
      {campaignTexts.newCampaign}
    </LinkButton>
  );

  return (
    <Panel title={campaignTexts.title} about={campaignTexts.segmentAbout} acts={act} isFlush>
      <DataTable
        label={campaignTexts.title}
        columns={COLUMNS}
        rows={campaigns}
        paging={campaigns.paging}
        toId={({ campaignId }) => campaignId}
        empty={campaignTexts.none}
      />
    </Panel>
  );
}
