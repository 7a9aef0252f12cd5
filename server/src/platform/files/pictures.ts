import { CODES } from '@noren/contract/codes';
import type { Deps } from '../deps.ts';
import { CallError } from '../http/call-error.ts';
import { FileStoreError, fileAad } from '../ports/files.ts';
import { type IntakeRefusal, KycEngineError, type PictureFault } from '../ports/kyc.ts';

/** Why a picture will not do; the words of each say how to mend it. */
export type Refusal = IntakeRefusal | PictureFault | 'wrong_document' | 'cannot_mask';

/** A wait after which a busy engine has moved on. */
const BUSY_SECONDS = 10;

/** @param mayGoOn whether the card may be gone on without a picture that can be read */
export function refusePicture(reason: Refusal, mayGoOn = false): CallError {
  const data = { reason, ...(mayGoOn && { mayGoOn }) };
  return new CallError(CODES.invalidInput, `certification.picture_${reason}`, { data });
}

/** The upload made safe. @throws CallError 400 with the reason it was refused, or as `askEngine` does */
export async function takePicture(deps: Deps, file: Buffer): Promise<Buffer> {
  const taken = await askEngine(() => deps.kyc.intake(file));
  if (!taken.ok) throw refusePicture(taken.reason);
  return taken.image.jpeg;
}

/** Asks the engine. @throws CallError 429 when too many wait for it or it took too long; its other troubles are faults */
export async function askEngine<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isLate = error instanceof KycEngineError && (error.reason === 'busy' || error.reason === 'timeout');
    if (!isLate) throw error;
    throw new CallError(CODES.tooMany, 'certification.engine_busy', {
      values: { seconds: BUSY_SECONDS },
      data: { reason: 'busy', retryAfterSeconds: BUSY_SECONDS },
    });
  }
}

/** What a stored picture is bound to: it opens for its owner and its kind only. */
export function bindingOf(userId: string, kind: string): { aad: string } {
  return { aad: fileAad({ userId, kind }) };
}

/** A stored picture; null when it is no longer there. */
export async function openPicture(deps: Deps, fileId: string, binding: { aad: string }): Promise<Buffer | null> {
  try {
    return await deps.files.get(fileId, binding);
  } catch (error) {
    if (error instanceof FileStoreError && error.reason === 'not_found') return null;
    throw error;
  }
}
