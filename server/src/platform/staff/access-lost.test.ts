import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { lockCredit } from '../../lending/credit/credit-store.ts';
import { anActiveLoan, readEntries } from '../../testing/loans.ts';
import { countWaiting } from '../../testing/lock-waits.ts';
import { type StaffClient, useConsole } from '../../testing/staff.ts';
import { useLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';

// Somebody loses access while a change of theirs waits for a lock: it is not carried out.

const app = await useLedgerApp();
const desk = await useConsole(app);
const reason = 'as was agreed';

let who: SignedInUser;
let repayId: string;
let officer: Awaited<ReturnType<typeof desk.enrolled>>;
let passed = 0;

beforeEach(async () => {
  who = await aSignedInUser(app);
  repayId = await anActiveLoan(app, who);
  passed += 1;
  officer = await desk.enrolled(`Officer ${passed}`, ['accountant', 'collections']);
});

const takeAway: Record<string, () => Promise<unknown>> = {
  async 'the person is removed'() {
    const { staffId } = officer;
    const administrator = await desk.as('administrator');
    await administrator.data('removePerson', { body: { staffId, reason } });
  },
  async 'a role is taken away'() {
    const proposal = { kind: 'role_change', staffId: officer.staffId, roles: ['collections'] };
    const { requestId } = await (await desk.as('administrator')).data('propose', {
      body: { proposal, reason },
    });
    const other = await desk.as('administrator', 'second');
    const { effectNow: seen } = await other.data('approval', { params: { requestId } });

    await other.data('approve', { body: { requestId, seen } });
  },
  async 'the sessions are ended'() {
    const { staffId } = officer;
    await (await desk.as('administrator')).data('endPersonSessions', { body: { staffId } });
  },
};

/** Sends a change that waits for the borrower's limit, and takes the access away meanwhile. */
async function sendMeanwhile(
  send: () => ReturnType<StaffClient['send']>,
  take: () => Promise<unknown>,
) {
  const { answer } = await app.deps.db.transaction().execute(async (tx) => {
    await lockCredit(tx, who.userId);
    await sql`select 1`.execute(tx);

    const answer = send();
    await expect.poll(() => countWaiting(app.deps.db)).toBeGreaterThan(0);
    await take();

    return { answer };
  });
  return answer;
}

test.each(Object.keys(takeAway))(
  'an approval is not carried out when %s meanwhile',
  async (what) => {
    const maker = await desk.as('collections');
    const proposal = { kind: 'waiver', repayId, amountPaise: 5_000_00 };
    const before = await readEntries(who, repayId);
    const { requestId } = await maker.data('propose', { body: { proposal, reason } });
    const { effectNow: seen } = await officer.data('approval', { params: { requestId } });

    const answer = await sendMeanwhile(
      () => officer.send('approve', { body: { requestId, seen } }),
      takeAway[what]!,
    );

    expect(answer).toMatchObject({ status: 401, error: { code: 'signed_out' } });
    expect(await readEntries(who, repayId)).toEqual(before);

    const request = app.deps.db
      .selectFrom('operator_requests')
      .select('state')
      .where('requestId', '=', requestId);
    expect(await request.executeTakeFirst()).toEqual({ state: 'open' });
  },
);

test('a waiver that needs one person is not posted when that person is removed meanwhile', async () => {
  const before = await readEntries(who, repayId);
  const proposal = { kind: 'waiver', repayId, amountPaise: 500 };
  const send = () => officer.send('propose', { body: { proposal, reason } });

  expect(await sendMeanwhile(send, takeAway['the person is removed']!)).toMatchObject({
    status: 401,
  });
  expect(await readEntries(who, repayId)).toEqual(before);
});

test('somebody may end the own sessions', async () => {
  const administrator = await desk.as('administrator');
  const { staffId: own } = await administrator.data('staffMe');

  expect(await administrator.data('endPersonSessions', { body: { staffId: own } })).toEqual({
    ended: expect.any(Number),
  });
  expect(await administrator.send('staffMe')).toMatchObject({ status: 401 });
});
