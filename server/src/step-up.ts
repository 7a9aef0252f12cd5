import { CODES } from '@noren/contract/codes';
import { stepUp } from '@noren/core/step-up';
import { CallError } from './call-error.ts';
import type { UserCtx } from './handler.ts';

/** Lets a risky action pass only on a session where a code was entered lately. @throws CallError 316 */
export function needRecentCode(ctx: UserCtx): void {
  const { assurance, codeEnteredAt } = ctx.session;
  if (stepUp({ assurance, codeEnteredAtMs: codeEnteredAt ?? undefined }, ctx.now) !== 'ok')
    throw new CallError(CODES.confirmByCode, 'error.confirm_by_code');
}
