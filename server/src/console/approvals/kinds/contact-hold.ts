import { HOLD_DAYS } from '@noren/core/lending/contact-rules';
import { daysBetween } from '@noren/core/money/time';
import { writeHold } from '../../collections/collection-store.ts';
import { OperatorError } from '../request/operator-error.ts';
import { aboutUser, type Kind, requireUser } from './kind.ts';
import { findOwingOrders } from './owing-orders.ts';

/** Keeps everybody from raising dues with a borrower for some days. */
export const contactHold: Kind<'contact_hold'> = {
  subject: aboutUser,
  affected: (tx, request) => findOwingOrders(tx, requireUser(request)),

  execute: async (tx, deps, request) => {
    const userId = requireUser(request);
    const { requestId, detail } = request;
    const { why, from, until } = detail;
    if (until < from) throw new OperatorError('not_possible', 'hold_reversed');
    if (until < deps.today()) throw new OperatorError('not_possible', 'hold_past');

    if (daysBetween(from, until) >= HOLD_DAYS)
      throw new OperatorError('not_possible', { reason: 'hold_too_long', days: HOLD_DAYS });

    await writeHold(tx, {
      userId,
      reason: why,
      fromDay: from,
      untilDay: until,
      requestId,
      now: deps.now(),
    });
  },
};
