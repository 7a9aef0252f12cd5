import { formatRupees, paise } from '@noren/core/money/money';
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
    if (bounds?.state !== 'approved')
      throw new OperatorError(
        'not_possible',
        'Only an approved limit can be changed. Decide the application first.',
      );

    if (limitPaise === bounds.limitPaise)
      throw new OperatorError(
        'not_possible',
        'The limit is already this amount. Enter another one.',
      );

    if (limitPaise > bounds.highestPaise)
      throw new OperatorError(
        'not_possible',
        `Enter at most ${formatRupees(paise(bounds.highestPaise))}. A limit above the one assessed needs the borrower’s own request.`,
      );

    if (limitPaise < bounds.usedPaise)
      throw new OperatorError(
        'not_possible',
        `Enter at least ${formatRupees(paise(bounds.usedPaise))}: that much is owed or reserved now.`,
      );

    await setLimit(tx, userId, limitPaise);
  },
};
