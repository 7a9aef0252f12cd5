import type { StaffProposal } from '@noren/contract/staff/approvals';
import {
  CAMPAIGN_SEGMENTS,
  type CampaignSegment,
  checkCampaign,
  countAffordableCoupons,
} from '@noren/core/lending/campaign';
import type { CouponKind } from '@noren/core/lending/coupon';
import { paise } from '@noren/core/money/money';
import { addDays, businessDay, isBusinessDay } from '@noren/core/money/time';
import { useState } from 'react';
import { useStaffCall } from '../../api/hooks.ts';
import { useSignedIn } from '../../api/session.tsx';
import { campaignTexts } from '../../texts/products.ts';
import { faultText } from '../../texts/terms-faults.ts';
import { DayField, MoneyField, SelectField, TextField } from '../../ui/fields.tsx';
import { Page } from '../../ui/layout.tsx';
import { useFields } from '../../ui/use-fields.ts';
import { CheckForm } from './check-form.tsx';
import { ProposalView } from './proposal-view.tsx';
import { ProposePanel } from './propose-panel.tsx';

const KINDS = (['fee', 'interest', 'repay'] as const).map((id) => ({
  id,
  text: campaignTexts.kinds[id],
}));

const SEGMENTS = CAMPAIGN_SEGMENTS.map((id) => ({ id, text: campaignTexts.segments[id] }));

const EMPTY = {
  name: '',
  segment: 'never_borrowed' as CampaignSegment,
  kind: 'fee' as CouponKind,
  amount: null as number | null,
  minPrincipal: null as number | null,
  budgetPaise: null as number | null,
};

/** A coupon campaign: segment, coupon, budget and dates. */
export function NewCampaign() {
  const today = businessDay(useSignedIn().today);
  const form = useFields({
    ...EMPTY,
    startsOn: String(addDays(today, 1)),
    endsOn: String(addDays(today, 30)),
  });
  const [proposal, setProposal] = useState<StaffProposal & { kind: 'coupon' }>();
  const { values, problems, field } = form;
  const size = useStaffCall('segmentSize', { query: { segment: values.segment } });
  const discount = { amount: paise(values.amount ?? 0) };

  const check = (): void => {
    const { name, segment, kind, minPrincipal, budgetPaise, startsOn, endsOn } = values;
    const formProblems = findProblems(values, today);

    form.refuse(formProblems);
    if (formProblems.length > 0) return;

    setProposal({
      kind: 'coupon',
      coupon: { kind, discount, minPrincipal: minPrincipal ?? 0 },
      campaign: { name: name.trim(), segment, budgetPaise: budgetPaise ?? 0, startsOn, endsOn },
    });
  };

  return (
    <Page
      title={campaignTexts.newCampaign}
      crumbs={[{ to: '/products?tab=coupons', text: campaignTexts.title }]}
    >
      {proposal ? (
        <ProposePanel proposal={proposal} onCancel={() => setProposal(undefined)}>
          <ProposalView kind="coupon" detail={proposal} />
        </ProposePanel>
      ) : (
        <CheckForm label={campaignTexts.formLabel} problems={problems} onSubmit={check}>
          <TextField {...field('name', campaignTexts.name)} />
          <SelectField
            {...field('segment', campaignTexts.segment)}
            options={SEGMENTS}
            hint={size.data ? campaignTexts.people(size.data.people) : campaignTexts.segmentAbout}
          />
          <SelectField {...field('kind', campaignTexts.kind)} options={KINDS} />
          <MoneyField {...field('amount', campaignTexts.amount)} />
          <MoneyField {...field('minPrincipal', campaignTexts.minPrincipal)} />
          <MoneyField
            {...field('budgetPaise', campaignTexts.budget)}
            hint={
              values.amount !== null && values.budgetPaise !== null
                ? campaignTexts.pays(countAffordableCoupons(values.budgetPaise, { discount }))
                : campaignTexts.budgetHint
            }
          />
          <DayField {...field('startsOn', campaignTexts.startsOn)} least={today} />
          <DayField {...field('endsOn', campaignTexts.endsOn)} least={values.startsOn} />
        </CheckForm>
      )}
    </Page>
  );
}

function findProblems(
  {
    name,
    segment,
    kind,
    amount,
    minPrincipal,
    budgetPaise,
    startsOn,
    endsOn,
  }: typeof EMPTY & {
    startsOn: string;
    endsOn: string;
  },
  today: ReturnType<typeof businessDay>,
): { path: string; problem: string }[] {
  const dayProblems = [
    ...(isBusinessDay(startsOn) ? [] : [{ path: 'startsOn', problem: 'day' }]),
    ...(isBusinessDay(endsOn) ? [] : [{ path: 'endsOn', problem: 'day' }]),
  ];
  const nameProblems =
    name.trim().length < 3
      ? [{ path: 'name', problem: name.trim() === '' ? 'required' : 'short' }]
      : [];
  if (dayProblems.length > 0 || !isBusinessDay(startsOn) || !isBusinessDay(endsOn))
    return [...nameProblems, ...dayProblems];

  const discount = { amount: paise(amount ?? 0) };
  const coupon = { kind, discount, minPrincipal: paise(minPrincipal ?? 0) };
  const faults = checkCampaign(
    { coupon, segment, budgetPaise: budgetPaise ?? 0, startsOn, endsOn },
    today,
  );

  return [
    ...nameProblems,
    ...faults.map(({ field, fault }) => ({ path: field, problem: faultText(fault) })),
  ];
}
