import { CODES } from '@noren/contract/codes';
import { type BizStatus, maySave, type Step, statusAfter } from '@noren/core/status';
import { CallError } from '../call-error.ts';
import type { Tx } from '../db.ts';
import type { UserCtx } from '../handler.ts';
import { lockUser, raiseStatus } from '../session.ts';
import { needCodeFor } from '../step-up.ts';

/** @throws CallError 409 when the step is not open to someone of this status */
export function needStep(status: number, step: Step): void {
  if (!maySave(status, step))
    throw new CallError(CODES.conflict, 'certification.step_closed', { data: { reason: 'step' } });
}

/** Saves a step of the ladder: one at a time for a user, only when open, and the status follows. */
export async function saveStep(
  ctx: UserCtx,
  tx: Tx,
  step: Step,
  save: () => Promise<void>,
): Promise<{ bizStatus: number }> {
  const status = await lockUser(tx, ctx.userId);
  needStep(status, step);
  const bizStatus = statusAfter(status as BizStatus, step);
  needCodeFor(ctx, bizStatus > status ? 'save_first' : 'change_saved');
  await save();
  await raiseStatus(tx, ctx.userId, bizStatus);
  return { bizStatus };
}

/** A field that will not do. */
export function badField(
  path: string,
  problem: string,
  messageId: ConstructorParameters<typeof CallError>[1],
): CallError {
  return new CallError(CODES.invalidInput, messageId, { data: { fields: [{ path, problem }] } });
}
