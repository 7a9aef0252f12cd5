import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { acceptanceBody, aQuote } from '../../testing/loans.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, becomeLinkSession, successData } from '../../testing/users.ts';

const app = await useApp();

test('an unknown loan purpose is rejected, and the quote can still be accepted', async () => {
  const who = await aSignedInUser(app);
  const quoted = await aQuote(who);
  const body = acceptanceBody(quoted);

  expect(
    await who.client.send(CALLS.applyLoan, { body: { ...body, purpose: 'yacht' } }),
  ).toMatchObject({
    code: 400,
    data: { fields: [{ path: 'purpose', problem: 'choice' }] },
  });
  expect((await who.client.send(CALLS.applyLoan, { body })).code).toBe(200);
});

test("the loan page starts with the questionnaire's purpose, and with what the last application said", async () => {
  const who = await aSignedInUser(app);
  const list = async () =>
    successData(await who.client.send(CALLS.productList, { params: { param: 'loan' } }));
  const answers = {
    purpose: 'medical',
    incomeBand: '40000_60000',
    otherDebts: 'none',
    heardFrom: 'friend',
  };

  await app.deps.db
    .insertInto('survey_answers')
    .values({ userId: who.userId, answers: JSON.stringify(answers), savedAt: new Date() })
    .onConflict((clash) => clash.column('userId').doUpdateSet({ answers: JSON.stringify(answers) }))
    .execute();

  const first = await list();
  expect(first.purpose).toEqual({ code: 'medical', name: 'Medical' });
  expect(first.details.map((one) => one.lastRequestedPaise)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);

  const applied = successData(
    await who.client.send(CALLS.applyLoan, {
      body: acceptanceBody(await aQuote(who, { rupees: 4_500 })),
    }),
  );
  // The app tells the borrower the amount and the account.
  expect(applied).toMatchObject({
    netPaise: 434_070,
    accountLast4: expect.stringMatching(/^\d{4}$/),
  });

  const next = await list();
  expect(next.purpose?.code).toBe('household');
  expect(next.details.map((one) => one.lastRequestedPaise)).toEqual([
    undefined,
    450_000,
    undefined,
  ]);

  const home = successData(await who.client.send(CALLS.productList, { params: { param: 'home' } }));
  expect(home.purpose).toBeUndefined();
});

test('Home recommends what the borrower can have: by the questionnaire first, then by what they applied for', async () => {
  const who = await aSignedInUser(app, { bizStatus: UserStatus.regular });

  const codesIn = async () => {
    const { details } = successData(
      await who.client.send(CALLS.productList, { params: { param: 'home' } }),
    );
    return details
      .map(({ productCode, isOpen }) => `${productCode}${isOpen ? '' : ' closed'}`)
      .join();
  };

  const answer = (purpose: string) => {
    const answers = JSON.stringify({
      purpose,
      incomeBand: '40000_60000',
      otherDebts: 'none',
      heardFrom: 'friend',
    });
    return app.deps.db
      .insertInto('survey_answers')
      .values({ userId: who.userId, answers, savedAt: new Date() })
      .onConflict((clash) => clash.column('userId').doUpdateSet({ answers }))
      .execute();
  };

  await answer('household');
  expect(await codesIn()).toBe('N07,N15,N30');
  await answer('education');
  expect(await codesIn()).toBe('N30,N15,N07');
  successData(
    await who.client.send(CALLS.applyLoan, {
      body: acceptanceBody(await aQuote(who, { rupees: 4_500 })),
    }),
  );
  expect(await codesIn()).toMatch(/^N15/);
  // What was answered and applied for is not shown to who opened a link, not even by its order.
  await becomeLinkSession(app, who);
  expect(await codesIn()).toBe('N07,N15,N30');
});

test('Home lists what a first borrower cannot have last', async () => {
  const who = await aSignedInUser(app);
  const { details } = successData(
    await who.client.send(CALLS.productList, { params: { param: 'home' } }),
  );
  expect(details.map(({ productCode, isOpen }) => [productCode, isOpen])).toEqual([
    ['N07', true],
    ['N15', true],
    ['N30', false],
  ]);
});
