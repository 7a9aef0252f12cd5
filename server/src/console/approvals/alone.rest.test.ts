import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { anActiveLoan } from '../../testing/loans.ts';
import { useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';

const app = await useApp();
const desk = await useConsole(app);
const reason = 'as the borrower was promised';

test('the first administrator invites the second alone, by a passkey; once there were two, nobody does alone', async () => {
  const gita = await desk.enrolled('Gita First', ['administrator']);

  const invite = (email: string) => ({
    body: {
      proposal: { kind: 'staff_invitation', name: 'Some Body', email, roles: ['administrator'] },
      reason,
    },
  });

  const refused = await gita.send('propose', {
    ...invite('a@lender.example'),
    refusesPasskey: true,
  });
  expect(refused).toMatchObject({ error: { code: 'passkey_needed' } });
  expect((await gita.data('propose', invite('b@lender.example'))).state).toBe('approved');

  const naveen = await desk.enrolled('Naveen Second', ['administrator']);
  await gita.data('removePerson', {
    body: { staffId: naveen.staffId, reason: 'left the company' },
  });
  expect((await gita.data('staffList', { query: {} })).isAloneAllowed).toBe(false);
  expect((await gita.data('propose', invite('c@lender.example'))).state).toBe('open');
});

test('a small waiver needs one person and a passkey, many small ones of an order need two people', async () => {
  Object.assign(app.deps.config, { NOREN_WAIVER_ALONE_RUPEES: 100 });

  const repayId = await anActiveLoan(app, await aSignedInUser(app));
  const officer = await desk.enrolled('Lakshmi Alone', ['payments']);
  const waive = (amountPaise: number) => ({
    body: { proposal: { kind: 'waiver', repayId, amountPaise }, reason },
  });

  expect(await officer.send('propose', { ...waive(1_000), refusesPasskey: true })).toMatchObject({
    error: { code: 'passkey_needed' },
  });
  expect((await officer.data('propose', waive(6_000))).state).toBe('approved');
  expect((await officer.data('propose', waive(4_000))).state).toBe('approved');
  expect((await officer.data('propose', waive(100))).state).toBe('open');
});

test('a passkey confirms a waiver once, also when the database ends the transaction for another one', async () => {
  Object.assign(app.deps.config, { NOREN_WAIVER_ALONE_RUPEES: 100 });

  const repayId = await anActiveLoan(app, await aSignedInUser(app));
  const officer = await desk.enrolled('Farhan Again', ['payments']);
  const { db } = app.deps;

  // A sequence keeps counting when its transaction is undone.
  await sql`create sequence ends`.execute(db);
  await sql`create function end_first() returns trigger language plpgsql as $$ begin
    if nextval('ends') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
    return new;
  end $$`.execute(db);
  await sql`create trigger end_first before insert on staff_audit for each row
    when (new.action = 'waiver_approved_alone') execute function end_first()`.execute(db);
  onTestFinished(async () => {
    await sql`drop trigger end_first on staff_audit`.execute(db);
    await sql`drop function end_first`.execute(db);
    await sql`drop sequence ends`.execute(db);
  });

  const body = { proposal: { kind: 'waiver', repayId, amountPaise: 500 }, reason };
  expect((await officer.data('propose', { body })).state).toBe('approved');

  const { rows } = await sql<{ tries: number }>`select last_value::int as tries from ends`.execute(
    db,
  );
  expect(rows).toEqual([{ tries: 2 }]);
});

test('of equal proposals of two tabs at once one is made, and the other refused in words', async () => {
  const repayId = await anActiveLoan(app, await aSignedInUser(app));
  const officer = await desk.as('payments');
  const sent = { body: { proposal: { kind: 'payout_reversal', repayId }, reason } };
  const all = await Promise.all([1, 2, 3, 4].map(() => officer.send('propose', sent)));

  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  expect(all.filter(({ ok }) => !ok)).toMatchObject(
    [1, 2, 3].map(() => ({ error: { code: 'taken' } })),
  );
});

test('more proposals at once than there are connections are all made', async () => {
  const administrator = await desk.as('administrator');

  const invite = (at: number) => {
    const proposal = {
      kind: 'staff_invitation',
      name: 'Some Body',
      email: `${at}@lender.example`,
      roles: ['support'],
    };
    return administrator.send('propose', { body: { proposal, reason } });
  };

  const all = await Promise.all(Array.from({ length: 24 }, (_, at) => invite(at)));
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
});

test('an invitation of nobody, of somebody removed or about an unknown borrower is refused in words', async () => {
  const gita = await desk.as('administrator');
  const naveen = await desk.as('administrator', 'second');
  const left = await desk.enrolled('Lata Gone', ['support']);

  await gita.data('removePerson', { body: { staffId: left.staffId, reason: 'left the company' } });

  const preview = (by: typeof gita, proposal: object) =>
    by.send('previewApproval', { body: { proposal } });
  expect(await preview(gita, { kind: 'staff_invitation' })).toMatchObject({
    error: { code: 'not_possible' },
  });

  const again = await preview(gita, { kind: 'staff_invitation', staffId: left.staffId });
  expect(again).toMatchObject({ error: { code: 'not_found' } });

  const nobody = { kind: 'limit_override', userId: crypto.randomUUID(), limitPaise: 0 };
  expect(await preview(await desk.as('credit_officer'), nobody)).toMatchObject({
    error: { code: 'not_found' },
  });

  // Roles that changed since are shown again.
  const other = await desk.enrolled('Meera Moves', ['support']);
  const change = { kind: 'role_change', staffId: other.staffId, roles: ['payments'] };
  const { requestId } = await gita.data('propose', { body: { proposal: change, reason } });
  const { effectNow: seen } = await naveen.data('approval', { params: { requestId } });

  expect(seen?.facts).toEqual([{ what: 'roles', before: 'support', after: 'payments' }]);
  await app.deps.db
    .updateTable('staff_roles')
    .set({ role: 'auditor' })
    .where('staffId', '=', other.staffId)
    .execute();
  expect(await naveen.send('approve', { body: { requestId, seen } })).toMatchObject({
    error: { code: 'changed' },
  });
});

test('what somebody proposed who was removed since is not carried out', async () => {
  const repayId = await anActiveLoan(app, await aSignedInUser(app));
  const maker = await desk.enrolled('Farhan Gone', ['payments']);
  const checker = await desk.as('payments');
  const proposal = { kind: 'payout_reversal', repayId };
  const { requestId } = await maker.data('propose', { body: { proposal, reason } });
  const { effectNow: seen } = await checker.data('approval', { params: { requestId } });
  const gita = await desk.as('administrator');

  await gita.data('removePerson', {
    body: { staffId: maker.staffId, reason: 'took part in a fraud' },
  });
  expect(await checker.send('approve', { body: { requestId, seen } })).toMatchObject({
    error: { code: 'not_possible', refusal: { reason: 'maker_removed' } },
  });
  await checker.data('refuseApproval', { body: { requestId, reason } });
});

test('what somebody proposed who lost the role since is not carried out, and the checker sees why', async () => {
  const repayId = await anActiveLoan(app, await aSignedInUser(app));
  const maker = await desk.enrolled('Mohan Moved', ['payments']);
  const checker = await desk.as('payments');
  const proposal = { kind: 'payout_reversal', repayId };
  const { requestId } = await maker.data('propose', { body: { proposal, reason } });
  const look = () => checker.data('approval', { params: { requestId } });
  const { effectNow: seen, problem } = await look();
  expect(problem).toBeNull();

  const takeRole = { kind: 'role_change', staffId: maker.staffId, roles: ['support'] };
  await decideByDesk(takeRole);
  expect((await look()).problem).toEqual({ reason: 'maker_lost_role' });
  expect(await checker.send('approve', { body: { requestId, seen } })).toMatchObject({
    error: { code: 'not_possible', refusal: { reason: 'maker_lost_role' } },
  });

  // With the role again it may be carried out.
  app.advance(1_000);
  await decideByDesk({ ...takeRole, roles: ['payments'] });
  const { effectNow } = await look();
  await checker.data('approve', { body: { requestId, seen: effectNow } });
});

/** One administrator proposes a change of access, another approves it. */
async function decideByDesk(proposal: object): Promise<void> {
  const [one, other] = [await desk.as('administrator'), await desk.as('administrator', 'second')];
  const { requestId } = await one.data('propose', { body: { proposal, reason } });
  const { effectNow: seen } = await other.data('approval', { params: { requestId } });
  await other.data('approve', { body: { requestId, seen } });
}
