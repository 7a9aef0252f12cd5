import { randomBytes, randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDispute } from '../../lending/disputes-store.ts';
import { notify } from '../../lending/notifications/store.ts';
import { recordAction } from '../../platform/audit-store.ts';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { answerTicket, resolveProviderDiscrepancy } from '../../testing/decisions.ts';
import { anActiveLoan, readPayouts, runJobs, startFullPayment } from '../../testing/loans.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { listWaitingDunningMessages } from '../self-checks/check-sets-store.ts';
import { listProviderDiscrepancies } from '../self-checks/provider-discrepancies-store.ts';
import { closeMissedDays } from './close-of-day.ts';

let app: TestApp;
let who: SignedInUser;
let repayId: string;
let orderId: string;
beforeEach(async () => {
  app = await startApp();
  who = await aSignedInUser(app);
  repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  const order = await app.deps.db.selectFrom('orders').select('orderId').executeTakeFirstOrThrow();
  orderId = order.orderId;
});
afterEach(() => app.stop());

const moment = () => ({ now: app.deps.now(), today: app.deps.today() });
const sent = async () => {
  const all = await readSandboxMessages(app.deps.db, who.phone);
  const dunning = ['due_soon', 'due_today', 'overdue', 'penal_charged'];
  return all.map(({ template }) => template).filter((template) => dunning.includes(template));
};
const sendMessages = () => runJobs(app, { delayed: true });

/** How each dispute begins; @returns how it ends. */
const disputes: Record<string, () => Promise<() => Promise<unknown>>> = {
  async 'a payment is in checking'() {
    await startFullPayment(who, repayId);
    const set = (state: string) =>
      sql`update payment_intents set state = ${state}, checking_until = now() + interval '40 days'`.execute(
        app.deps.db,
      );
    await set('checking');
    return () => set('cancelled');
  },
  async 'a proof waits'() {
    const of = { userId: who.userId, orderId, utrEnc: randomBytes(16), utrHash: randomBytes(32), utrLast4: '1234' };
    const row = { ...of, amountPaise: 500_00, paidOn: app.deps.today(), channel: 'upi', state: 'received' as const };
    await app.deps.db
      .insertInto('repayment_proofs')
      .values({ ...row, submittedAt: new Date(app.deps.now()) })
      .execute();
    const decided = { state: 'refused' as const, decidedAt: new Date(app.deps.now()), decidedBy: 'operator:one' };
    return () => app.deps.db.updateTable('repayment_proofs').set(decided).execute();
  },
  async 'a provider’s report differs from an earlier one'() {
    const [payout] = await readPayouts(app, who);
    const action = { at: app.deps.now(), userId: who.userId, actor: 'provider', action: 'payout_discrepancy' };
    await app.deps.db
      .transaction()
      .execute((tx) => recordAction(tx, { ...action, subject: payout!.payoutRef, detail: { kept: 'a', said: 'b' } }));
    const [found] = await listProviderDiscrepancies(app.deps.db);
    const { discrepancyId } = found!;
    return () => resolveProviderDiscrepancy(app.deps, { discrepancyId, operator: 'One', outcome: 'asked' });
  },
  async 'a complaint has no answer'() {
    const body = { type: 'complaint' as const, text: 'I have paid this.' };
    const { ticket } = successData(await who.client.send(CALLS.saveFeedback, { body }));
    const { ticketNo } = ticket;
    return () => answerTicket(app.deps, { ticketNo, operator: 'One', answer: 'We looked.', isLast: false });
  },
};

test.each(Object.keys(disputes))('while %s no dues and no penal charge are raised, then once', async (name) => {
  const end = await disputes[name]!();
  app.moveDays(7 + 5);
  await closeMissedDays(app.deps);
  await sendMessages();
  await sendMessages();
  expect(await sent()).toEqual([]);
  const waiting = await app.deps.db
    .transaction()
    .execute((tx) => listWaitingDunningMessages(tx, { before: app.deps.now() + 1, ...moment() }, 'all'));
  expect(waiting.problems).toEqual([]);
  await end();
  await sendMessages();
  expect(await sent()).toEqual(['penal_charged']);
});

test('a complaint about one order does not hold back the reminders of another', async () => {
  // Disputes know an order by its id alone.
  const other = randomUUID();
  const body = { type: 'complaint' as const, text: 'I have paid this.', repayId };
  const { ticket } = successData(await who.client.send(CALLS.saveFeedback, { body }));
  expect(ticket.repayId).toBe(repayId);
  expect(await disputesOf(other)).toEqual(['complaint', null]);
  const all = { type: 'complaint' as const, text: 'You call me at night.' };
  successData(await who.client.send(CALLS.saveFeedback, { body: all }));
  expect(await disputesOf(other)).toEqual(['complaint', 'complaint']);
});

test('a complaint about an order of somebody else is refused', async () => {
  const stranger = await aSignedInUser(app);
  const body = { type: 'complaint' as const, text: 'I have paid this.', repayId };
  expect(await stranger.client.send(CALLS.saveFeedback, { body })).toMatchObject({ code: 404 });
});

const disputesOf = (other: string) =>
  Promise.all([orderId, other].map((id) => readDispute(app.deps.db, { userId: who.userId, orderId: id }, moment())));

test('a message on its way waits too when a dispute begins', async () => {
  const values = { repayId, amount: '₹1', dueDay: '', penal: '₹1', penalTotal: '₹1', officer: '', officerPhone: '' };
  const message = { userId: who.userId, kind: 'penal_charged' as const, reference: `${orderId}:x`, values };
  await app.deps.db.transaction().execute((tx) => notify(tx, app.deps, message));
  const end = await disputes['a proof waits']!();
  await sendMessages();
  expect(await sent()).toEqual([]);
  await end();
  app.advance(2 * 3_600_000);
  await sendMessages();
  expect(await sent()).toEqual(['penal_charged']);
});
