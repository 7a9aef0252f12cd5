import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import {
  anActiveLoan,
  aPaymentEvent,
  reverseNewestPayout,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../../testing/loans.ts';
import { sumSandboxRefunds } from '../../../testing/repayments.ts';
import type { TestApp } from '../../../testing/start-app.ts';
import { makeSuspense } from '../../../testing/suspense.ts';
import { useNewLedgerApp } from '../../../testing/use-app.ts';
import { aSignedInUser } from '../../../testing/users.ts';
import { readKnownPayment } from '../known-payment-store.ts';

let app: TestApp;

useNewLedgerApp((started) => {
  app = started;
});

const { unclaimed, balances, runChecks } = makeSuspense(() => app);

test.each(['once', 'twice, one after the other', 'twice at once'])(
  'a payment in suspense goes back when its code, reported %s, names a loan whose payout came back',
  async (how) => {
    const who = await aSignedInUser(app);
    const { code } = await startFullPayment(who, await anActiveLoan(app, who));
    const { provider, providerRef } = await unclaimed();
    await sendWebhook(app, await reverseNewestPayout(app, who));

    const event = { ...aPaymentEvent(app, code, rupees(500)), providerRef };
    const again = { ...event, eventId: `${event.eventId} again` };
    if (how === 'twice at once')
      await Promise.all([sendWebhook(app, event), sendWebhook(app, again)]);
    else for (const each of how === 'once' ? [event] : [event, again]) await sendWebhook(app, each);

    const read = () => readKnownPayment(app.deps.db, { provider, providerRef });
    expect(await read()).toMatchObject({ state: 'going_back', parts: [{ state: 'returning' }] });
    expect(await balances()).toEqual({ settlement_in: rupees(500), unclaimed_funds: -rupees(500) });

    await runJobs(app, { delayed: true });
    expect((await read()).parts).toMatchObject([{ state: 'returned' }]);
    expect(await sumSandboxRefunds(app, providerRef)).toBe(rupees(500));
    expect(await balances()).toEqual({ settlement_in: 0, unclaimed_funds: 0 });
    expect((await runChecks()).problems).toEqual([]);
  },
);
