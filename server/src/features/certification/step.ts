import { CODES } from '@noren/contract/codes';
import type { Purpose } from '@noren/core/people/consent';
import { maySave, onboardingStatus, type Step, statusAfter, type UserStatus } from '@noren/core/people/status';
import { requireConsent } from '../../lending/consents.ts';
import type { Tx } from '../../platform/db/db.ts';
import { CallError } from '../../platform/http/call-error.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import { lockUser, raiseStatus } from '../../platform/http/session-store.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';
import { hasContacts } from './store.ts';

/** @throws CallError 409 when a user with this status may not save the step */
export function requireStep(status: number, step: Step): void {
  if (!maySave(status, step))
    throw new CallError(CODES.conflict, 'certification.step_closed', { data: { reason: 'step' } });
}

/**
 * Checks that data for a step may be sent. Replacing saved data also needs a confirmation code.
 * @throws CallError 409 when the step is closed, 316 when a code is needed
 */
export function requireStepAccess(ctx: UserCtx, step: Step): void {
  const status = ctx.session.bizStatus;
  requireStep(status, step);
  requireCodeFor(ctx, statusAfter(status as UserStatus, step) > status ? 'save_first' : 'change_saved');
}

/** The consent purpose each step needs. */
const stepPurposes = {
  one: 'identity_documents',
  two: 'personal_information',
  three: 'contacts',
} as const satisfies Partial<Record<Step, Purpose>>;

/**
 * Saves a certification step under the user's lock and raises the status.
 * @throws CallError when the step is closed, or a code or a consent is missing
 */
export async function saveStep(
  ctx: UserCtx,
  tx: Tx,
  step: keyof typeof stepPurposes,
  save: () => Promise<void>,
): Promise<{ bizStatus: number }> {
  const status = await lockUser(tx, ctx.userId);
  // Contacts deleted with their consent may be entered again at any status; other steps stay closed after certification.
  const hasLostContacts = step === 'three' && !(await hasContacts(tx, ctx.userId));
  requireStep(onboardingStatus(status, hasLostContacts), step);
  const bizStatus = statusAfter(status as UserStatus, step);
  requireCodeFor(ctx, bizStatus > status ? 'save_first' : 'change_saved');
  await requireConsent(ctx, tx, stepPurposes[step]);
  await save();
  await raiseStatus(tx, ctx.userId, bizStatus);
  return { bizStatus };
}

export function invalidField(
  path: string,
  problem: string,
  textId: ConstructorParameters<typeof CallError>[1],
): CallError {
  return new CallError(CODES.invalidInput, textId, { data: { fields: [{ path, problem }] } });
}
