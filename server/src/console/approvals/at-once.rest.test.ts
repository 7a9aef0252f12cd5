import { expect, test } from 'vitest';
import { anActiveLoan } from '../../testing/loans.ts';
import { type StaffClient, useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';

const app = await useApp();
const desk = await useConsole(app);
const reason = 'as was agreed';
/** More than there are connections. */
const MANY = 12;
const TIMES = Array.from({ length: MANY }, (_, at) => at);

const codes = (results: readonly Awaited<ReturnType<StaffClient['send']>>[]) =>
  results.map((result) => (result.ok ? 'done' : result.error.code));
const allDone = TIMES.map(() => 'done');

test('waivers that each need one person are all made at once', async () => {
  const officer = await desk.as('payments');
  const repayIds: string[] = [];

  for (const _ of TIMES) repayIds.push(await anActiveLoan(app, await aSignedInUser(app)));

  const waive = (repayId: string) =>
    officer.send('propose', {
      body: { proposal: { kind: 'waiver', repayId, amountPaise: 500 }, reason },
    });

  expect(codes(await Promise.all(repayIds.map(waive)))).toEqual(allDone);
});

test('role changes are all proposed, read and approved at once', async () => {
  const gita = await desk.as('administrator');
  const naveen = await desk.as('administrator', 'second');
  const people: string[] = [];

  for (const at of TIMES) people.push((await desk.enrolled(`Somebody ${at}`, ['support'])).staffId);

  const proposed = await Promise.all(
    people.map((staffId) =>
      gita.send('propose', {
        body: { proposal: { kind: 'role_change', staffId, roles: ['auditor'] }, reason },
      }),
    ),
  );
  expect(codes(proposed)).toEqual(allDone);

  const requestIds = proposed.map((one) => (one.ok ? one.data.requestId : ''));
  const read = await Promise.all(
    requestIds.map((requestId) => naveen.data('approval', { params: { requestId } })),
  );
  const approve = (requestId: string, at: number) =>
    naveen.send('approve', { body: { requestId, seen: read[at]?.effectNow } });

  expect(codes(await Promise.all(requestIds.map(approve)))).toEqual(allDone);
});

test('people who are added at once are all signed in', async () => {
  const roles = [
    'support',
    'reviewer',
    'payments',
    'collections',
    'accountant',
    'auditor',
  ] as const;
  const all = await Promise.all(
    roles.map((role) => desk.client().send('sandboxSignIn', { body: { role, who: 'second' } })),
  );
  expect(codes(all)).toEqual(roles.map(() => 'done'));
});

test('lending is stopped also while its start is being approved and opened', async () => {
  const arjun = await desk.as('credit_officer');
  const nandini = await desk.as('credit_officer', 'second');
  const stop = { body: { reason: 'the prices are wrong' } };

  await nandini.data('stopLending', stop);

  for (let round = 0; round < 4; round += 1) {
    const { requestId } = await nandini.data('propose', {
      body: { proposal: { kind: 'lending_start' }, reason },
    });
    const { effectNow: seen } = await arjun.data('approval', { params: { requestId } });
    const [approved, stopped, opened] = codes(
      await Promise.all([
        arjun.send('approve', { body: { requestId, seen } }),
        nandini.send('stopLending', stop),
        nandini.send('approval', { params: { requestId } }),
      ]),
    );

    expect([approved, opened]).toEqual(['done', 'done']);
    expect(stopped).toBeOneOf(['done', 'not_possible']);
    if (stopped === 'not_possible') await nandini.data('stopLending', stop);
  }
});
