import { CODES } from '@noren/contract/codes';
import { type Act, mayAct } from '@noren/core/people/step-up';
import { CallError } from './call-error.ts';
import type { UserCtx } from './handler.ts';
import type { Session } from './session-store.ts';

/**
 * Requires that the session may perform the action now.
 * @throws CallError 316
 */
export function requireCodeFor(ctx: UserCtx, act: Act): void {
  if (!isAllowed(ctx.session, act, ctx.now))
    throw new CallError(CODES.confirmByCode, 'error.confirm_by_code');
}

/**
 * Requires a session with an entered code before saved data is shown.
 * @throws CallError 316
 */
export function requireCodeForSaved(ctx: UserCtx, isSaved: boolean): void {
  if (isSaved) requireCodeFor(ctx, 'see_saved');
}

/**
 * Requires a recently entered code before money is moved or its destination changed.
 * @throws CallError 316
 */
export function requireRecentCode(ctx: UserCtx): void {
  requireCodeFor(ctx, 'move_money');
}

/** Whether this session may see the user's saved data. */
export function mayShowSavedData(ctx: UserCtx): boolean {
  return isAllowed(ctx.session, 'see_saved', ctx.now);
}

function isAllowed({ assurance, codeEnteredAt }: Session, act: Act, now: number): boolean {
  return mayAct(act, { assurance, codeEnteredAtMs: codeEnteredAt ?? undefined }, now) === 'ok';
}
