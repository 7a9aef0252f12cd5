import { readLendingStop, setLendingStopped } from '../../lending/credit/lending-stop-store.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffHandlers } from '../../platform/staff/staff-handler.ts';

/**
 * Stopping new lending for everybody. One person may; no passkey is asked, because it must be quick
 * and loses nothing.
 */
export const lendingStaffHandlers = {
  lendingState: async (_ctx, _input, db) => readLendingStop(db),

  stopLending: async (ctx, { body }, tx) => {
    const { now } = ctx;
    const { staffId } = ctx.staff;
    const { reason } = body;
    if (!(await setLendingStopped(tx, { isStopped: true, staffId, reason, now })))
      throw new StaffError('not_possible', 'lending_stopped');

    await appendStaffAct(tx, { at: now, staffId, action: 'lending_stopped', detail: { reason } });

    return {};
  },
} satisfies Partial<StaffHandlers>;
