import { CALLS } from '@noren/contract/index';
import { rupees } from '@noren/core/money/money';
import { beforeAll, expect, test } from 'vitest';
import { markIdentity } from '../../testing/identity-documents.ts';
import { heldByLevel, setCeiling } from '../../testing/level-ceilings.ts';
import { anAppliedLoan, applyFor, aQuote, readCredit } from '../../testing/loans.ts';
import { aRepeatBorrower, readGuide } from '../../testing/preorders.ts';
import { useLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser, giveSource, type SignedInUser, successData } from '../../testing/users.ts';

const app = await useLedgerApp();

const quote = (who: SignedInUser, productCode: string, amount: number) =>
  who.client.send(CALLS.quoteLoan, { body: { productCode, principalPaise: rupees(amount) } });

beforeAll(() => setCeiling(app, 'document_seen', rupees(5_000)));

test('a card that was only seen allows the ceiling of its level, and the limit stays', async () => {
  const who = await aSignedInUser(app, { source: null });

  expect(await readCredit(who)).toMatchObject({
    limitPaise: rupees(20_000),
    availablePaise: rupees(5_000),
    identity: {
      level: 'document_seen',
      mostPaise: rupees(5_000),
      next: { step: 'send_card_code', mostPaise: rupees(20_000) },
    },
  });

  const { details } = successData(
    await who.client.send(CALLS.productList, { params: { param: 'loan' } }),
  );
  expect(details.map(({ productCode, offeredPaise }) => [productCode, offeredPaise])).toEqual([
    ['N07', rupees(5_000)],
    ['N15', rupees(5_000)],
    ['N30', 0],
  ]);
});

test('the step promises no more than the limit, and is not named when the limit is reached', async () => {
  const who = await aSignedInUser(app, { source: null, limitPaise: rupees(5_000) });
  expect((await readCredit(who)).identity.next).toBeNull();

  const more = await aSignedInUser(app, { source: null });
  expect(await quote(more, 'N15', 5_500)).toMatchObject(heldByLevel('₹20,000'));
});

test('who is refused is named no step, and who waits for a review its result', async () => {
  const who = await aSignedInUser(app, { source: null });
  await markIdentity(app, who, 'review');
  expect((await readCredit(who)).identity.next).toMatchObject({
    step: 'confirm_identity',
    mostPaise: rupees(20_000),
  });
  const asked = async () => successData(await who.client.send(CALLS.documentRequests, {})).requests;
  expect(await asked()).toEqual([]);

  await markIdentity(app, who, 'refused');
  expect((await readCredit(who)).identity.next).toBeNull();
  expect(await asked()).toEqual([]);
});

test('a quote above the ceiling is refused with the step that raises it', async () => {
  const who = await aSignedInUser(app, { source: null });

  expect(await quote(who, 'N15', 5_500)).toMatchObject(heldByLevel('₹5,000'));
  expect((await quote(who, 'N15', 5_000)).code).toBe(200);
});

test('a source that differs after the quote stops the application, and one that agrees lets the same key facts be accepted', async () => {
  const who = await aSignedInUser(app);
  const quoted = await aQuote(who);

  app.advance(1_000);
  await giveSource(app, who.userId, 'differs');
  expect(await applyFor(who, quoted)).toMatchObject(heldByLevel('₹5,000'));

  app.advance(1_000);
  await giveSource(app, who.userId);
  expect((await applyFor(who, quoted)).code).toBe(200);
});

test('an identity in review allows nothing, and says so before a quote', async () => {
  const who = await aSignedInUser(app);
  await markIdentity(app, who, 'review');

  expect(await readCredit(who)).toMatchObject({
    availablePaise: 0,
    identity: { level: 'none', mostPaise: 0, next: { step: 'confirm_identity' } },
  });
  expect(await quote(who, 'N15', 5_000)).toMatchObject(heldByLevel('identity'));
});

test('the loan guide offers no more than the level allows', async () => {
  const who = await aRepeatBorrower(app);
  app.advance(1_000);
  await giveSource(app, who.userId, 'differs');

  expect((await readGuide(who))?.applyTotalAmount ?? 0).toBeLessThanOrEqual(rupees(5_000));
});

test('an application stores the level and the source it was decided on', async () => {
  const who = await aSignedInUser(app);
  await anAppliedLoan(who);

  const stored = await app.deps.db
    .selectFrom('orders')
    .select('decision')
    .where('userId', '=', who.userId)
    .executeTakeFirstOrThrow();
  expect(stored.decision?.identity).toEqual({
    level: 'source_checked',
    pan: null,
    source: { kind: 'secure_qr', verdict: 'agrees', at: app.deps.now() },
  });
});
