import type { StaffProposal } from '@noren/contract/staff/approvals';
import type { SettingChange } from '@noren/contract/staff/settings';
import type { Campaign } from '@noren/core/lending/campaign';
import { countAffordableCoupons } from '@noren/core/lending/campaign';
import type { Scorecard } from '@noren/core/lending/scorecard';
import type { ProductTerms } from '@noren/core/lending/terms';
import { paise } from '@noren/core/money/money';
import { businessDay } from '@noren/core/money/time';
import { useStaffCall } from '../../api/hooks.ts';
import { identityTexts } from '../../texts/identity.ts';
import {
  campaignTexts,
  cardTexts,
  ceilingTexts,
  productTexts,
  settingTexts,
} from '../../texts/products.ts';
import { Diff } from '../../ui/compare.tsx';
import { Day, moneyText } from '../../ui/figures.tsx';
import { KeyValues } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';
import { BackTest } from './back-test.tsx';
import { CardChanges } from './card-table.tsx';
import { CardFacts } from './carousel-facts.tsx';
import { discountText } from './discount-text.ts';
import { FactsTable, KeyFacts } from './facts.tsx';

interface ProposalViewProps {
  readonly kind: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The values that a request changes, before and after. */
export function ProposalView({ kind, detail }: ProposalViewProps) {
  if (kind === 'product_version')
    return <ProductChange {...(detail as { terms: ProductTerms; effectiveFrom: string })} />;
  if (kind === 'scorecard_version')
    return <CardChange {...(detail as { card: Scorecard; effectiveFrom: string })} />;
  if (kind === 'level_ceiling') return <CeilingFacts {...(detail as unknown as CeilingDetail)} />;
  if (kind === 'coupon') return <CouponFacts {...(detail as unknown as CouponDetail)} />;
  if (kind === 'configuration') return <SettingFacts change={detail.change as SettingChange} />;

  return null;
}

function ProductChange({
  terms,
  effectiveFrom,
}: {
  readonly terms: ProductTerms;
  readonly effectiveFrom: string;
}) {
  const versions = useStaffCall('productVersions');

  return (
    <>
      <p>
        {productTexts.effectiveFrom} <Day day={effectiveFrom} withWeekday />
      </p>
      <Answer of={versions}>
        {({ rows }) => {
          const before = rows.find(
            (row) => row.terms.code === terms.code && row.terms.version === terms.version - 1,
          );

          return (
            <FactsTable
              label={productTexts.proposeTitle}
              before={before?.terms as unknown as ProductTerms | undefined}
              after={terms}
              names={[
                productTexts.versionOf(terms.code, terms.version - 1),
                productTexts.versionOf(terms.code, terms.version),
              ]}
            />
          );
        }}
      </Answer>
      <p>{productTexts.oldOrders}</p>
      <KeyFacts terms={terms} day={businessDay(effectiveFrom)} />
    </>
  );
}

function CardChange({
  card,
  effectiveFrom,
}: {
  readonly card: Scorecard;
  readonly effectiveFrom: string;
}) {
  const versions = useStaffCall('scorecardVersions');

  return (
    <>
      <p>
        {cardTexts.effectiveFrom} <Day day={effectiveFrom} withWeekday />
      </p>
      <Answer of={versions}>
        {({ rows }) => {
          const before = rows.find(
            (row) => row.card.version !== card.version && row.effectiveFrom < effectiveFrom,
          );

          return before ? (
            <CardChanges before={before.card as unknown as Scorecard} after={card} />
          ) : null;
        }}
      </Answer>
      <BackTest card={card} />
    </>
  );
}

type CeilingDetail = Extract<StaffProposal, { kind: 'level_ceiling' }>;

function CeilingFacts({ level, ceilingPaise, effectiveFrom, citation }: CeilingDetail) {
  return (
    <>
      <KeyValues
        rows={[
          [ceilingTexts.level, identityTexts.levels[level]],
          [ceilingTexts.ceiling, moneyText(paise(ceilingPaise))],
          [ceilingTexts.from, <Day key="from" day={effectiveFrom} withWeekday />],
          [ceilingTexts.citation, citation],
        ]}
      />
      <p>{ceilingTexts.running}</p>
    </>
  );
}

interface CouponDetail {
  readonly coupon: Campaign['coupon'];
  readonly days?: number;
  readonly campaign?: {
    readonly name: string;
    readonly segment: Campaign['segment'];
    readonly budgetPaise: number;
    readonly startsOn: string;
    readonly endsOn: string;
  };
}

function CouponFacts({ coupon, days, campaign }: CouponDetail) {
  return (
    <KeyValues
      rows={[
        [campaignTexts.kind, campaignTexts.kinds[coupon.kind]],
        [campaignTexts.discount, discountText(coupon)],
        [campaignTexts.minPrincipal, moneyText(coupon.minPrincipal)],
        ...(campaign
          ? ([
              [campaignTexts.name, campaign.name],
              [campaignTexts.segment, campaignTexts.segments[campaign.segment]],
              [campaignTexts.budget, moneyText(paise(campaign.budgetPaise))],
              [
                campaignTexts.given,
                campaignTexts.pays(countAffordableCoupons(campaign.budgetPaise, coupon)),
              ],
              [campaignTexts.startsOn, <Day key="from" day={campaign.startsOn} />],
              [campaignTexts.endsOn, <Day key="until" day={campaign.endsOn} />],
            ] as const)
          : ([[campaignTexts.usableDays, days ?? 0]] as const)),
      ]}
    />
  );
}

function SettingFacts({ change }: { readonly change: SettingChange }) {
  if (change.setting === 'gpGuideShow') {
    const nameState = (value: boolean): string =>
      value ? settingTexts.shown : settingTexts.hidden;

    return (
      <>
        <p>{settingTexts.gpGuideShow}</p>
        <Diff
          before={nameState(change.before)}
          now={nameState(change.after)}
          isChanged={change.before !== change.after}
        />
      </>
    );
  }

  return <CardFacts cardId={change.cardId} before={change.before} after={change.after} />;
}
