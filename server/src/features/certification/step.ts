import { CODES } from '@noren/contract/codes';
import type { Purpose } from '@noren/core/people/consent';
import { maySave, onboardingStatus, type Step, statusAfter, type UserStatus } from '@noren/core/people/status';
import { requireConsent } from '../../lending/consents.ts';
import type { Tx } from '../../platform/db/db.ts';
import { CallError } from '../../platform/http/call-error.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import { lockUser, raiseStatus } from '../../platform/http/session.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';
import { hasContacts } from './store.ts';

/** @throws CallError 409 when the step is not open to someone of this status */
export function needStep(status: number, step: Step): void {
  if (!maySave(status, step))
    throw new CallError(CODES.conflict, 'certification.step_closed', { data: { reason: 'step' } });
}

/** Lets something for a step be sent that is not saved yet: what is saved already is changed only after a code. @throws CallError */
export function beginStep(ctx: UserCtx, step: Step): void {
  const status = ctx.session.bizStatus;
  needStep(status, step);
  requireCodeFor(ctx, statusAfter(status as UserStatus, step) > status ? 'save_first' : 'change_saved');
}

/** What each step collects for. */
const ASKED_FOR = {
  one: 'identity_documents',
  two: 'personal_information',
  three: 'contacts',
} as const satisfies Partial<Record<Step, Purpose>>;

/** Saves a step of the ladder: one at a time for a user, only when open and agreed to, and the status follows. */
export async function saveStep(
  ctx: UserCtx,
  tx: Tx,
  step: keyof typeof ASKED_FOR,
  save: () => Promise<void>,
): Promise<{ bizStatus: number }> {
  const status = await lockUser(tx, ctx.userId);
  // Contacts that went with their consent are named anew, whatever was reached; what a decision stands on stays closed.
  const areGone = step === 'three' && !(await hasContacts(tx, ctx.userId));
  needStep(onboardingStatus(status, areGone), step);
  const bizStatus = statusAfter(status as UserStatus, step);
  requireCodeFor(ctx, bizStatus > status ? 'save_first' : 'change_saved');
  await requireConsent(ctx, tx, ASKED_FOR[step]);
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
