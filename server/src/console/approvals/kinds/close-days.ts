import { confirmDays } from '../../../lending/close/request-close.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { Kind } from './kind.ts';

/** Confirms that more days in a row than usual are closed, through a day. */
export const closeDays: Kind<'close_days'> = {
  execute: async (tx, deps, { detail }) => {
    if (!(await confirmDays(tx, deps, detail.through)))
      throw new OperatorError('not_possible', 'day_not_ended');
  },
};
