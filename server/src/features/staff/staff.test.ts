import { addDays } from '@noren/core/money/time';
import { describe, expect, test } from 'vitest';
import { verifyAuditChain } from '../../platform/staff/audit-chain-store.ts';
import { IDLE_MS, SESSION_MS } from '../../platform/staff/staff-store.ts';
import { makeSoftPasskey } from '../../testing/soft-passkey.ts';
import { enrolWith, useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';

const app = await useApp();
const desk = await useConsole(app);

describe('signing in', () => {
  test('an invitation makes a passkey once; the passkey signs in', async () => {
    const gita = await desk.enrolled('Gita One', ['administrator']);
    const me = await gita.data('staffMe');
    expect(me).toMatchObject({ name: 'Gita One', roles: ['administrator'], passkeys: 1 });
    expect(me.permissions).not.toContain('propose.waiver');
    const other = desk.client();
    other.passkey = gita.passkey;
    const { options } = await other.data('beginStaffSignIn');
    const assertion = gita.passkey!.assert(options);
    await other.data('staffSignIn', { body: { assertion } });
    expect((await other.data('staffMe')).staffId).toBe(me.staffId);
    // The same answer again, and a stranger's passkey.
    expect(await desk.client().send('staffSignIn', { body: { assertion } })).toMatchObject({ status: 403 });
    const { options: again } = await other.data('beginStaffSignIn');
    const strange = makeSoftPasskey(desk.origin).assert(again);
    expect(await desk.client().send('staffSignIn', { body: { assertion: strange } })).toMatchObject({
      error: { code: 'passkey_refused' },
    });
  });

  test('ends after 15 idle minutes, and after 12 hours in any case', async () => {
    const one = await desk.enrolled('Idle One', ['support']);
    app.advance(IDLE_MS - 60_000);
    expect((await one.send('staffMe')).ok).toBe(true);
    app.advance(IDLE_MS + 1_000);
    expect(await one.send('staffMe')).toMatchObject({ status: 401 });
    const two = await desk.enrolled('Idle Two', ['support']);
    for (let elapsed = 0; elapsed < SESSION_MS; elapsed += IDLE_MS / 2) {
      expect((await two.send('staffMe')).ok).toBe(true);
      app.advance(IDLE_MS / 2);
    }
    expect(await two.send('staffMe')).toMatchObject({ status: 401 });
  });

  test('another page cannot use the cookie, and a change needs a request id', async () => {
    const one = await desk.as('support');
    const send = (headers: Record<string, string>) =>
      fetch(`${desk.origin}/staff/sign-out`, {
        method: 'POST',
        headers: { cookie: one.cookie!, 'content-type': 'application/json', ...headers },
        body: '{}',
      });
    expect((await send({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await send({ 'content-type': 'text/plain' })).status).toBe(400);
    const withoutId = await fetch(`${desk.origin}/staff/me/sessions/end`, {
      method: 'POST',
      headers: { cookie: one.cookie!, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(withoutId.status).toBe(400);
  });
});

describe('two administrators', () => {
  test('invite others and give roles together; nobody gives themselves one', async () => {
    const gita = await desk.enrolled('Gita Two', ['administrator']);
    const naveen = await desk.enrolled('Naveen Two', ['administrator']);
    const invitation = {
      kind: 'staff_invitation',
      name: 'Lata Rao',
      email: 'lata@lender.example',
      roles: ['payments'],
    };
    const proposed = await gita.data('propose', { body: { proposal: invitation, reason: 'joins payments today' } });
    expect(proposed.state).toBe('open');
    const { requestId } = proposed;
    const open = await naveen.data('approval', { params: { requestId } });
    expect(open.approval).toMatchObject({ isMineToDecide: true, makerName: 'Gita Two' });
    const seen = open.effectNow!;
    expect(await gita.send('approve', { body: { requestId, seen } })).toMatchObject({ error: { code: 'forbidden' } });
    expect(await naveen.send('approve', { body: { requestId, seen }, refusesPasskey: true })).toMatchObject({
      error: { code: 'passkey_needed' },
    });
    await naveen.data('approve', { body: { requestId, seen } });
    const { people } = await gita.data('staffList');
    const lata = people.find(({ email }) => email === 'lata@lender.example')!;
    expect(lata).toMatchObject({ state: 'invited', roles: ['payments'] });
    const { url } = await gita.data('invitationLink', { body: { staffId: lata.staffId } });
    const client = desk.client();
    await enrolWith(client, desk.origin, url.split('#')[1]!);
    expect(await client.data('staffMe')).toMatchObject({ name: 'Lata Rao', roles: ['payments'] });
    const again = desk.client();
    await expect(enrolWith(again, desk.origin, url.split('#')[1]!)).rejects.toThrow('not_found');

    const own = { kind: 'role_change', staffId: gita.staffId, roles: ['auditor'] };
    expect(await gita.send('propose', { body: { proposal: own, reason: 'I want to read it all' } })).toMatchObject({
      error: { code: 'forbidden' },
    });
    const excluded = { kind: 'role_change', staffId: lata.staffId, roles: ['payments', 'administrator'] };
    expect(await gita.send('propose', { body: { proposal: excluded, reason: 'a small company' } })).toMatchObject({
      error: { code: 'not_possible', message: 'An administrator can have no role that moves money.' },
    });
    await gita.data('removePerson', { body: { staffId: lata.staffId, reason: 'left the company' } });
    expect(await client.send('staffMe')).toMatchObject({ status: 401 });
  });

  test('an administrator moves no money and reads no request about it', async () => {
    const gita = await desk.as('administrator');
    const payments = await desk.as('accountant');
    const through = app.deps.today();
    const proposal = { kind: 'close_days', through: addDays(through, -1) };
    const { requestId } = await payments.data('propose', { body: { proposal, reason: 'a long holiday' } });
    expect(await gita.send('approval', { params: { requestId } })).toMatchObject({ error: { code: 'forbidden' } });
    const { rows } = await gita.data('approvalList', { query: { list: 'history' } });
    expect(rows.filter(({ kind }) => kind === 'close_days')).toEqual([]);
    const body = { proposal: { kind: 'write_off', repayId: 'N0000000000' }, reason: 'never will be paid' };
    expect(await gita.send('propose', { body })).toMatchObject({ error: { code: 'forbidden' } });
  });
});

test('the chain of acts is whole, and an altered row is found and named', async () => {
  const { db } = app.deps;
  const whole = await verifyAuditChain(db);
  expect(whole.broken).toBeNull();
  expect(whole.rows).toBeGreaterThan(5);
  await db.schema.alterTable('staff_audit').addColumn('spare', 'integer').execute();
  await db.executeQuery({
    sql: 'alter table staff_audit disable trigger user',
    parameters: [],
    query: {} as never,
    queryId: {} as never,
  });
  await db.updateTable('staff_audit').set({ action: 'nothing' }).where('seq', '=', 3).execute();
  expect(await verifyAuditChain(db)).toMatchObject({ broken: { seq: 3, why: 'its content was altered' } });
});
