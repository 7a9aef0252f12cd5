import { debitTimes, presentFrom, stopDebit } from '@noren/core/lending/autopay';
import { orderStatuses } from '@noren/core/lending/order-status';
import { addDays, type BusinessDay } from '@noren/core/money/time';
import { JOBS } from '../../../job-list.ts';
import { transact } from '../../../platform/db/transact.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob } from '../../../platform/jobs/job-store.ts';
import { findOrderById } from '../../orders/order-store.ts';
import { addMandateIntent, makePaymentCode } from '../store.ts';
import { dueClock, endMandate, lastInstant, RAREST_ATTEMPT } from './change-mandate.ts';
import { addDebit, listDueDebits, listOldDebits } from './debit-store.ts';
import {
  listMandatesToEnd,
  listMandatesToPlan,
  listStaleMandates,
  lockMandate,
  type MandateKey,
  noteEvent,
} from './mandate-store.ts';
import { readDebitFacts } from './read-debit-facts.ts';

/** A debit is announced two days before the due date, or a day before it. */
const DAYS_AHEAD = 2;
/** How often the provider is asked about a mandate whose reports may be lost. */
const CHECK_EVERY_MS = 12 * 3_600_000;
/** An open debit that was planned this long ago may have lost its job. */
const LOST_MS = 3 * 3_600_000;
const PLANNED_AT_ONCE = 500;

/**
 * Job: plans the debits of the coming due dates, takes up those whose time has come, ends mandates
 * whose loan is over, and asks about those whose reports may be lost. One that fails does not stop
 * the others.
 * @throws AggregateError of the failures
 */
export async function planDebits(
  deps: Deps,
  { page = PLANNED_AT_ONCE }: { page?: number } = {},
): Promise<void> {
  const errors: unknown[] = [];
  const each = async <T>(found: readonly T[], work: (one: T) => Promise<void>): Promise<void> => {
    for (const one of found) await work(one).catch((error: unknown) => errors.push(error));
  };

  const today = deps.today();
  const openStatuses = orderStatuses.filter((one) => one.borrowType === 0).map((one) => one.status);
  await each(await listMandatesToEnd(deps.db, { today, openStatuses }), (found) =>
    endOne(deps, found),
  );

  // Page by page to the end: those that something stops stay listed, before the others.
  const dueDays = listDueDaysToAnnounce(deps);
  let found: MandateKey[] = [];
  do {
    const after = found.at(-1)?.mandateId;
    found = await listMandatesToPlan(deps.db, { dueDays, after, limit: page });
    await each(found, (key) => planOne(deps, key));
  } while (found.length === page);

  // A step that waits keeps its time. A lost one comes back as rarely as others of its age.
  await each(await listOldDebits(deps.db, deps.now() - LOST_MS), (key) =>
    addJob(
      deps.db,
      JOBS['present-debit'],
      { ...key, attempt: RAREST_ATTEMPT },
      { keepsTime: true },
    ),
  );
  await each(await listDueDebits(deps.db, dueClock(deps)), (key) =>
    addJob(deps.db, JOBS['present-debit'], { ...key, attempt: 0 }),
  );
  await each(await listStaleMandates(deps.db, deps.now() - CHECK_EVERY_MS), (key) =>
    addJob(deps.db, JOBS['tend-mandate'], { ...key, attempt: 0 }, { keepsTime: true }),
  );

  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} mandates could not be taken on`);
}

/** The due dates whose debits can be announced now. */
function listDueDaysToAnnounce(deps: Deps): BusinessDay[] {
  const today = deps.today();
  const clock = dueClock(deps);

  return Array.from({ length: DAYS_AHEAD + 1 }, (_, days) => addDays(today, days)).filter((day) => {
    const { announceFrom, announceUntil } = debitTimes(day);
    return announceFrom <= clock && clock <= announceUntil;
  });
}

async function endOne(deps: Deps, found: MandateKey & { isLoanOver: boolean }): Promise<void> {
  const because = found.isLoanOver ? 'loan_over' : 'expired';
  await transact(deps.db, async (tx) =>
    endMandate(tx, deps, await lockMandate(tx, found), { because, actor: 'lender' }),
  );
}

/** Plans the debit of a mandate's due date, while it can be announced and nothing stops it. */
async function planOne(deps: Deps, key: MandateKey): Promise<void> {
  await transact(deps.db, async (tx) => {
    const mandate = await lockMandate(tx, key);
    const order = await findOrderById(tx, mandate.userId, mandate.orderId);
    if (!order?.dueDay) return;

    const dueDay = order.dueDay;
    // It may have moved since it was listed.
    if (!listDueDaysToAnnounce(deps).includes(dueDay)) return;

    const facts = await readDebitFacts(tx, deps, { mandate, order, dueDay });
    const amountPaise = facts.loan.owedPaise;
    if (stopDebit(facts, { dueDay, amountPaise })) return;

    const now = deps.now();
    const { userId, orderId } = order;
    const code = makePaymentCode(userId);
    const debitId = await addDebit(tx, {
      userId,
      mandateId: mandate.mandateId,
      orderId,
      dueDay,
      code,
      provider: mandate.provider,
      amountPaise,
      presentAfter: presentFrom(dueDay, dueClock(deps)),
      now,
    });
    if (debitId === undefined) return;

    await addMandateIntent(tx, {
      userId,
      orderId,
      code,
      kind: 'full',
      amountPaise,
      asOfDay: dueDay,
      debitDay: dueDay,
      now,
      expiresAt: lastInstant(mandate),
    });
    await noteEvent(tx, mandate, { debitId, kind: 'planned', actor: 'lender', at: now });
    await addJob(tx, JOBS['present-debit'], { userId, debitId, attempt: 0 });
  });
}
