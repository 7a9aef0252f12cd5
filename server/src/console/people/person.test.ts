import { CALLS } from '@noren/contract/index';
import type { BorrowerEvent } from '@noren/contract/staff/people';
import { beforeAll, describe, expect, test } from 'vitest';
import { readIdentity } from '../../people/certification/store.ts';
import { listStaffActs } from '../../platform/staff/audit-chain-store.ts';
import { anActiveLoan, aPaymentEvent, sendWebhook, startFullPayment } from '../../testing/loans.ts';
import { makeSoftPasskey } from '../../testing/soft-passkey.ts';
import { type StaffClient, useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const app = await useApp();
const desk = await useConsole(app);

let who: SignedInUser;
let repayId: string;
let support: StaffClient;
let auditor: StaffClient;

beforeAll(async () => {
  who = await aSignedInUser(app);
  repayId = await anActiveLoan(app, who);
  support = await desk.as('support');
  auditor = await desk.as('auditor');
});

const find = (text: string, by = support) => by.data('findBorrowers', { body: { text } });
const page = (by = support) => by.data('borrower', { params: { userId: who.userId } });

describe('finding a person', () => {
  test('each key finds the person, and the audit holds the kind alone', async () => {
    const { db, crypto } = app.deps;
    const identity = (await readIdentity(db, crypto, who.userId))!;
    const { proposalNo } = await db
      .selectFrom('orders')
      .select('proposalNo')
      .where('repayId', '=', repayId)
      .executeTakeFirstOrThrow();
    const sent = await who.client.send(CALLS.saveFeedback, {
      body: { type: 'problem', text: 'It is slow.' },
    });
    const { ticketNo } = successData(sent).ticket;
    const { code, amountPaise } = await startFullPayment(who, repayId);
    const utr = '412345678901';

    await sendWebhook(app, { ...aPaymentEvent(app, code, amountPaise), utr });

    const keys = {
      phone: who.phone,
      pan: identity.pan.toLowerCase(),
      name: identity.name.split(' ').reverse().join('  ').toUpperCase(),
      order: repayId,
      proposal: proposalNo,
      ticket: ticketNo,
      payment_code: code,
      utr,
    };
    for (const [kind, text] of Object.entries(keys)) {
      const { rows } = await find(text);
      expect(rows, kind).toContainEqual(
        expect.objectContaining({ userId: who.userId, foundBy: kind }),
      );

      const { rows: acts } = await auditor.data('auditList', {
        query: { action: 'person_searched' },
      });
      expect(acts[0]?.detail, kind).toMatchObject({ kinds: expect.arrayContaining([kind]) });
      expect(JSON.stringify(acts[0]?.detail)).not.toContain(text);
    }

    expect((await find(repayId)).rows[0]).toMatchObject({ repayId });

    const [row] = (await find(who.phone)).rows;
    expect(row?.maskedPhone).not.toContain(who.phone.slice(2, 7));
    expect(JSON.stringify(row)).not.toContain(identity.name);
    expect(JSON.stringify(row)).not.toContain(identity.pan);
  });

  test('part of a key finds nobody and is no search', async () => {
    expect(await find(who.phone.slice(0, 8))).toEqual({ kinds: [], rows: [] });
  });

  test('one who searches too often waits', async () => {
    const eager = await desk.as('reviewer');
    for (let tries = 0; tries < 30; tries += 1) await find('9000000001', eager);
    expect(await eager.send('findBorrowers', { body: { text: '9000000001' } })).toMatchObject({
      error: { code: 'too_many' },
    });
    app.advance(61_000);
    expect((await find('9000000001', eager)).rows).toEqual([]);
  });

  test('one without the permission finds nobody', async () => {
    const manager = await desk.as('product_manager');
    expect(await manager.send('findBorrowers', { body: { text: who.phone } })).toMatchObject({
      status: 403,
    });
    expect(await manager.send('borrower', { params: { userId: who.userId } })).toMatchObject({
      status: 403,
    });
  });
});

describe('the page of a person', () => {
  test('shows what is known masked, with steps, decisions, orders and devices', async () => {
    const { deps } = app;
    const identity = (await readIdentity(deps.db, deps.crypto, who.userId))!;
    const seen = await page();

    expect(seen.known.map(({ field }) => field)).toEqual([
      'phone',
      'name',
      'birthday',
      'pan',
      'email',
      'employer',
      'address',
      'account',
    ]);
    for (const secret of [who.phone, identity.name, identity.pan, identity.birthDay])
      expect(JSON.stringify(seen)).not.toContain(secret);
    expect(seen.steps.every(({ state }) => state === 'done')).toBe(true);
    expect(seen.orders).toMatchObject([{ repayId }]);
    expect(seen.decisions.find(({ kind }) => kind === 'application')).toMatchObject({
      outcome: 'accepted',
      repayId,
    });
    expect(seen.sessions.filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
    expect(seen.documents.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['kfs', 'agreement', 'statement']),
    );

    const { documentId } = seen.documents.find(({ kind }) => kind === 'agreement')!;
    const credit = await desk.enrolled('Opens Documents', ['credit_officer']);
    const params = { userId: who.userId, documentId };
    const unasked = await credit.send('borrowerDocument', { params, refusesPasskey: true });

    expect(unasked).toMatchObject({ error: { code: 'passkey_needed' } });
    expect(await support.send('borrowerDocument', { params })).toMatchObject({ status: 403 });

    const pdf = (await credit.data('borrowerDocument', { params })) as unknown as Buffer;
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');

    const [act] = await listStaffActs(app.deps.db, { action: 'document_seen', limit: 1 });
    expect(act).toMatchObject({
      userId: who.userId,
      subject: documentId,
      detail: { kind: 'agreement' },
    });

    const stranger = await aSignedInUser(app);
    expect(
      await credit.send('borrowerDocument', { params: { userId: stranger.userId, documentId } }),
    ).toMatchObject({
      status: 404,
    });
    expect(seen.credit.state).toBe('approved');
  });

  test('an unknown person is not found', async () => {
    const userId = '01890000-0000-7000-8000-000000000000';
    expect(await support.send('borrower', { params: { userId } })).toMatchObject({ status: 404 });
  });

  test('a revealed PAN needs a passkey and a reason, and an auditor sees who looked at it and why', async () => {
    const { deps } = app;
    const identity = (await readIdentity(deps.db, deps.crypto, who.userId))!;
    const devika = await desk.enrolled('Devika Reveals', ['reviewer']);
    const sent = {
      params: { userId: who.userId },
      body: { field: 'pan', reason: 'compares it with the card' },
    };

    expect(await devika.send('revealBorrower', { ...sent, refusesPasskey: true })).toMatchObject({
      error: { code: 'passkey_needed' },
    });
    expect(await devika.data('revealBorrower', sent)).toEqual({ value: identity.pan });

    const short = { ...sent, body: { field: 'pan', reason: 'why' } };
    expect(await devika.send('revealBorrower', short)).toMatchObject({ status: 400 });

    const { rows: acts } = await auditor.data('auditList', {
      query: { borrower: who.userId, action: 'field_revealed' },
    });
    expect(acts).toMatchObject([
      {
        staffName: 'Devika Reveals',
        subject: 'pan',
        detail: { fields: ['pan'], reason: 'compares it with the card' },
      },
    ]);
    expect(await support.send('revealBorrower', sent)).toMatchObject({
      error: { code: 'forbidden' },
    });

    for (const [field, value] of [
      ['phone', who.phone],
      ['name', identity.name],
      ['birthday', identity.birthDay],
      ['email', 'person@mail.example'],
      ['employer', 'Example Works Pvt Ltd, 3 Example Road, Pune 411001'],
      ['address', '7 Quince Street, Kothrud, Pune, Maharashtra 411038'],
    ] as const)
      expect(
        await devika.data('revealBorrower', { ...sent, body: { ...sent.body, field } }),
      ).toEqual({ value });

    const none = { ...sent, body: { ...sent.body, field: 'nominee' } };
    expect(await devika.send('revealBorrower', none)).toMatchObject({ status: 404 });
  });

  test('the timeline has everything once, newest first, page by page', async () => {
    await support.data('noteBorrower', {
      params: { userId: who.userId },
      body: { text: 'Called about the dues.' },
    });

    const all: BorrowerEvent[] = [];
    let after: string | undefined;

    do {
      const { rows, next } = await support.data('borrowerTimeline', {
        params: { userId: who.userId },
        query: { ...(after !== undefined && { after }) },
      });
      all.push(...rows);
      after = next ?? undefined;
    } while (after !== undefined);

    expect(new Set(all.map(({ source, id }) => `${source}:${id}`)).size).toBe(all.length);
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).sort((a, b) => b - a));

    const sources = new Set(all.map(({ source }) => source));
    for (const source of [
      'order',
      'consent',
      'message',
      'payment',
      'payout',
      'staff',
      'ticket',
    ] as const) {
      expect(sources, source).toContain(source);

      const { rows } = await support.data('borrowerTimeline', {
        params: { userId: who.userId },
        query: { source },
      });
      expect(
        rows.every((row) => row.source === source),
        source,
      ).toBe(true);
    }

    const reveals = all
      .filter(({ action }) => action === 'field_revealed')
      .map(({ about }) => about);
    expect(reveals).toContain('pan: compares it with the card');

    const bad = { params: { userId: who.userId }, query: { after: 'nowhere' } };
    expect(await support.send('borrowerTimeline', bad)).toMatchObject({ status: 400 });
  });

  test('a note is stored encrypted and shown to colleagues with its author', async () => {
    const { db } = app.deps;
    const [row] = await db
      .selectFrom('staff_notes')
      .selectAll()
      .where('userId', '=', who.userId)
      .execute();

    expect(row?.textEnc.toString('utf8')).not.toContain('Called');
    expect((await page(auditor)).notes).toMatchObject([
      { staffName: 'Meera Iyer', text: 'Called about the dues.' },
    ]);

    const note = { params: { userId: who.userId }, body: { text: 'An auditor writes nothing.' } };
    expect(await auditor.send('noteBorrower', note)).toMatchObject({ status: 403 });
  });

  test('a session that is ended signs its device out at once', async () => {
    const [session] = (await page()).sessions.filter(({ endedAt }) => endedAt === null);
    const end = {
      params: { userId: who.userId },
      body: { sessionId: session!.sessionId, reason: 'phone was stolen' },
    };

    expect(await support.data('endBorrowerSessions', end)).toEqual({ ended: 1 });
    expect((await who.client.send(CALLS.userStatus, {})).code).toBe(401);
    expect(await support.send('endBorrowerSessions', end)).toMatchObject({
      error: { code: 'not_possible' },
    });

    const { rows: acts } = await auditor.data('auditList', {
      query: { action: 'borrower_signed_out' },
    });
    expect(acts).toMatchObject([
      { userId: who.userId, detail: { ended: 1, reason: 'phone was stolen' } },
    ]);
  });

  test('support sees a passkey without its key, and removes it with a reason and their own passkey', async () => {
    const owner = await aSignedInUser(app);
    const { client, userId } = owner;
    const passkey = makeSoftPasskey('http://localhost:3000');
    const { options } = successData(await client.send(CALLS.beginPasskey, { body: {} }));
    const attestation = passkey.attest(options);
    const { passkeyId } = successData(
      await client.send(CALLS.addPasskey, { body: { attestation, name: 'Red phone' } }),
    );
    const addedAt = app.deps.now();
    const seen = () => auditor.data('borrower', { params: { userId } });

    expect((await seen()).passkeys).toEqual([
      { passkeyId, name: 'Red phone', addedAt, lastUsedAt: null },
    ]);

    const asha = await desk.enrolled('Asha Removes', ['support']);
    const remove = {
      params: { userId },
      body: { passkeyId, reason: 'the phone was lost in a train' },
    };

    expect(
      await asha.send('removeBorrowerPasskey', { ...remove, refusesPasskey: true }),
    ).toMatchObject({
      error: { code: 'passkey_needed' },
    });

    expect(
      await asha.send('removeBorrowerPasskey', { ...remove, params: { userId: who.userId } }),
    ).toMatchObject({
      error: { code: 'not_possible' },
    });
    expect((await seen()).passkeys).toHaveLength(1);
    expect(await asha.data('removeBorrowerPasskey', remove)).toEqual({});
    expect((await seen()).passkeys).toEqual([]);
    expect((await client.send(CALLS.requestExport, { body: {} })).code).toBe(316);

    const asked = await client.send(CALLS.beginPasskeyConfirmation, { body: {} });
    expect(successData(asked)).toEqual({ options: null });
    expect(await asha.send('removeBorrowerPasskey', remove)).toMatchObject({
      error: { code: 'not_possible' },
    });

    const { details } = successData(await client.send(CALLS.notificationCentre, { body: {} }));
    expect(details.map(({ title }) => title)).toEqual([
      'A passkey was removed',
      'A passkey was added',
    ]);

    const { rows: acts } = await auditor.data('auditList', {
      query: { action: 'borrower_passkey_removed' },
    });
    const detail = { reason: 'the phone was lost in a train' };

    expect(acts).toMatchObject([{ staffName: 'Asha Removes', userId, subject: passkeyId, detail }]);
  });
});
