import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import {
  anActiveLoan,
  openSandboxBank,
  reverseNewestPayout,
  sendWebhook,
  startFullPayment,
} from '../../../testing/loans.ts';
import { useLedgerApp } from '../../../testing/use-app.ts';
import { aSignedInUser } from '../../../testing/users.ts';

const app = await useLedgerApp();

test('payouts of borrowers who had paid already are all sent back at once', async () => {
  const bank = openSandboxBank(app);
  const events: Awaited<ReturnType<typeof reverseNewestPayout>>[] = [];

  for (let at = 0; at < 8; at += 1) {
    const who = await aSignedInUser(app);
    const { code } = await startFullPayment(who, await anActiveLoan(app, who));
    await sendWebhook(app, (await bank.payIntent(code, rupees(1_000)))!);
    events.push(await reverseNewestPayout(app, who));
  }

  const answers = await Promise.all(events.map((event) => sendWebhook(app, event)));
  expect(answers.map(({ status }) => status)).toEqual(events.map(() => 200));

  const held = await app.deps.db.selectFrom('unclaimed_funds').select('state').execute();
  expect(held).toEqual(events.map(() => ({ state: 'returning' })));
});
