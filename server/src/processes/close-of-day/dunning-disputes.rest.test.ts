import { randomBytes, randomUUID } from 'node:crypto';
import { CALLS } from '@noren/contract/index';
import { addDays, type BusinessDay, instantOfDayStart } from '@noren/core/money/time';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sandboxPersonIn } from '../../console/access/sandbox-people.ts';
import { writePromise } from '../../console/collections/collection-store.ts';
import { readDispute } from '../../lending/orders/disputes-store.ts';
import { listProviderDiscrepancies } from '../../lending/reconciliation/provider-discrepancies-store.ts';
import { notify } from '../../notifications/store.ts';
import { recordAction } from '../../platform/audit-store.ts';
import { waitForTurn } from '../../platform/staff/turn-store.ts';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import {
  answerTicket,
  decideByName,
  type ProposalDetails,
  proposeByName,
  resolveProviderDiscrepancy,
} from '../../testing/decisions.ts';
import {
  anActiveLoan,
  openSandboxBank,
  readPayouts,
  runJobs,
  startFullPayment,
} from '../../testing/loans.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { checkDunningMessages } from '../self-checks/check-sets.ts';
import { listWaitingDunningMessages } from '../self-checks/check-sets-store.ts';
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

/**
 * How each dispute begins;
 * @returns how it ends.
 */
const disputes: Record<string, () => Promise<() => Promise<unknown>>> = {
  async 'a payment is in checking'() {
    await startFullPayment(who, repayId);

    const set = (state: string) =>
      sql`
        update payment_intents set
          state = ${state}, checking_until = now() + interval '40 days'`.execute(app.deps.db);

    await set('checking');

    return () => set('cancelled');
  },
  async 'a proof waits'() {
    const of = {
      userId: who.userId,
      orderId,
      utrEnc: randomBytes(16),
      utrHash: randomBytes(32),
      utrLast4: '1234',
    };
    const row = {
      ...of,
      amountPaise: 500_00,
      paidOn: app.deps.today(),
      channel: 'upi' as const,
      state: 'received' as const,
    };

    await app.deps.db
      .insertInto('repayment_proofs')
      .values({ ...row, submittedAt: new Date(app.deps.now()) })
      .execute();

    const decided = {
      state: 'refused' as const,
      decidedAt: new Date(app.deps.now()),
      decidedBy: 'operator:one',
    };
    return () => app.deps.db.updateTable('repayment_proofs').set(decided).execute();
  },
  async 'a provider’s report differs from an earlier one'() {
    const [payout] = await readPayouts(app, who);
    const action = {
      at: app.deps.now(),
      userId: who.userId,
      actor: 'provider',
      action: 'payout_discrepancy',
    };

    await app.deps.db.transaction().execute((tx) =>
      recordAction(tx, {
        ...action,
        subject: payout!.payoutRef,
        detail: { kept: 'a', said: 'b' },
      }),
    );

    const [found] = await listProviderDiscrepancies(app.deps.db);
    const { discrepancyId } = found!;

    return () =>
      resolveProviderDiscrepancy(app.deps, { discrepancyId, operator: 'One', outcome: 'asked' });
  },
  async 'a complaint has no answer'() {
    const body = { type: 'complaint' as const, text: 'I have paid this.' };
    const { ticket } = successData(await who.client.send(CALLS.saveFeedback, { body }));
    const { ticketNo } = ticket;

    return () =>
      answerTicket(app.deps, { ticketNo, operator: 'One', answer: 'We looked.', isLast: false });
  },
};

test.each(Object.keys(disputes))(
  'while %s no dues and no penal charge are raised, then once',
  async (name) => {
    const end = await disputes[name]!();
    app.moveDays(7 + 5);
    await closeMissedDays(app.deps);
    await sendMessages();
    await sendMessages();
    expect(await sent()).toEqual([]);

    const waiting = await app.deps.db
      .transaction()
      .execute((tx) =>
        listWaitingDunningMessages(tx, { before: app.deps.now() + 1, ...moment() }, 'all'),
      );
    expect(waiting.problems).toEqual([]);
    await end();
    await sendMessages();
    expect(await sent()).toEqual(['penal_charged']);
  },
);

const dayIn = (days: number): BusinessDay => addDays(app.deps.today(), days);

async function approved(proposal: ProposalDetails): Promise<void> {
  const requestId = await proposeByName(app.deps, {
    ...proposal,
    maker: 'Asha',
    reason: 'he lost his work',
  });
  await decideByName(app.deps, { requestId, checker: 'Ravi', decision: 'approve' });
}

/** What holds messages back through a day, and then ends by itself in the night. */
const holds: Record<string, (day: BusinessDay) => Promise<unknown>> = {
  'a contact hold': (until) => {
    const detail = { why: 'illness' as const, from: app.deps.today(), until };
    return approved({ kind: 'contact_hold', userId: who.userId, detail });
  },
  'a settlement offer': (payBy) =>
    approved({ kind: 'settlement_offer', repayId, detail: { payPaise: 3_000_00, payBy } }),
  'a promise to pay': (dueOn) =>
    app.deps.db.transaction().execute(async (tx) => {
      await waitForTurn(tx);

      const staffId = await sandboxPersonIn(tx, { name: 'Asha' }, app.deps.now());
      const promise = {
        userId: who.userId,
        orderId,
        amountPaise: 500_00,
        paidBeforePaise: 0,
        dueOn,
      };

      return writePromise(tx, { ...promise, now: app.deps.now(), staffId });
    }),
};

test.each(Object.keys(holds))(
  'messages that %s held back are no fault the night it ends',
  async (name) => {
    const readProblems = async () =>
      (await app.deps.db.transaction().execute((tx) => checkDunningMessages(tx, moment(), 'all')))
        .problems;

    const passNight = async () => {
      app.advance(instantOfDayStart(dayIn(1)) + 30 * 60_000 - app.deps.now());
      await closeMissedDays(app.deps);
    };

    const passDay = async () => {
      await passNight();
      app.advance(10 * 3_600_000);
      await sendMessages();
    };

    app.advance(6 * 86_400_000);
    await passDay();
    await passDay();
    await holds[name]!(dayIn(6));
    for (let day = 0; day < 6; day += 1) await passDay();
    await passNight();
    expect(await readProblems()).toEqual([]);

    app.advance(3 * 86_400_000);
    expect(await readProblems()).not.toEqual([]);
  },
);

test('a complaint about one order does not hold back the reminders of another', async () => {
  // Disputes know an order by its id alone.
  const other = randomUUID();
  const body = { type: 'complaint' as const, text: 'I have paid this.', repayId };
  const { ticket } = successData(await who.client.send(CALLS.saveFeedback, { body }));

  expect(ticket.repayId).toBe(repayId);
  expect(await readDisputes(other)).toEqual(['complaint', null]);

  const all = { type: 'complaint' as const, text: 'You call me at night.' };
  successData(await who.client.send(CALLS.saveFeedback, { body: all }));
  expect(await readDisputes(other)).toEqual(['complaint', 'complaint']);
});

test('a complaint about an order of somebody else is refused', async () => {
  const stranger = await aSignedInUser(app);
  const body = { type: 'complaint' as const, text: 'I have paid this.', repayId };
  expect(await stranger.client.send(CALLS.saveFeedback, { body })).toMatchObject({ code: 404 });
});

const readDisputes = (other: string) =>
  Promise.all(
    [orderId, other].map((id) =>
      readDispute(app.deps.db, { userId: who.userId, orderId: id }, moment()),
    ),
  );

/** Makes a message about the loan, which is on its way until messages are sent. */
async function queueMessage(kind: 'penal_charged' | 'officer_assigned'): Promise<void> {
  const values = {
    repayId,
    amount: '₹1',
    dueDay: '',
    penal: '₹1',
    penalTotal: '₹1',
    collector: 'A',
    callsFrom: '1800',
    officer: '',
    officerPhone: '',
  };
  const message = { userId: who.userId, kind, reference: `${orderId}:x`, values };
  await app.deps.db.transaction().execute((tx) => notify(tx, app.deps, message));
}

test('a message on its way waits too when a dispute begins', async () => {
  await queueMessage('penal_charged');

  const end = await disputes['a proof waits']!();
  await sendMessages();
  expect(await sent()).toEqual([]);
  await end();
  app.advance(2 * 3_600_000);
  await sendMessages();
  expect(await sent()).toEqual(['penal_charged']);
});

test.each(['penal_charged', 'officer_assigned'] as const)(
  'a message on its way is not sent once the loan is paid: %s',
  async (kind) => {
    await queueMessage(kind);

    const { code } = await startFullPayment(who, repayId);
    await openSandboxBank(app).payIntent(code);
    await openSandboxBank(app).deliverAll(app.url);
    await sendMessages();

    const all = await readSandboxMessages(app.deps.db, who.phone);
    const templates = all.map(({ template }) => template);

    expect(templates).toContain('loan_settled');
    expect(templates).not.toContain(kind);
  },
);
