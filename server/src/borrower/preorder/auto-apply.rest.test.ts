import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import { sendAuto, useAutoApplications } from '../../testing/auto-applications.ts';
import { acceptanceBody, applyFor, aQuote, readCredit } from '../../testing/loans.ts';
import { successData } from '../../testing/users.ts';
import { evaluateCredit } from '../loans/evaluate-credit.ts';
import { savePendingAcceptance } from '../loans/pending-acceptance-store.ts';

const { app, acceptDuringEvaluation, userInEvaluation, readOrders } = await useAutoApplications();

test('twenty concurrent applyLoanAuto calls create one order, returned by all', async () => {
  const who = await userInEvaluation();
  const proposalNo = await acceptDuringEvaluation(who);

  await evaluateCredit(app.deps, who);

  const answers = await Promise.all(Array.from({ length: 20 }, () => sendAuto(who, proposalNo)));
  expect(new Set(answers.map((answer) => successData(answer).repayId)).size).toBe(1);
  expect(await readOrders(who)).toHaveLength(1);
  expect((await readCredit(who)).heldPaise).toBe(rupees(10_000));
});

test('an acceptance that fails for any reason but the limit is not saved', async () => {
  const who = await userInEvaluation();
  const body = acceptanceBody(await aQuote(who));

  expect(
    (await who.client.send(CALLS.applyLoan, { body: { ...body, kfsHash: 'f'.repeat(64) } })).code,
  ).toBe(409);
  expect(
    (await who.client.send(CALLS.applyLoan, { body: { ...body, purpose: 'nothing' } })).code,
  ).toBe(400);
  app.advance(31 * 60_000);
  expect((await who.client.send(CALLS.applyLoan, { body })).code).toBe(316);
  app.advance(-31 * 60_000);
  app.moveDays(4);
  expect((await who.client.send(CALLS.applyLoan, { body })).code).toBe(315);
  app.moveDays(-4);
  expect((await readCredit(who)).waiting).toBeNull();
});

test('a newer acceptance replaces the previous one', async () => {
  const who = await userInEvaluation();
  const first = await acceptDuringEvaluation(who, { rupees: 5_000 });
  const second = await acceptDuringEvaluation(who, { rupees: 7_000 });

  expect((await readCredit(who)).waiting?.proposalNo).toBe(second);
  await evaluateCredit(app.deps, who);
  expect((await sendAuto(who, first)).code).toBe(409);
  successData(await sendAuto(who, second));
});

test('a direct application voids the pending acceptance, so that the borrower gets one loan', async () => {
  const who = await userInEvaluation();
  const waits = await acceptDuringEvaluation(who, { rupees: 5_000 });

  await evaluateCredit(app.deps, who);

  const now = await aQuote(who, { rupees: 7_000 });
  successData(await applyFor(who, now));
  expect((await readCredit(who)).waiting).toBeNull();
  expect(await sendAuto(who, waits)).toMatchObject({ code: 409, data: { reason: 'not_accepted' } });
  expect(await readOrders(who)).toEqual([{ proposalNo: now.kfs.proposalNo }]);
});

test('an acceptance saved after its order exists changes nothing', async () => {
  const who = await userInEvaluation();
  const proposalNo = await acceptDuringEvaluation(who);

  await evaluateCredit(app.deps, who);
  successData(await sendAuto(who, proposalNo));

  const read = () =>
    app.deps.db
      .selectFrom('acceptances')
      .select(['acceptance', 'acceptedAt'])
      .where('userId', '=', who.userId)
      .executeTakeFirst();

  const before = await read();
  const late = {
    userId: who.userId,
    proposalNo,
    purpose: 'household',
    acceptance: { at: 1 },
    now: app.deps.now() + 1,
  };

  await app.deps.db.transaction().execute((tx) => savePendingAcceptance(tx, late));
  expect(await read()).toEqual(before);
});
