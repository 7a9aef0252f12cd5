import { rupees } from '@noren/core/money/money';
import { describe, expect, test } from 'vitest';
import { CAMPAIGN, COUPON, NOTHING, useProductRequests } from '../../testing/product-requests.ts';
import { expireOldRequests } from '../approvals/decide-request.ts';

const managers = await useProductRequests();
const { app, desk, proposed, approve, POSSIBLE, today, propose } = managers;

describe.each(Object.keys(POSSIBLE))('a request of kind %s', (kind) => {
  test('is approved by one of two checkers at once', async () => {
    const requestId = await proposed(await POSSIBLE[kind]!());
    const other = await desk.enrolled(`Third ${kind}`, ['product_manager']);
    const both = await Promise.all([approve(requestId), approve(requestId, other)]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  test('expires after seven days, and a second one like it is refused while it is open', async () => {
    const proposal = await POSSIBLE[kind]!();
    const requestId = await proposed(proposal);

    expect(await propose(proposal)).toMatchObject({
      error: { code: 'taken', data: { requestId } },
    });
    app.advance(8 * 86_400_000);
    managers.maker = await desk.as('product_manager');
    managers.checker = await desk.as('product_manager', 'second');
    await expireOldRequests(app.deps);
    expect(
      await managers.checker.send('approve', { body: { requestId, seen: NOTHING } }),
    ).toMatchObject({
      error: { code: 'not_possible' },
    });
  });
});

describe('coupons', () => {
  test('a campaign without a budget for one coupon is refused in words', async () => {
    const campaign = { ...CAMPAIGN, budgetPaise: rupees(50), startsOn: today(), endsOn: today() };
    const answer = await propose({ kind: 'coupon', coupon: COUPON, campaign });
    expect(answer).toMatchObject({
      error: { refusal: { faults: [{ code: 'budget_small' }] } },
    });
  });
});
