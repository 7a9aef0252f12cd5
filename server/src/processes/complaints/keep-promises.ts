import {
  type ComplaintLevel,
  findLevel,
  LEVEL_WORK,
  levelOnDay,
} from '@noren/core/staff/complaints';
import { mayUse, ROLES } from '@noren/core/staff/roles';
import { notify } from '../../notifications/store.ts';
import { passTicketOn } from '../../people/support/pass-on.ts';
import {
  type ListTickets,
  listPossibleOwners,
  listTicketsToAlarm,
  listTicketsToMove,
  listTicketsToReport,
  markOverdueNotified,
  raiseAlarm,
  readPromises,
} from '../../people/support/promises-store.ts';
import { lockTicket, type Ticket } from '../../people/support/store.ts';
import { recordSystemAction } from '../../platform/audit-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Deps } from '../../platform/deps.ts';

/** The most tickets of each promise in a run; the next run, within the hour, goes on. */
const PER_RUN = 1_000;

type Keep = (tx: Tx, deps: Deps, ticket: Ticket) => Promise<void>;

/** For each promise about unanswered complaints: the tickets it is due for, and what keeps it. */
const PROMISES: readonly (readonly [ListTickets, Keep])[] = [
  [listTicketsToMove, moveUp],
  [listTicketsToAlarm, findOwner],
  [listTicketsToReport, notifyOverdue],
];

/**
 * Job: passes on complaints that a level did not answer in its days, makes somebody own those near
 * their last day, and notifies the borrower of the way to the Reserve Bank once it has passed. One
 * that fails stops no other.
 * @throws AggregateError of the failures
 */
export async function keepComplaintPromises(deps: Deps): Promise<void> {
  const failures: unknown[] = [];

  for (const [list, keep] of PROMISES) {
    const keys = await list(deps.db, deps.today(), PER_RUN);
    for (const { ticketNo } of keys)
      await keepPromise(deps, ticketNo, keep).catch((error: unknown) => failures.push(error));
  }

  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} complaints could not be seen to`);
}

async function keepPromise(deps: Deps, ticketNo: string, keep: Keep): Promise<void> {
  await transact(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, deps.crypto, ticketNo);
    // Meanwhile it may have been answered.
    if (ticket?.state === 'received') await keep(tx, deps, ticket);
  });
}

async function moveUp(tx: Tx, deps: Deps, ticket: Ticket): Promise<void> {
  const to: ComplaintLevel = levelOnDay(ticket.sentAt, deps.today());
  await passTicketOn(tx, deps, ticket, { to, by: 'system' });
}

/**
 * Gives the alarm to the one with the fewest among those who may answer the ticket and own alarms;
 * if nobody can, the nightly check says so.
 */
async function findOwner(tx: Tx, deps: Deps, ticket: Ticket): Promise<void> {
  const { userId, ticketNo } = ticket;
  const needed = ['complaints.escalated', LEVEL_WORK[findLevel(ticket)].permission] as const;
  const roles = ROLES.filter((role) => needed.every((permission) => mayUse([role], permission)));
  const [newOwner] = await listPossibleOwners(tx, roles);
  if (!newOwner) deps.log.error({ ticketNo }, 'nobody can own a complaint near its last day');

  const { ownerId, alarmedAt } = await readPromises(tx, ticket);
  // Another run found an owner meanwhile, or this one finds nobody again.
  if (ownerId !== null || (!newOwner && alarmedAt !== null)) return;

  const now = deps.now();
  await raiseAlarm(tx, ticket, { ownerId: newOwner ?? null, now });
  const alarm = { action: 'feedback_alarmed', subject: ticketNo };
  await recordSystemAction(tx, { userId, now }, alarm);
}

async function notifyOverdue(tx: Tx, deps: Deps, ticket: Ticket): Promise<void> {
  const { userId, ticketNo } = ticket;
  // Another run may have notified between the list and the lock.
  if ((await readPromises(tx, ticket)).overdueNotifiedAt !== null) return;

  await markOverdueNotified(tx, ticket, deps.now());
  await notify(tx, deps, {
    userId,
    kind: 'feedback_overdue',
    reference: ticketNo,
    values: { ticketNo },
  });
}
