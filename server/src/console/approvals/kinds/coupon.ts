import { checkCampaign, maxDiscount } from '@noren/core/lending/campaign';
import { addDays, businessDay } from '@noren/core/money/time';
import { issueCoupon } from '../../../lending/orders/coupon-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type CampaignTerms, insertCampaign } from '../../products/campaign-store.ts';
import { queueCampaign } from '../../products/give-coupons.ts';
import { OperatorError } from '../request/operator-error.ts';
import { type Kind, plainMoney, type RequestOfKind } from './kind.ts';

/**
 * Gives one borrower a coupon, or starts a campaign, whose coupons a job gives from its first day
 * on.
 */
export const coupon: Kind<'coupon'> = {
  /** The most that a coupon takes off, or all those of a campaign. */
  money: async (_tx, _deps, { userId, detail }) => {
    const { campaign } = detail;
    if (campaign) return plainMoney(campaign.budgetPaise, null, campaign.endsOn);
    const { discount } = detail.coupon;
    return plainMoney('amount' in discount ? discount.amount : discount.cap, userId);
  },

  execute: giveCoupon,
};

async function giveCoupon(tx: Tx, deps: Deps, request: RequestOfKind<'coupon'>): Promise<void> {
  const { coupon, days, campaign } = request.detail;
  if (campaign && request.userId === null) return startCampaign(tx, deps, request, campaign);

  if (campaign || request.userId === null || days === undefined)
    throw new OperatorError('unknown', 'coupon_incomplete');

  if (maxDiscount(coupon) <= 0) throw new OperatorError('not_possible', 'coupon_worthless');

  const actor = `staff:${request.makerId}`;
  const issued = {
    ...coupon,
    expiresOn: addDays(deps.today(), days),
    source: 'operator' as const,
    actor,
  };

  await issueCoupon(tx, request.userId, { ...issued, now: deps.now() });
}

async function startCampaign(
  tx: Tx,
  deps: Deps,
  { requestId, detail: { coupon } }: RequestOfKind<'coupon'>,
  terms: CampaignTerms,
): Promise<void> {
  const today = deps.today();
  const days = { startsOn: businessDay(terms.startsOn), endsOn: businessDay(terms.endsOn) };
  const faults = checkCampaign({ ...terms, ...days, coupon }, today);
  if (faults.length > 0)
    throw new OperatorError('not_possible', {
      reason: 'terms_faulty',
      faults: faults.map(({ fault }) => fault),
    });

  const campaignId = await insertCampaign(tx, {
    ...terms,
    requestId,
    coupon,
    mostPaise: maxDiscount(coupon),
    now: deps.now(),
  });
  if (days.startsOn === today) await queueCampaign(tx, campaignId);
}
