import { addDays } from '@noren/core/money/time';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildConsole } from '../../console.ts';
import { recordStaffAct, verifyAuditChain } from '../../platform/staff/audit-chain-store.ts';
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
    expect(await desk.client().send('staffSignIn', { body: { assertion } })).toMatchObject({
      status: 403,
    });

    const { options: again } = await other.data('beginStaffSignIn');
    const strange = makeSoftPasskey(desk.origin).assert(again);

    expect(await desk.client().send('staffSignIn', { body: { assertion: strange } })).toMatchObject(
      {
        error: { code: 'passkey_refused' },
      },
    );
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

test('a sandbox at plain http signs in with a cookie that browsers take there', async () => {
  const server = await buildConsole(app.deps);
  const signInAt = async (host: string) => {
    const answer = await server.inject({
      method: 'POST',
      url: '/staff/sandbox/sign-in',
      headers: { host },
      payload: { role: 'support' },
    });
    return answer.cookies.map(({ name, secure = false }) => ({ name, secure }));
  };

  expect(await signInAt('192.168.1.20:3001')).toEqual([
    { name: 'noren-sandbox-staff', secure: false },
  ]);
  expect(await signInAt('localhost:3001')).toEqual([{ name: '__Host-noren-staff', secure: true }]);
  await server.close();
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
    const proposed = await gita.data('propose', {
      body: { proposal: invitation, reason: 'joins payments today' },
    });

    expect(proposed.state).toBe('open');

    const { requestId } = proposed;
    const open = await naveen.data('approval', { params: { requestId } });

    expect(open.approval).toMatchObject({ isMineToDecide: true, makerName: 'Gita Two' });

    const seen = open.effectNow!;
    expect(await gita.send('approve', { body: { requestId, seen } })).toMatchObject({
      error: { code: 'forbidden' },
    });
    expect(
      await naveen.send('approve', { body: { requestId, seen }, refusesPasskey: true }),
    ).toMatchObject({
      error: { code: 'passkey_needed' },
    });
    await naveen.data('approve', { body: { requestId, seen } });

    const { rows: people } = await gita.data('staffList', { query: {} });
    const lata = people.find(({ email }) => email === 'lata@lender.example')!;

    expect(lata).toMatchObject({ state: 'invited', roles: ['payments'] });

    const { url } = await gita.data('invitationLink', { body: { staffId: lata.staffId } });
    const client = desk.client();

    await enrolWith(client, desk.origin, url.split('#')[1]!);
    expect(await client.data('staffMe')).toMatchObject({ name: 'Lata Rao', roles: ['payments'] });

    const again = desk.client();
    await expect(enrolWith(again, desk.origin, url.split('#')[1]!)).rejects.toThrow('not_found');

    const own = { kind: 'role_change', staffId: gita.staffId, roles: ['auditor'] };
    expect(
      await gita.send('propose', { body: { proposal: own, reason: 'I want to read it all' } }),
    ).toMatchObject({
      error: { code: 'forbidden' },
    });

    const excluded = {
      kind: 'role_change',
      staffId: lata.staffId,
      roles: ['payments', 'administrator'],
    };
    expect(
      await gita.send('propose', { body: { proposal: excluded, reason: 'a small company' } }),
    ).toMatchObject({
      error: {
        code: 'not_possible',
        refusal: { reason: 'roles_administrator_money' },
      },
    });
    await gita.data('removePerson', {
      body: { staffId: lata.staffId, reason: 'left the company' },
    });
    expect(await client.send('staffMe')).toMatchObject({ status: 401 });
  });

  test('an administrator moves no money and reads no request about it', async () => {
    const gita = await desk.as('administrator');
    const payments = await desk.as('accountant');
    const through = app.deps.today();
    const proposal = { kind: 'close_days', through: addDays(through, -1) };
    const { requestId } = await payments.data('propose', {
      body: { proposal, reason: 'a long holiday' },
    });

    expect(await gita.send('approval', { params: { requestId } })).toMatchObject({
      error: { code: 'forbidden' },
    });

    const { rows } = await gita.data('approvalList', { query: { list: 'history' } });
    expect(rows.filter(({ kind }) => kind === 'close_days')).toEqual([]);

    const body = {
      proposal: { kind: 'write_off', repayId: 'N0000000000' },
      reason: 'never will be paid',
    };
    expect(await gita.send('propose', { body })).toMatchObject({ error: { code: 'forbidden' } });
  });
});

describe('reading who is who', () => {
  test('a person’s page has roles, passkeys and sessions; the access review is a file that is logged', async () => {
    const auditor = await desk.as('auditor');
    const gita = await desk.enrolled('Gita Three', ['administrator']);
    const read = await auditor.data('staffPerson', { params: { staffId: gita.staffId } });

    expect(read).toMatchObject({ person: { name: 'Gita Three', passkeys: 1 }, invitedUntil: null });
    expect(read.roles.map(({ role, endedAt }) => [role, endedAt])).toEqual([
      ['administrator', null],
    ]);
    expect([read.passkeys.length, read.sessions.length]).toEqual([1, 1]);
    expect(await gita.data('endPersonSessions', { body: { staffId: gita.staffId } })).toEqual({
      ended: 1,
    });

    const file = (await auditor.send('accessReviewFile', { body: {} })) as unknown as {
      data: Buffer;
    };
    expect(file.data.toString('utf8')).toContain('Gita Three,administrator,staff.manage,');

    const { rows } = await auditor.data('auditList', {
      query: { action: 'access_review_exported' },
    });
    expect(rows).toHaveLength(1);
  });

  test('an auditor finds who read whose PAN, and why', async () => {
    const auditor = await desk.as('auditor');
    const { staffId } = await auditor.data('staffMe');
    const userId = '0190a0b0-0000-7000-8000-000000000001';
    const act = { at: app.deps.now(), staffId, action: 'field_revealed', userId };

    await recordStaffAct(app.deps.db, {
      ...act,
      shows: ['pan'],
      detail: { reason: 'compare the card' },
    });

    await recordStaffAct(app.deps.db, {
      ...act,
      shows: ['phone'],
      detail: { reason: 'call back' },
    });

    const { rows, actions } = await auditor.data('auditList', {
      query: { borrower: userId, field: 'pan' },
    });
    expect(rows).toMatchObject([
      { staffName: 'Zoya Khan', detail: { reason: 'compare the card' } },
    ]);
    expect(actions).toContain('field_revealed');

    const all = await auditor.data('auditList', { query: { borrower: userId } });
    expect(all.rows).toHaveLength(2);

    const after = await auditor.data('auditList', {
      query: { borrower: userId, after: all.rows[0]!.seq },
    });
    expect(after.rows).toEqual(all.rows.slice(1));

    const day = app.deps.today();
    const ofDay = await auditor.data('auditList', {
      query: { borrower: userId, from: day, to: day },
    });

    expect(ofDay.rows).toEqual(all.rows);

    const earlier = { borrower: userId, to: addDays(day, -1) };
    expect((await auditor.data('auditList', { query: earlier })).rows).toEqual([]);
    expect((await auditor.data('auditList', { query: { borrower: 'N0000000000' } })).rows).toEqual(
      [],
    );
    expect(await auditor.data('verifyAudit')).toMatchObject({ broken: null });
  });
});

test('acts about money are found by their amount', async () => {
  const auditor = await desk.as('auditor');
  const { staffId } = await auditor.data('staffMe');
  const userId = '0190a0b0-0000-7000-8000-000000000002';
  const act = { at: app.deps.now(), staffId, userId };

  for (const amountPaise of [9_999, 10_000, 20_000, 20_001])
    await recordStaffAct(app.deps.db, {
      ...act,
      action: 'waiver_requested',
      detail: { amountPaise },
    });

  await recordStaffAct(app.deps.db, { ...act, action: 'person_opened' });

  const amounts = async (query: Readonly<Record<string, number>>) => {
    const { rows } = await auditor.data('auditList', { query: { borrower: userId, ...query } });
    return rows.map(({ detail }) => detail.amountPaise);
  };

  expect(await amounts({ leastPaise: 10_000, mostPaise: 20_000 })).toEqual([20_000, 10_000]);
  expect(await amounts({ leastPaise: 20_000 })).toEqual([20_001, 20_000]);
  expect(await amounts({ mostPaise: 9_999 })).toEqual([9_999]);
  expect(await amounts({ leastPaise: 3, mostPaise: 2 })).toEqual([]);
  expect(await auditor.send('auditList', { query: { leastPaise: 'x' } })).toMatchObject({
    status: 400,
  });
  expect(await auditor.data('verifyAudit')).toMatchObject({ broken: null });
});

test('the chain of acts is whole, and an altered row is found and named', async () => {
  const { db } = app.deps;
  const whole = await verifyAuditChain(db);

  expect(whole.broken).toBeNull();
  expect(whole.rows).toBeGreaterThan(5);
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx.updateTable('staff_audit').set({ action: 'nothing' }).where('seq', '=', 3).execute();
  });
  expect(await verifyAuditChain(db)).toMatchObject({
    broken: { seq: 3, why: 'altered' },
  });
});

test('people who may read a list can export it, and the act records the names of its filters', async () => {
  const officer = await desk.enrolled('Export One', ['payments']);
  const support = await desk.enrolled('Export Two', ['support']);
  const body = { list: 'moneyPayments', filters: ['day'] };

  await officer.data('recordListExport', { body });

  const acts = await app.deps.db
    .selectFrom('staff_audit')
    .selectAll()
    .where('action', '=', 'list_exported')
    .execute();
  expect(acts).toMatchObject([{ subject: 'moneyPayments', detail: { filters: ['day'] } }]);
  expect(await support.send('recordListExport', { body })).toMatchObject({
    error: { code: 'forbidden' },
  });
  // What is searched for is in the body: a search changes nothing all the same.
  await officer.data('recordListExport', { body: { list: 'findMoney', filters: [] } });

  for (const list of ['noList', 'toString', 'withdrawApproval', 'revealBorrower'])
    expect(await officer.send('recordListExport', { body: { ...body, list } })).toMatchObject({
      error: { code: 'invalid' },
    });
});
