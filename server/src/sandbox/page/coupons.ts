import { paise } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import * as z from 'zod';
import { issueCoupon } from '../../lending/coupon-store.ts';
import type { Deps } from '../../platform/deps.ts';
import { ControlError } from './answer.ts';
import { type Html, html } from './html.ts';
import { findUserByPhone } from './store.ts';

const rupees = z.coerce.number().positive().max(100_000).multipleOf(0.01);

/** Body of the control `coupon`: a discount in rupees, or in percent with a cap in rupees. */
export const couponBody = z
  .strictObject({
    phone: z.string().max(30),
    kind: z.enum(['fee', 'interest', 'repay']),
    rupees,
    percent: z.union([z.coerce.number().positive().max(100), z.literal('')]).default(''),
    minRupees: z.coerce.number().min(0).max(100_000).default(0),
    days: z.coerce.number().int().min(0).max(366).default(30),
  })
  .describe('rupees is the cap where a percent is given');

/** Issues a coupon to the user of a phone. @throws ControlError 404 when no user has it */
export async function giveAsOperator(deps: Deps, body: z.infer<typeof couponBody>): Promise<{ couponId: string }> {
  const userId = await findUserByPhone(deps.db, deps.crypto.hash('phone', body.phone));
  if (!userId) throw new ControlError(404, 'No user has this phone: sign in with it once, or become somebody.');
  const amount = paise(Math.round(body.rupees * 100));
  const discount = body.percent === '' ? { amount } : { ppm: Math.round(body.percent * 10_000), cap: amount };
  const couponId = await deps.db.transaction().execute((tx) =>
    issueCoupon(tx, userId, {
      kind: body.kind,
      discount,
      minPrincipal: paise(Math.round(body.minRupees * 100)),
      expiresOn: addDays(deps.today(), body.days),
      source: 'operator',
      actor: 'sandbox operator',
      now: deps.now(),
    }),
  );
  return { couponId };
}

export function showCouponForm(): Html {
  return html`<form data-control="coupon" class="part">
    <label>Phone <input name="phone" inputmode="numeric" autocomplete="off" size="14" required></label>
    <label>Off <select name="kind"><option value="interest">the interest</option><option value="repay">all that is owed</option><option value="fee">the processing fee</option></select></label>
    <label>₹ <input name="rupees" inputmode="decimal" size="6" value="50" required></label>
    <label>or % up to that <input name="percent" inputmode="decimal" size="4"></label>
    <label>Days <input name="days" inputmode="numeric" size="3" value="30" required></label><button>Give a coupon</button></form>`;
}
