import { mayUse } from '@noren/core/staff/roles';
import { notify, withholdNotification } from '../../notifications/store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffCtx } from '../../platform/staff/staff-handler.ts';
import { listStaffWithRole } from '../../platform/staff/staff-store.ts';
import {
  findDuesBar,
  readCaseFacts,
  refuseBarred,
  requireCase,
  requireOverdue,
} from './case-view.ts';
import { lockContacts, writeOfficer } from './collection-store.ts';

type Collector = Awaited<ReturnType<typeof requireCollector>>;

/** @throws StaffError unless this person of the lender may contact borrowers */
export async function requireCollector(db: Db | Tx, staffId: string) {
  const officer = (await listStaffWithRole(db, 'collections')).find(
    (one) => one.staffId === staffId,
  );
  if (!officer || !mayUse(officer.roles, 'collections.work'))
    throw new StaffError('not_possible', 'officer_not_collections');

  return officer;
}

/**
 * Assigns who contacts the borrower of an order, and tells the borrower the name. The message
 * raises dues, so nobody is assigned during a hold, a dispute, a promise or an offer.
 * @throws StaffError before it writes
 */
export async function assignOfficer(
  ctx: StaffCtx,
  tx: Tx,
  repayId: string,
  officer: Collector,
): Promise<void> {
  const { deps, staff, now, today } = ctx;
  const { order, journals } = await requireCase(tx, repayId);

  requireOverdue(order, journals, today);

  const { userId } = order;
  await lockContacts(tx, userId);

  const facts = await readCaseFacts(tx, ctx, order);
  const bar = findDuesBar(ctx, facts);
  if (bar) refuseBarred(bar, facts);

  const before = facts.officer;
  if (before?.staffId === officer.staffId)
    throw new StaffError('not_possible', { reason: 'officer_assigned', name: officer.name });

  const { assignmentId, endedAssignmentId } = await writeOfficer(tx, {
    userId,
    staffId: officer.staffId,
    assignedBy: staff.staffId,
    now,
  });

  if (endedAssignmentId !== null)
    await withholdNotification(tx, {
      userId,
      kind: 'officer_assigned',
      reference: endedAssignmentId,
      reason: 'another officer',
    });

  const { grievance } = deps.appConfig.lender;
  await notify(tx, deps, {
    userId,
    kind: 'officer_assigned',
    reference: assignmentId,
    values: {
      repayId: order.repayId,
      collector: officer.name,
      callsFrom: deps.appConfig.staffService.servicePhone,
      officer: grievance.name,
      officerPhone: grievance.phone,
    },
  });

  await appendStaffAct(tx, {
    at: now,
    staffId: staff.staffId,
    action: 'officer_assigned',
    userId,
    subject: order.repayId,
    detail: { officer: officer.staffId, before: before?.staffId ?? null },
  });
}
