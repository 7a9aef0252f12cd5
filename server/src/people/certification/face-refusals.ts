import { CODES } from '@noren/contract/codes';
import type { Pose } from '@noren/core/people/liveness';
import { CallError } from '../../platform/http/call-error.ts';

type FaceRefusal = 'unknown' | 'expired' | 'used' | 'closed' | 'in_review' | 'passed' | 'no_tries';

/** Why a face check cannot begin, or go on. */
export function refuseLiveness(reason: FaceRefusal): CallError {
  return new CallError(CODES.conflict, `certification.liveness_${reason}`, {
    data: { reason: `liveness_${reason}` },
  });
}

/**
 * One frame for each pose; without poses, the one picture that was uploaded.
 * @throws CallError 400 when the number is wrong
 */
export function requireFrames(files: readonly Buffer[], poses: readonly Pose[]): void {
  if (files.length === Math.max(1, poses.length)) return;

  throw new CallError(CODES.invalidInput, 'certification.frame_count', {
    data: { reason: 'frame_count' },
  });
}
