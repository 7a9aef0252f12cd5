import { CALLS } from '@noren/contract/index';
import { PHONE_CHANGE_PROOF_MS } from '@noren/core/people/phone-change';
import { expect, test } from 'vitest';
import { freezeLending } from '../../lending/credit/lending-stop-store.ts';
import { acceptanceBody, anActiveLoan, aQuote, runJobs } from '../../testing/loans.ts';
import { usePhoneChanges } from '../../testing/phone-changes.ts';
import { startAndPay } from '../../testing/repayments.ts';
import { aPhoneNumber, enterCodeNow, signIn, successData } from '../../testing/users.ts';

const { app, aBorrower, aStaffRequest, begin, change, stop, view, waitAndFinish } =
  await usePhoneChanges();

test('a loan that was accepted before is paid out once the change is stopped', async () => {
  const who = await aBorrower();
  const body = acceptanceBody(await aQuote(who));
  successData(await who.client.send(CALLS.applyLoan, { body }));
  await change(who);
  await runJobs(app);

  const readState = async () =>
    (
      await app.deps.db
        .selectFrom('payouts')
        .select('state')
        .where('userId', '=', who.userId)
        .executeTakeFirstOrThrow()
    ).state;
  expect(await readState()).toBe('waiting');

  await stop(who);
  await runJobs(app);
  expect(await readState()).not.toBe('waiting');
});

test('a running loan is repaid as usual', async () => {
  const who = await aBorrower();
  const repayId = await anActiveLoan(app, who);
  await enterCodeNow(app, who.client);
  await change(who);

  await startAndPay(app, who, { repayId, kind: 'full' });
  await runJobs(app);
  const status = successData(await who.client.send(CALLS.userStatus, {}));
  expect(status.repayId).toBeNull();
});

test('a frozen person changes the number, and stays frozen', async () => {
  const who = await aBorrower();
  const body = acceptanceBody(await aQuote(who));
  successData(await who.client.send(CALLS.applyLoan, { body }));
  const requestId = await aStaffRequest(who);
  const now = app.deps.now();
  await app.deps.db
    .transaction()
    .execute((tx) => freezeLending(tx, { userId: who.userId, requestId, now }));

  const phone = await change(who);
  await waitAndFinish();
  expect((await signIn(app, phone)).userId).toBe(who.userId);

  await runJobs(app);
  const payout = await app.deps.db
    .selectFrom('payouts')
    .select('state')
    .where('userId', '=', who.userId)
    .executeTakeFirstOrThrow();
  expect(payout.state).toBe('waiting');
});

test('the owner’s face check on another phone serves nobody who began a change', async () => {
  const owner = await aBorrower();
  const stranger = await signIn(app, owner.phone);
  successData(await begin({ ...owner, client: stranger.client }, aPhoneNumber()));

  await enterCodeNow(app, owner.client);
  expect((await owner.client.send(CALLS.startLiveness, { body: {} })).code).toBe(409);
});

test('half an hour after its code the face check comes too late', async () => {
  const who = await aBorrower();
  successData(await begin(who, aPhoneNumber()));

  app.advance(PHONE_CHANGE_PROOF_MS + 1);
  await enterCodeNow(app, who.client);
  expect((await who.client.send(CALLS.startLiveness, { body: {} })).code).toBe(409);
  expect((await view(who)).change).toBeNull();
});

test('a fourth change in a day is refused', async () => {
  const who = await aBorrower();
  for (let i = 0; i < 3; i += 1) successData(await begin(who, aPhoneNumber()));

  const { code } = await begin(who, aPhoneNumber());
  expect(code).toBe(429);
});
