import { CALLS } from '@noren/contract/index';
import { expect, test } from 'vitest';
import { acceptanceBody, aQuote } from '../../testing/loans.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';

const app = await useApp();

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
