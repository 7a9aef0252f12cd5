import { toBusinessDay } from '@noren/core/money/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PayoutRequest, Payouts } from '../../platform/ports/payouts.ts';
import {
  type RazorpayDouble,
  startRazorpayDouble,
  type Webhook,
} from '../../testing/razorpay-double/double.ts';
import { makeRazorpayXPayouts } from './razorpayx.ts';

const START = Date.UTC(2026, 10, 24, 4, 30);
let at = START;
let double: RazorpayDouble;
let payouts: Payouts;
let made = 0;

beforeAll(async () => {
  double = await startRazorpayDouble(() => at);
});

beforeEach(() => {
  at = START;
  double.x.payouts.clear();
  double.x.payoutsBecome = 'processing';
  double.x.refuse = null;
  double.seen.length = 0;
  payouts = makeRazorpayXPayouts(double.access.payouts);
});

afterAll(() => double.stop());

const ref = (): string => String(++made).padStart(20, '0');

const request = (given: Partial<PayoutRequest> = {}): PayoutRequest => ({
  payoutRef: `NP${ref()}`,
  amountPaise: 960_400,
  ifsc: 'HDFC0000053',
  accountNo: '765432123456789',
  holderName: 'Asha Devi',
  ...given,
});

const sent = (path: RegExp) =>
  double.seen.filter((one) => one.method === 'POST' && path.test(one.path));
const body = () => sent(/payouts$/).at(-1)?.body;

describe('cancel', () => {
  test('a queued payout is cancelled at the provider and will never be paid', async () => {
    double.x.payoutsBecome = 'queued';

    const toPay = request();
    await payouts.send(toPay);
    expect(await payouts.cancel(toPay.payoutRef)).toMatchObject({
      state: 'failed',
      reason: 'our_side',
    });
    expect(sent(/cancel$/)).toHaveLength(1);
    expect(await payouts.cancel(toPay.payoutRef)).toMatchObject({ state: 'failed' });
    expect(sent(/cancel$/)).toHaveLength(1);
  });

  test.each([
    ['processing', 'pending'],
    ['processed', 'confirmed'],
  ])('a payout %s is not cancelled', async (there, state) => {
    double.x.payoutsBecome = there;

    const toPay = request();
    await payouts.send(toPay);
    expect(await payouts.cancel(toPay.payoutRef)).toMatchObject({ state });
    expect(sent(/cancel$/)).toEqual([]);
    expect(await payouts.cancel('NPneversent0000000000')).toEqual({ state: 'not_found' });
  });
});

describe('send', () => {
  test('pays the account under our reference', async () => {
    const toPay = request();
    const answer = await payouts.send(toPay);

    expect(answer).toEqual({ state: 'pending', providerId: expect.stringMatching(/^pout_/) });
    expect(body()).toMatchObject({
      amount: 960_400,
      mode: 'IMPS',
      reference_id: toPay.payoutRef,
      fund_account: {
        bank_account: { ifsc: 'HDFC0000053', account_number: '765432123456789', name: 'Asha Devi' },
      },
    });
    expect(sent(/payouts$/)[0]?.headers['x-payout-idempotency']).toBe(toPay.payoutRef);
    expect(await payouts.find(toPay.payoutRef)).toEqual(answer);
  });

  test('IMPS up to five lakh, NEFT above', async () => {
    await payouts.send(request({ amountPaise: 50_000_000 }));
    expect(body()).toMatchObject({ mode: 'IMPS' });
    await payouts.send(request({ amountPaise: 50_000_001 }));
    expect(body()).toMatchObject({ mode: 'NEFT' });
  });

  test.each([
    ['D’Souza, J. R.', 'D’Souza, J. R.'],
    ["Renée O'Neil", 'Renee O Neil'],
    ['Raj', 'Holder Raj'],
    ['आशा देवी', 'Holder'],
    ['  Asha   Devi - ', 'Asha Devi'],
    ['A'.repeat(130), 'A'.repeat(120)],
  ])('holder name %s is sent as %s', async (holderName, name) => {
    await payouts.send(request({ holderName }));
    expect(body()).toMatchObject({ fund_account: { bank_account: { name } } });
  });

  test.each([
    ['queued', 'queued'],
    ['pending', 'pending'],
    ['scheduled', 'pending'],
    ['processing', 'pending'],
    ['processed', 'confirmed'],
    ['reversed', 'reversed'],
    ['cancelled', 'failed'],
    ['rejected', 'failed'],
    ['failed', 'failed'],
  ])('a payout %s at the provider is %s here', async (there, state) => {
    double.x.payoutsBecome = there;

    const toPay = request();
    const answer = await payouts.send(toPay);

    expect(answer).toMatchObject({ state });
    expect(await payouts.find(toPay.payoutRef)).toEqual(answer);
  });

  test.each([
    ['failed', 'bank_account_closed', 'account_closed'],
    ['reversed', 'beneficiary_account_dormant', 'account_blocked'],
    ['failed', 'beneficiary_account_invalid', 'account_invalid'],
    ['failed', 'imps_not_allowed', 'account_limited'],
    ['reversed', 'beneficiary_bank_offline', 'bank_away'],
    ['failed', 'insufficient_funds', 'our_side'],
    ['cancelled', undefined, 'our_side'],
    ['failed', 'beneficiary_bank_rejected', 'beneficiary_bank_rejected'],
    ['reversed', undefined, 'reversed'],
  ])(
    'a payout %s for the reason %s is reported with reason %s',
    async (status, reason, expected) => {
      const toPay = request();
      await payouts.send(toPay);
      double.x.settle(double.x.byReference(toPay.payoutRef)[0]!, status, reason);

      const state = status === 'reversed' ? 'reversed' : 'failed';
      expect(await payouts.find(toPay.payoutRef)).toMatchObject({ state, reason: expected });
    },
  );

  test.each(['lost', 'late', 'bad_gateway', 'no_json', 'other_json'] as const)(
    'a payout sent again after no usable answer (%s) is paid once',
    async (fault) => {
      const toPay = request();
      double.fail(fault, 'POST', /payouts$/);
      await expect(payouts.send(toPay)).rejects.toMatchObject({ name: 'NoAnswer' });
      expect(await payouts.find(toPay.payoutRef)).toMatchObject({ state: 'pending' });
      expect(await payouts.send(toPay)).toMatchObject({ state: 'pending' });
      expect(double.x.byReference(toPay.payoutRef)).toHaveLength(1);
    },
  );

  test.each(['silent', 'server_error', 'unauthorised', 'busy'] as const)(
    'a payout that was never accepted (%s) is not found',
    async (fault) => {
      const toPay = request();
      double.fail(fault, 'POST', /payouts$/);
      await expect(payouts.send(toPay)).rejects.toMatchObject({ name: 'NoAnswer' });
      expect(await payouts.find(toPay.payoutRef)).toEqual({ state: 'not_found' });
    },
  );

  test('a request refused for its account is reported failed and makes no payout', async () => {
    double.x.refuse = { field: 'fund_account.bank_account.ifsc' };

    const toPay = request();
    expect(await payouts.send(toPay)).toEqual({
      state: 'failed',
      providerId: null,
      reason: 'account_invalid',
    });
    expect(await payouts.find(toPay.payoutRef)).toEqual({ state: 'not_found' });
  });

  test.each([
    {},
    { field: 'account_number' },
    { field: 'purpose' },
    { reason: 'insufficient_funds' },
    { reason: 'server_error' },
    { reason: 'ip_not_allowed' },
    { reason: 'NA' },
  ])('a refusal for another reason (%j) throws and decides nothing', async (refuse) => {
    double.x.refuse = refuse;
    await expect(payouts.send(request())).rejects.toMatchObject({ name: 'RazorpayRefusal' });
  });

  test('a reused key with another amount throws; the first payout stays pending', async () => {
    const toPay = request();
    await payouts.send(toPay);
    await expect(payouts.send({ ...toPay, amountPaise: 1_000 })).rejects.toMatchObject({
      name: 'RazorpayRefusal',
    });
    expect(await payouts.find(toPay.payoutRef)).toMatchObject({ state: 'pending' });
  });

  test.each(['silent', 'server_error', 'other_json'] as const)(
    'a query without a usable answer (%s) throws',
    async (fault) => {
      double.fail(fault, 'GET', /payouts$/);
      await expect(payouts.find('NP1')).rejects.toMatchObject({ name: 'NoAnswer' });
    },
  );
});

test('a day’s statement lists that day’s confirmed payouts, from every page', async () => {
  const midnight = Date.UTC(2026, 10, 24, 18, 30);
  double.x.payoutsBecome = 'processed';
  at = midnight - 86_400_000 - 1_000;
  await payouts.send(request());
  at = midnight - 86_400_000;
  for (let i = 0; i < 105; i++) await payouts.send(request());
  at = midnight - 1_000;

  const last = request();
  await payouts.send(last);
  double.x.payoutsBecome = 'reversed';
  await payouts.send(request());
  at = midnight;
  double.x.payoutsBecome = 'processed';
  await payouts.send(request());

  const lines = await payouts.dailyStatement(toBusinessDay(midnight - 1));
  expect(lines).toHaveLength(106);
  expect(lines).toContainEqual({
    payoutRef: last.payoutRef,
    amountPaise: last.amountPaise,
    atMs: midnight - 1_000,
  });
});

describe('webhooks', () => {
  const read = (webhook: Webhook) => payouts.readWebhook?.(webhook.body, webhook.headers);
  const payout = {
    id: 'pout_1',
    amount: 960_400,
    currency: 'INR',
    reference_id: 'NP1',
    created_at: START / 1_000,
  };

  test.each([
    ['payout.processed', 'processed', 'confirmed'],
    ['payout.reversed', 'reversed', 'reversed'],
    ['payout.failed', 'failed', 'failed'],
    ['payout.rejected', 'rejected', 'failed'],
  ])('%s reports that a payout is %s', (event, status, state) => {
    const entity = { ...payout, status, status_details: { reason: 'reported_by_bank' } };
    expect(read(double.payoutWebhook(event, { payout: entity }))).toEqual([
      {
        kind: 'payout',
        eventId: `payout:pout_1:${status}`,
        payoutRef: 'NP1',
        state,
        providerId: 'pout_1',
        // The entity names no time of payment; the event was made when the money left.
        ...(state === 'confirmed' ? { paidAtMs: START } : { reason: 'reported_by_bank' }),
      },
    ]);
  });

  test.each([
    ['payout.queued', { ...payout, status: 'queued' }],
    ['payout.updated', { ...payout, status: 'processed' }],
    ['payout.processed', { ...payout, status: 'processed', reference_id: null }],
    ['fund_account.validation.completed', {}],
  ])('%s of %j gives no event', (event, entity) => {
    expect(read(double.payoutWebhook(event, { payout: entity }))).toEqual([]);
  });

  test('a webhook signed with the secret of payments is not read', () => {
    const processed = { ...payout, status: 'processed' };
    expect(read(double.paymentWebhook('payout.processed', { payout: processed }))).toBeNull();
  });

  test('a webhook of a payout with an undocumented status throws', () => {
    const odd = double.payoutWebhook('payout.processed', {
      payout: { ...payout, status: 'vanished' },
    });
    expect(() => read(odd)).toThrow(SyntaxError);
  });
});

test('the balance is that of our account alone; null where it is not among those answered', async () => {
  expect(await payouts.balance()).toBeNull();

  const account = {
    entity: 'banking_balance',
    currency: 'INR',
    account_type: 'current_account',
    amount: 1,
  };
  double.x.balances = [
    {
      ...account,
      account_number: '409001396356',
      available_amount: 5,
      refreshed_at: 1_721_889_110,
    },
    {
      ...account,
      account_number: double.access.payouts.accountNumber,
      available_amount: 186_682_638,
      refreshed_at: 1_729_847_660,
    },
  ];
  expect(await payouts.balance()).toEqual({ availablePaise: 186_682_638, asOf: 1_729_847_660_000 });
});
