import type { CollectionRow } from '@noren/contract/staff/collections';
import type { StaffRefusal } from '@noren/contract/staff/refusals';
import {
  CONTACTS_A_DAY,
  CONTACTS_A_WEEK,
  nextStep,
  OVERDUE_BUCKETS,
  PROMISE_DAYS,
  promiseState,
  RESULTS_OF,
} from '@noren/core/lending/contact-rules';
import { addDays, businessDay } from '@noren/core/money/time';
import { mayUse } from '@noren/core/staff/roles';
import { readJournalsOfMany } from '../../lending/book/journal-store.ts';
import { loanToday } from '../../lending/book/loan-book.ts';
import { readDispute } from '../../lending/orders/disputes-store.ts';
import { type Db, NO_ID } from '../../platform/db/db.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { readMaskedName } from '../../platform/staff/masked-name.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffCtx, StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { listStaffWithRole } from '../../platform/staff/staff-store.ts';
import { findPortfolioDay } from '../books/portfolio-days-store.ts';
import { assignOfficer, requireCollector } from './assign-officer.ts';
import {
  caseView,
  findBar,
  paidBy,
  readCaseFacts,
  readOfferedUntil,
  refuseBarred,
  requireCase,
  requireOverdue,
} from './case-view.ts';
import {
  listOverdueOrders,
  listPromises,
  lockContacts,
  type OverdueOrder,
  readBucket,
  readContactStates,
  readOfficers,
  writeContact,
  writePromise,
} from './collection-store.ts';

const PAGE = 50;

function parsePosition(after: string | undefined): { dueDay: string; orderId: string } | null {
  const [dueDay, orderId] = after?.split('~') ?? [];
  return dueDay === undefined || orderId === undefined ? null : { dueDay, orderId };
}

/** The rows of a page: what is owed, and the next step with its reason. */
async function readRows(
  ctx: StaffCtx,
  db: Db,
  orders: readonly OverdueOrder[],
): Promise<CollectionRow[]> {
  const { now, today } = ctx;
  const userIds = [...new Set(orders.map(({ userId }) => userId))];
  const officers = await readOfficers(db, userIds);
  const states = await readContactStates(db, userIds, today);
  const promises = await listPromises(db, orders);
  const journals = await readJournalsOfMany(db, orders);
  const disputes = await Promise.all(orders.map((order) => readDispute(db, order, { now, today })));
  const offers = await Promise.all(orders.map((order) => readOfferedUntil(db, order)));

  return orders.flatMap((order, index) => {
    const own = journals.get(order.orderId) ?? [];
    const { view } = loanToday(order.terms, own, today);
    // Paid in full or extended since it was read.
    if (view.overdueDays === 0) return [];

    const facts = {
      officer: officers.get(order.userId),
      state: states.get(order.userId),
      dispute: disputes[index] ?? null,
      promises: promises.filter(({ orderId }) => orderId === order.orderId),
      offeredUntil: offers[index] ?? null,
    };
    const [last] = facts.promises;
    const isPromiseBroken =
      last !== undefined &&
      promiseState(last, paidBy(order, own, last.dueOn, today), today) === 'broken';
    const wasContacted = facts.state?.lastContactAt != null;
    const step = nextStep({ bar: findBar(ctx, facts), isPromiseBroken, wasContacted });

    return [
      {
        userId: order.userId,
        repayId: order.repayId,
        maskedName: readMaskedName(ctx.deps.crypto, order.userId, order.nameEnc),
        maskedPhone: order.maskedPhone,
        dueDay: view.dueDay ?? order.dueDay,
        overdueDays: view.overdueDays,
        owedPaise: view.totalOwed,
        officerName: facts.officer?.name ?? null,
        lastContactAt: facts.state?.lastContactAt ?? null,
        lastResult: facts.state?.lastResult ?? null,
        step: step.step,
        why: step.step === 'wait' ? step.bar.why : step.step === 'assign' ? 'no_officer' : step.why,
      },
    ];
  });
}

/** Overdue loans: who contacts the borrower next, and what was said. */
export const collectionStaffHandlers = {
  collectionBuckets: async ({ today }, _input, db) => {
    const summed = await findPortfolioDay(db);

    return {
      today,
      buckets: await Promise.all(
        OVERDUE_BUCKETS.map(async ({ id, from, until }) => ({
          bucket: id,
          from,
          until,
          ...(summed?.buckets[id] ?? (await readBucket(db, id, today))),
        })),
      ),
    };
  },

  collectionList: async (ctx, { query }, db) => {
    const { orders, goesOn } = await listOverdueOrders(db, {
      bucket: query.bucket,
      isNext: query.list !== 'all',
      officer: query.officer,
      staffId: ctx.staff.staffId,
      after: parsePosition(query.after),
      today: ctx.today,
      now: ctx.now,
      caps: { day: CONTACTS_A_DAY, week: CONTACTS_A_WEEK },
      limit: PAGE + 1,
    });
    const page = orders.slice(0, PAGE);
    const last = orders.length > PAGE ? page.at(-1) : goesOn;

    return {
      rows: await readRows(ctx, db, page),
      next: last ? `${last.dueDay}~${last.orderId}` : null,
    };
  },

  collectionCase: (ctx, { params }, db) => caseView(ctx, db, params.repayId),

  collectionOfficers: async (_ctx, _input, db) => ({
    officers: (await listStaffWithRole(db, 'collections'))
      .filter(({ roles }) => mayUse(roles, 'collections.work'))
      .map(({ staffId, name }) => ({ staffId, name })),
  }),

  assignOfficer: async (ctx, { body }, tx) => {
    await assignOfficer(ctx, tx, body.repayId, await requireCollector(tx, body.staffId));
    return {};
  },

  assignOfficers: async (ctx, { body }, tx) => {
    const officer = await requireCollector(tx, body.staffId);
    const refused: { repayId: string; why: StaffRefusal }[] = [];
    const repayIds = new Set(body.repayIds);

    // One such request at a time: two would wait for each other's borrowers.
    await lockContacts(tx, NO_ID);

    for (const repayId of repayIds)
      try {
        await assignOfficer(ctx, tx, repayId, officer);
      } catch (error) {
        // It refuses before it writes.
        if (!(error instanceof StaffError)) throw error;
        refused.push({ repayId, why: error.refusal });
      }

    return { assigned: repayIds.size - refused.length, refused };
  },

  logContact: async (ctx, { body }, tx) => {
    const { deps, staff, now, today } = ctx;
    const { kind, result, note } = body;

    if (!(RESULTS_OF[kind] as readonly string[]).includes(result))
      throw new StaffError('invalid', 'contact_result_unfit', {
        fields: [{ path: 'result', problem: 'choice' }],
      });

    const { order, journals } = await requireCase(tx, body.repayId);
    const { userId, orderId, repayId } = order;

    await lockContacts(tx, userId);
    requireOverdue(order, journals, today);

    const facts = await readCaseFacts(tx, ctx, order);
    const bar = findBar(ctx, facts);
    if (bar) refuseBarred(bar, facts);

    const { staffId } = staff;
    const contactId = await writeContact(tx, deps.crypto, {
      userId,
      orderId,
      kind,
      result,
      note,
      day: today,
      now,
      staffId,
    });
    const detail = { kind, result };

    await appendStaffAct(tx, {
      at: now,
      staffId,
      action: 'contact_logged',
      userId,
      subject: repayId,
      detail,
    });

    return { contactId };
  },

  recordPromise: async (ctx, { body }, tx) => {
    const { staff, now, today } = ctx;
    const { amountPaise } = body;
    const dueOn = businessDay(body.dueOn);
    const { order, journals } = await requireCase(tx, body.repayId);
    const { userId, orderId, repayId } = order;

    await lockContacts(tx, userId);

    const view = requireOverdue(order, journals, today);
    if (dueOn < today || dueOn > addDays(today, PROMISE_DAYS))
      throw new StaffError('not_possible', { reason: 'promise_day_outside', days: PROMISE_DAYS });

    if (amountPaise > view.totalOwed) throw new StaffError('not_possible', 'promise_too_large');

    const [last] = await listPromises(tx, [order]);
    if (last && promiseState(last, paidBy(order, journals, last.dueOn, today), today) === 'running')
      throw new StaffError('taken', { reason: 'promise_open', dueOn: last.dueOn });

    const { staffId } = staff;
    const paidBeforePaise = paidBy(order, journals, today, today);
    const promiseId = await writePromise(tx, {
      userId,
      orderId,
      amountPaise,
      paidBeforePaise,
      dueOn,
      now,
      staffId,
    });
    const detail = { amountPaise, dueOn };

    await appendStaffAct(tx, {
      at: now,
      staffId,
      action: 'promise_recorded',
      userId,
      subject: repayId,
      detail,
    });

    return { promiseId };
  },
} satisfies Partial<StaffHandlers>;
