import { CALLS } from '@noren/contract/index';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import { answerTicket } from '../../testing/decisions.ts';
import { useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { checkComplaints } from '../self-checks/check-complaints.ts';
import { keepComplaintPromises } from './keep-promises.ts';

const app = await useApp();
const desk = await useConsole(app);
const DAY_MS = 86_400_000;

async function complain(daysAgo: number): Promise<SignedInUser & { ticketNo: string }> {
  const who = await aSignedInUser(app);
  const { ticket } = successData(
    await who.client.send(CALLS.saveFeedback, {
      body: { type: 'complaint', text: 'I paid twice.' },
    }),
  );
  await app.deps.db
    .updateTable('feedback_tickets')
    .set({ submittedAt: new Date(app.deps.now() - daysAgo * DAY_MS) })
    .where('ticketNo', '=', ticket.ticketNo)
    .execute();
  return Object.assign(who, { ticketNo: ticket.ticketNo });
}

const mine = async (who: SignedInUser) =>
  successData(await who.client.send(CALLS.feedbackList, {})).details[0]!;
const messages = async (who: SignedInUser) =>
  successData(await who.client.send(CALLS.notificationCentre, { body: {} })).details.map(
    ({ title }) => title,
  );
const check = () =>
  inSnapshot(app.deps.db, (tx) =>
    checkComplaints(tx, { today: app.deps.today(), now: app.deps.now() }),
  );
const closeAll = () =>
  sql`update feedback_tickets set state = 'closed', answer_enc = '\\x00', decided_at = now(),
    decided_by = 'test' where state <> 'closed'`.execute(app.deps.db);

test('a complaint that a level did not answer in its days is passed on, and its writer is notified', async () => {
  const [young, week, weeks] = [await complain(7), await complain(8), await complain(21)];
  await keepComplaintPromises(app.deps);
  await keepComplaintPromises(app.deps);

  expect(await mine(young)).toMatchObject({ level: 'desk', levelDay: '2026-11-24' });
  expect(await mine(week)).toMatchObject({ level: 'officer', levelDay: '2026-12-06' });
  expect(await mine(weeks)).toMatchObject({ level: 'principal', levelDay: '2026-12-03' });
  expect(await messages(week)).toEqual(['Your feedback was passed on']);
  expect(await messages(young)).toEqual([]);
  await closeAll();
});

test('near its last day a complaint has a named owner, who confirms it', async () => {
  // The last level has it by then, so its officer owns it, and not the grievance officer.
  await desk.as('grievance_officer');
  const [officer, support] = [await desk.as('nodal_officer'), await desk.as('support')];
  const { ticketNo } = await complain(25);
  const early = await complain(24);
  await keepComplaintPromises(app.deps);

  const read = (of = ticketNo) => officer.data('complaint', { params: { ticketNo: of } });
  expect((await read()).alarm).toMatchObject({ ownerName: 'Ravi Krishnan', acknowledgedAt: null });
  expect((await read(early.ticketNo)).alarm).toBeNull();
  const waits = async () =>
    (await officer.data('workList', { query: { tab: 'complaints' } })).rows.filter(
      ({ kind }) => kind === 'complaint_alarm',
    );
  expect(await waits()).toMatchObject([{ subject: ticketNo }]);

  expect((await support.send('ownComplaint', { body: { ticketNo } })).status).toBe(403);
  expect(await officer.send('ownComplaint', { body: { ticketNo: early.ticketNo } })).toMatchObject({
    error: { code: 'not_possible' },
  });
  await officer.data('ownComplaint', { body: { ticketNo } });
  expect((await read()).alarm).toMatchObject({ isMine: true, acknowledgedAt: app.deps.now() });
  expect(await waits()).toEqual([]);
  await closeAll();
});

test('the nightly check names each broken promise and those that are near', async () => {
  const late = await complain(31);
  const near = await complain(29);
  expect((await check()).problems).toContain(`ticket ${late.ticketNo}: an answer by 2026-11-23`);

  await keepComplaintPromises(app.deps);
  const kept = await check();
  expect(kept.problems).toEqual([`ticket ${late.ticketNo}: an answer by 2026-11-23`]);
  expect(kept.listed).toEqual([`ticket ${near.ticketNo}: an answer by 2026-11-25`]);

  app.advance(1.5 * DAY_MS);
  expect((await check()).problems).toContain(
    `ticket ${late.ticketNo}: its owner has not confirmed the alarm`,
  );
  app.advance(-1.5 * DAY_MS);
  await closeAll();
});

test('without anybody who could own it the check fails, until there is somebody', async () => {
  await sql`update staff set state = 'invited' where state = 'active'`.execute(app.deps.db);
  const { ticketNo } = await complain(26);
  await keepComplaintPromises(app.deps);
  await keepComplaintPromises(app.deps);
  expect((await check()).problems).toContain(`ticket ${ticketNo}: an owner by 2026-11-23`);

  await sql`update staff set state = 'active' where state = 'invited'`.execute(app.deps.db);
  await keepComplaintPromises(app.deps);
  expect((await check()).problems).toEqual([]);
  await closeAll();
});

test('after thirty days the borrower is notified once of the Reserve Bank, and until which day', async () => {
  const [who, other] = [await complain(31), await complain(30)];
  await keepComplaintPromises(app.deps);
  await keepComplaintPromises(app.deps);

  expect((await mine(who)).regulator).toEqual({ until: '2027-02-22' });
  expect((await mine(other)).regulator).toBeNull();
  expect(await messages(who)).toContain('We did not answer in time');
  expect(
    (await messages(who)).filter((title) => title === 'We did not answer in time'),
  ).toHaveLength(1);
  expect(await messages(other)).not.toContain('We did not answer in time');
  await closeAll();
});

test('who is not satisfied passes an answer on; only their own, and not after the last level', async () => {
  const [who, other] = [await complain(3), await aSignedInUser(app)];
  const { ticketNo } = who;
  const passOn = (by: SignedInUser) => by.client.send(CALLS.passFeedbackOn, { body: { ticketNo } });
  const answer = (isLast = false) =>
    answerTicket(app.deps, { ticketNo, operator: 'Meera', answer: 'No.', isLast });

  expect((await passOn(who)).code).toBe(409);
  await answer();
  expect(await mine(who)).toMatchObject({ mayPassOn: true, regulator: { until: '2027-02-22' } });
  expect((await passOn(other)).code).toBe(404);
  expect(successData(await passOn(who)).ticket).toMatchObject({
    state: 'received',
    level: 'officer',
    answer: 'No.',
    mayPassOn: false,
  });
  expect((await passOn(who)).code).toBe(409);

  await answer();
  expect(successData(await passOn(who)).ticket.level).toBe('principal');
  await answer(true);
  expect(await mine(who)).toMatchObject({ state: 'closed', mayPassOn: false });
  expect((await passOn(who)).code).toBe(409);
});

test('a complaint at the Reserve Bank waits for the lender’s reply, fifteen days at most', async () => {
  const { ticketNo } = await complain(2);
  const officer = await desk.as('grievance_officer');
  const body = { ticketNo, caseNo: 'N202627/0042', receivedOn: '2026-11-24' };

  expect(
    await officer.send('recordRegulatorCase', { body: { ...body, receivedOn: '2026-11-25' } }),
  ).toMatchObject({ error: { code: 'invalid' } });
  expect(await officer.send('replyToRegulator', { body: { ticketNo } })).toMatchObject({
    error: { code: 'not_possible' },
  });
  await officer.data('recordRegulatorCase', { body });
  expect((await officer.data('complaint', { params: { ticketNo } })).regulatorCase).toEqual({
    caseNo: 'N202627/0042',
    receivedOn: '2026-11-24',
    replyBy: '2026-12-09',
    repliedOn: null,
  });

  // Its reply is due although the complaint itself is closed.
  await answerTicket(app.deps, { ticketNo, operator: 'Meera', answer: 'No.', isLast: true });
  app.advance(16 * DAY_MS);
  expect((await check()).problems).toEqual([
    `ticket ${ticketNo}: a reply to the Reserve Bank by 2026-12-09`,
  ]);
  await (await desk.as('grievance_officer')).data('replyToRegulator', { body: { ticketNo } });
  expect((await check()).problems).toEqual([]);
});
