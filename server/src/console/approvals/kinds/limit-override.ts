import { lockCredit } from '../../../lending/credit/credit-store.ts';
import { OperatorError } from '../request/operator-error.ts';
import { aboutUser, type Kind, requireUser } from './kind.ts';
import { readLimitBounds, setLimit } from './person-facts-store.ts';

/**
 * Changes an approved limit. It may fall to any amount, and rise no higher than the highest that
 * was evaluated or that the borrower asked for: a limit above that rises by the borrower's own
 * request alone.
 */
export const limitOverride: Kind<'limit_override'> = {
  subject: aboutUser,

  facts: async (tx, _, { userId }) => {
    const bounds = userId === null ? undefined : await readLimitBounds(tx, userId);
    if (!bounds) return [];

    return [
      { what: 'limit', value: String(bounds.limitPaise) },
      { what: 'limit_used', value: String(bounds.usedPaise) },
    ];
  },

  execute: async (tx, _, request) => {
    const userId = requireUser(request);
    const { limitPaise } = request.detail;

    await lockCredit(tx, userId);

    const bounds = await readLimitBounds(tx, userId);
    if (bounds?.state !== 'approved') throw new OperatorError('not_possible', 'limit_not_approved');

    if (limitPaise === bounds.limitPaise)
      throw new OperatorError('not_possible', 'limit_unchanged');

    if (limitPaise > bounds.highestPaise)
      throw new OperatorError('not_possible', {
        reason: 'limit_too_high',
        mostPaise: bounds.highestPaise,
      });

    if (limitPaise < bounds.usedPaise)
      throw new OperatorError('not_possible', {
        reason: 'limit_too_low',
        leastPaise: bounds.usedPaise,
      });

    await setLimit(tx, userId, limitPaise);
  },
};
