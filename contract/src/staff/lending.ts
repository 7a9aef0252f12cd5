import * as z from 'zod/mini';
import { instant, nothing } from '../fields.ts';
import { reason } from './approvals.ts';
import { staffCall } from './staff-call.ts';

/** Whether new lending is stopped for everybody, for the top bar of every screen. */
export const lendingState = staffCall({
  method: 'GET',
  path: '/staff/lending',
  permission: 'signed_in',
  response: z.object({
    isStopped: z.boolean(),
    changedAt: instant,
    staffName: z.nullable(z.string()),
    reason: z.string(),
  }),
});

/**
 * Stops new lending for everybody at once: no application, no acceptance, and no payout that was not sent. Repaying goes
 * on. Two people start it again, by a request of kind `lending_start`.
 */
export const stopLending = staffCall({
  method: 'POST',
  path: '/staff/lending/stop',
  permission: 'lending.stop',
  body: z.object({ reason }),
  response: nothing,
  changes: true,
});
