import * as z from 'zod/mini';
import { call } from '../call.ts';
import { instant, nothing } from '../fields.ts';
import { reason } from './fields.ts';

/** Whether new lending is stopped for everybody, for the top bar of every screen. */
export const lendingState = call({
  method: 'GET',
  path: '/staff/lending',
  who: 'staff',
  response: z.object({
    isStopped: z.boolean(),
    changedAt: instant,
    staffName: z.nullable(z.string()),
    reason: z.string(),
  }),
});

/**
 * Stops new lending for everybody at once: no application, no acceptance, and no payout that was
 * not sent. Repaying goes on. Two people start it again, by a request of kind `lending_start`.
 */
export const stopLending = call({
  method: 'POST',
  path: '/staff/lending/stop',
  who: { permission: 'lending.stop' },
  body: z.object({ reason }),
  response: nothing,
  changes: true,
});
