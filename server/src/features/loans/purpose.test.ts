import { CALLS } from '@noren/contract/index';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptanceBody, aQuote } from '../../testing/loans.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { aSignedInUser } from '../../testing/users.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('an unknown loan purpose is rejected, and the quote can still be accepted', async () => {
  const who = await aSignedInUser(app);
  const quoted = await aQuote(who);
  const body = acceptanceBody(quoted);
  expect(await who.client.send(CALLS.applyLoan, { body: { ...body, purpose: 'yacht' } })).toMatchObject({
    code: 400,
    data: { fields: [{ path: 'purpose', problem: 'choice' }] },
  });
  expect((await who.client.send(CALLS.applyLoan, { body })).code).toBe(200);
});
