import { CODES } from '@noren/contract/codes';
import { type Act, mayAct } from '@noren/core/people/step-up';
import { CallError } from './call-error.ts';
import type { UserCtx } from './handler.ts';
import type { Session } from './session.ts';

/** Lets an act pass only on a session that may do it now. @throws CallError 316 */
export function requireCodeFor(ctx: UserCtx, act: Act): void {
  if (!isAllowed(ctx.session, act, ctx.now)) throw new CallError(CODES.confirmByCode, 'error.confirm_by_code');
}

/** What is saved is shown only to a session on which a code was entered. @throws CallError 316 */
export function requireCodeForSaved(ctx: UserCtx, isSaved: boolean): void {
  if (isSaved) requireCodeFor(ctx, 'see_saved');
}

/** Lets money be moved, or moved elsewhere, only on a session where a code was entered lately. @throws CallError 316 */
export function requireRecentCode(ctx: UserCtx): void {
  requireCodeFor(ctx, 'move_money');
}

/** Whether this session may see what its user has saved. */
export function mayShowSavedData(ctx: UserCtx): boolean {
  return isAllowed(ctx.session, 'see_saved', ctx.now);
}

function isAllowed({ assurance, codeEnteredAt }: Session, act: Act, now: number): boolean {
  return mayAct(act, { assurance, codeEnteredAtMs: codeEnteredAt ?? undefined }, now) === 'ok';
}
