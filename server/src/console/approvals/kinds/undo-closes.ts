import { undoClosedDays } from '../../../lending/close/request-close.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { Kind } from './kind.ts';

/** Undoes the closes of days that have not ended. */
export const undoCloses: Kind<'undo_closes'> = {
  execute: async (tx, deps, { requestId }) => {
    if (!(await undoClosedDays(tx, deps, requestId)))
      throw new OperatorError('not_possible', 'no_close_to_undo');
  },
};
