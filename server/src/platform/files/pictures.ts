import { CODES } from '@noren/contract/codes';
import type { ErrorData } from '@noren/contract/envelope';
import type { Deps } from '../deps.ts';
import { CallError } from '../http/call-error.ts';
import { FileStoreError, fileAad } from '../ports/files.ts';
import { type IntakeRefusal, KycEngineError, type PictureFault } from '../ports/kyc.ts';

/** Why a picture was refused; the text for each says how to take a better one. */
export type Refusal = IntakeRefusal | PictureFault | CodeFault | 'wrong_document' | 'cannot_mask';

/** What keeps the code on a card from proving anything. */
export type CodeFault =
  | 'code_damaged'
  | 'code_altered'
  | 'code_unknown'
  | 'code_missing'
  | 'code_differs';

/** Retry delay when the engine is busy. */
const BUSY_SECONDS = 10;

export function refusePicture(
  reason: Refusal,
  detail: Pick<ErrorData, 'mayGoOn' | 'place'> = {},
): CallError {
  return new CallError(CODES.invalidInput, `certification.picture_${reason}`, {
    data: { reason, ...detail },
  });
}

/**
 * The upload re-encoded.
 * @throws CallError 400 with the reason it was refused, or as `runKycEngine` does
 */
export async function takePicture(deps: Deps, file: Buffer): Promise<Buffer> {
  const taken = await runKycEngine(() => deps.kyc.intake(file));
  if (!taken.ok) throw refusePicture(taken.reason);
  return taken.image.jpeg;
}

/**
 * Calls the engine.
 * @throws CallError 429 when its queue is full or it timed out; other errors pass through
 */
export async function runKycEngine<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isLate =
      error instanceof KycEngineError && (error.reason === 'busy' || error.reason === 'timeout');
    if (!isLate) throw error;

    throw new CallError(CODES.tooMany, 'certification.engine_busy', {
      values: { seconds: BUSY_SECONDS },
      data: { reason: 'busy', retryAfterSeconds: BUSY_SECONDS },
    });
  }
}

/** The owner and kind that a stored picture's encryption is bound to. */
export function toBinding(userId: string, kind: string): { aad: string } {
  return { aad: fileAad({ userId, kind }) };
}

/** A stored picture; null when it was deleted. */
export async function openPicture(
  deps: Deps,
  fileId: string,
  binding: { aad: string },
): Promise<Buffer | null> {
  try {
    return await deps.files.get(fileId, binding);
  } catch (error) {
    if (error instanceof FileStoreError && error.reason === 'not_found') return null;
    throw error;
  }
}
