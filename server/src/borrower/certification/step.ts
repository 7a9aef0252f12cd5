import { CODES } from '@noren/contract/codes';
import type { Purpose } from '@noren/core/people/consent';
import { mayResend, type RequestedDocument } from '@noren/core/people/document-request';
import {
  maySave,
  onboardingStatus,
  type Step,
  statusAfter,
  type UserStatus,
} from '@noren/core/people/status';
import { hasContacts } from '../../people/certification/store.ts';
import { requireConsent } from '../../people/consents.ts';
import { type DocumentRequest, readDocumentRequests } from '../../people/document-request-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { CallError, conflict } from '../../platform/http/call-error.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import { lockUser, raiseStatus } from '../../platform/http/session-store.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';

export const stepClosed = (): CallError => conflict('certification.step_closed', 'step');

/** @throws CallError 409 when a user with this status may not save the step */
export function requireStep(status: number, step: Step): void {
  if (!maySave(status, step)) throw stepClosed();
}

/**
 * Checks that data for a step may be sent. Replacing saved data also needs a confirmation code.
 * @throws CallError 409 when the step is closed, 316 when a code is needed
 */
export function requireStepAccess(ctx: UserCtx, step: Step): void {
  const status = ctx.session.bizStatus;
  requireStep(status, step);
  requireCodeFor(
    ctx,
    statusAfter(status as UserStatus, step) > status ? 'save_first' : 'change_saved',
  );
}

/**
 * Checks that a document may be sent: while step one is open, or because a reviewer asked for this
 * one again. Replacing saved data needs a confirmation code.
 * @returns the reviewer's request; null when the step is open
 * @throws CallError 409 when neither is so, 316 when a code is needed
 */
export async function requireDocumentAccess(
  ctx: UserCtx,
  db: Db | Tx,
  document: RequestedDocument,
): Promise<DocumentRequest | null> {
  const request = await findDocumentRequest(ctx, db, document, ctx.session.bizStatus);
  if (request === null) requireStepAccess(ctx, 'one');
  else requireCodeFor(ctx, 'change_saved');
  return request;
}

/**
 * The reviewer's request for a document; null while step one is open without one.
 * @throws CallError 409 when it may not be sent
 */
export async function findDocumentRequest(
  { userId }: UserCtx,
  db: Db | Tx,
  document: RequestedDocument,
  status: number,
): Promise<DocumentRequest | null> {
  const open = await readDocumentRequests(db, userId);
  const why = mayResend(
    status,
    document,
    open.map((request) => request.document),
  );

  if (why === null) throw stepClosed();

  return why === 'request' ? (open.find((request) => request.document === document) ?? null) : null;
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
  // Contacts deleted with their consent may be entered again at any status; other steps stay closed
  // after certification.
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
