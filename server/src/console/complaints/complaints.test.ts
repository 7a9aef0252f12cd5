import { CALLS } from '@noren/contract/index';
import type { FeedbackType } from '@noren/contract/support';
import { computeAnswerDeadline } from '@noren/core/staff/complaints';
import { describe, expect, test } from 'vitest';
import { listStaffActs } from '../../platform/staff/audit-chain-store.ts';
import { aPicture } from '../../testing/picture.ts';
import { useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const app = await useApp();
const desk = await useConsole(app);
const DAY_MS = 86_400_000;

async function write(
  who: SignedInUser,
  type: FeedbackType = 'complaint',
  files: readonly Blob[] = [],
) {
  const body = { type, text: 'I paid twice, Ananya.' };
  return successData(await who.client.send(CALLS.saveFeedback, { body, files })).ticket;
}

const mine = async (who: SignedInUser) =>
  successData(await who.client.send(CALLS.feedbackList, {})).details;

describe('a complaint', () => {
  test('is listed by its last day without its text, and read with a log', async () => {
    const who = await aSignedInUser(app);
    const { ticketNo, sentAt } = await write(who, 'complaint', [await aPicture()]);
    const officer = await desk.as('grievance_officer');
    const { rows } = await officer.data('complaintList', { query: {} });
    const row = rows.find((one) => one.ticketNo === ticketNo);

    expect(row).toMatchObject({
      type: 'complaint',
      state: 'received',
      pictures: 1,
      due: computeAnswerDeadline(sentAt),
    });
    expect(row?.maskedName).toMatch(/^\p{L}\*{4}/u);
    expect(JSON.stringify(rows)).not.toContain('Ananya');

    const opened = await officer.data('complaint', { params: { ticketNo } });
    expect(opened).toMatchObject({
      ticket: { maskedName: row?.maskedName },
      text: 'I paid twice, Ananya.',
      language: 'en',
      mayAnswer: true,
      isMine: false,
      entries: [],
    });

    const claim = { body: { kind: 'complaint', subject: ticketNo } };
    await officer.data('claimWork', claim);
    expect((await officer.data('complaint', { params: { ticketNo } })).isMine).toBe(true);

    const other = await desk.as('support');
    expect(await other.data('complaint', { params: { ticketNo } })).toMatchObject({
      isMine: false,
      ticket: { claimedBy: 'Anita Bose' },
    });
    await officer.data('releaseWork', claim);
    expect((await officer.send('complaintPicture', { params: { ticketNo, at: 1 } })).status).toBe(
      404,
    );

    const [act] = await listStaffActs(app.deps.db, {
      userId: who.userId,
      action: 'complaint_read',
      limit: 1,
      staffId: (await officer.data('staffMe')).staffId,
    });
    expect(act).toMatchObject({
      action: 'complaint_read',
      subject: ticketNo,
      staffName: 'Anita Bose',
    });
  });

  test('is answered with a template in the borrower’s language, who is told; the last reply closes it', async () => {
    const who = await aSignedInUser(app);
    await app.deps.db
      .updateTable('users')
      .set({ language: 'hi' })
      .where('userId', '=', who.userId)
      .execute();

    const { ticketNo } = await write(who);
    const support = await desk.as('support');
    const opened = await support.data('complaint', { params: { ticketNo } });
    const looking = opened.templates.find(({ template }) => template === 'looking')!;

    expect(looking.text).toContain(ticketNo);
    expect(looking.text).toMatch(/[\u0900-\u097f]/);
    expect(looking.english).toContain('looking into it');
    expect(opened.messages.answered.text).toContain(ticketNo);
    await support.data('replyToComplaint', {
      body: { ticketNo, text: looking.text, isLast: false },
    });
    expect((await mine(who))[0]).toMatchObject({ state: 'answered', answer: looking.text });
    await support.data('noteOnComplaint', {
      body: { ticketNo, text: 'Asked the bank for the transfer.' },
    });
    await support.data('replyToComplaint', {
      body: { ticketNo, text: 'It is solved.', isLast: true },
    });
    expect((await mine(who))[0]).toMatchObject({ state: 'closed', answer: 'It is solved.' });

    const closed = await support.data('complaint', { params: { ticketNo } });
    expect(closed.entries.map(({ kind, staffName }) => [kind, staffName])).toEqual([
      ['reply', 'Meera Iyer'],
      ['note', 'Meera Iyer'],
      ['reply', 'Meera Iyer'],
    ]);
    expect(closed.mayAnswer).toBe(false);
    expect(
      await support.send('replyToComplaint', {
        body: { ticketNo, text: 'Once more.', isLast: true },
      }),
    ).toMatchObject({
      error: { code: 'not_possible' },
    });

    const stored = JSON.stringify(
      await app.deps.db.selectFrom('ticket_entries').selectAll().execute(),
    );
    expect(stored).not.toContain('solved');
    expect(JSON.stringify(await mine(who))).not.toContain('bank for the transfer');
  });

  test('that is passed on is answered by the officer of its level alone', async () => {
    const who = await aSignedInUser(app);
    const { ticketNo } = await write(who);
    const support = await desk.as('support');
    const body = { ticketNo, reason: 'The borrower asks for the grievance officer.' };

    await support.data('escalateComplaint', { body });
    expect(
      await support.send('replyToComplaint', {
        body: { ticketNo, text: 'An answer.', isLast: false },
      }),
    ).toMatchObject({
      error: { code: 'forbidden', data: { permission: 'complaints.escalated' } },
    });

    const officer = await desk.as('grievance_officer');
    const { rows } = await officer.data('complaintList', { query: { level: 'escalated' } });

    expect(rows.map((row) => row.ticketNo)).toContain(ticketNo);
    expect((await officer.data('workList', { query: { tab: 'complaints' } })).rows).toContainEqual(
      expect.objectContaining({ kind: 'escalation', subject: ticketNo }),
    );
    expect((await officer.data('complaint', { params: { ticketNo } })).entries).toMatchObject([
      { kind: 'escalation', text: body.reason },
    ]);
    await officer.data('escalateComplaint', { body });
    expect((await officer.data('complaint', { params: { ticketNo } })).ticket).toMatchObject({
      level: 'principal',
      levelDay: '2026-12-24',
    });
    expect(await officer.send('escalateComplaint', { body })).toMatchObject({
      error: { code: 'not_possible' },
    });

    const reply = { body: { ticketNo, text: 'We are sorry.', isLast: false } };
    expect(await officer.send('replyToComplaint', reply)).toMatchObject({
      error: { code: 'forbidden', data: { permission: 'complaints.principal' } },
    });
    const nodal = await desk.as('nodal_officer');
    expect((await nodal.data('workList', { query: { tab: 'complaints' } })).rows).toContainEqual(
      expect.objectContaining({ kind: 'last_level', subject: ticketNo }),
    );
    await nodal.data('claimWork', { body: { kind: 'last_level', subject: ticketNo } });
    await nodal.data('replyToComplaint', reply);
  });

  test('cannot be read or answered by other roles', async () => {
    const { ticketNo } = await write(await aSignedInUser(app));
    const payments = await desk.as('payments');

    expect((await payments.send('complaint', { params: { ticketNo } })).status).toBe(403);

    const auditor = await desk.as('auditor');
    expect((await auditor.data('complaint', { params: { ticketNo } })).mayAnswer).toBe(false);
    expect(
      (
        await auditor.send('replyToComplaint', {
          body: { ticketNo, text: 'Hello there.', isLast: false },
        })
      ).status,
    ).toBe(403);
    expect(
      (await auditor.send('complaint', { params: { ticketNo: 'F000000AAAAAA' } })).status,
    ).toBe(404);
  });
});

describe('the ageing report', () => {
  test('counts what the list shows, in each age', async () => {
    const who = await aSignedInUser(app);
    for (const days of [3, 10, 20, 31, 45]) {
      const { ticketNo } = await write(who, days > 30 ? 'complaint' : 'problem');
      await app.deps.db
        .updateTable('feedback_tickets')
        .set({ submittedAt: new Date(app.deps.now() - days * DAY_MS) })
        .where('ticketNo', '=', ticketNo)
        .execute();
    }

    const officer = await desk.as('grievance_officer');
    const report = await officer.data('complaintAgeing');

    for (const row of report.rows) {
      const { rows } = await officer.data('complaintList', { query: { age: row.age } });
      expect(rows, row.age).toHaveLength(row.total);
      expect(rows.filter(({ escalatedAt }) => escalatedAt !== null)).toHaveLength(row.escalated);
      expect(rows.filter(({ type }) => type === 'complaint')).toHaveLength(row.complaint);
    }

    expect(report.rows.map(({ age, problem }) => [age, problem])).toEqual([
      ['week', 1],
      ['fortnight', 1],
      ['month', 1],
      ['over', 0],
    ]);
    expect(report.rows.at(-1)).toMatchObject({ complaint: 2, total: 2 });
    expect(report.late).toBe(2);
    expect(report.total).toBe((await officer.data('complaintList', { query: {} })).rows.length);
    expect(report.answered.total).toBe(report.answered.inTime);
    expect(report.answered.total).toBeGreaterThan(0);
  });
});
