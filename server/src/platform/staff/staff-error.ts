import { type RefusalInput, type StaffRefusal, toRefusal } from '@noren/contract/staff/refusals';
import { STAFF_ERRORS, type StaffErrorBody, type StaffErrorCode } from '@noren/contract/staff/wire';
import { CallError } from '../http/call-error.ts';

type More = Pick<StaffErrorBody, 'fields' | 'options' | 'data'>;

/**
 * What a person at the console can cause: answered with its code, and with its reason and values,
 * of which the console makes a sentence; the transaction is rolled back.
 */
export class StaffError extends Error {
  override readonly name = 'StaffError';
  readonly code: StaffErrorCode;
  readonly refusal: StaffRefusal;
  readonly more: More;

  constructor(code: StaffErrorCode, refusal: RefusalInput, more: More = {}) {
    super(toRefusal(refusal).reason);
    this.code = code;
    this.refusal = toRefusal(refusal);
    this.more = more;
  }

  /** The HTTP status of its code. */
  get status(): number {
    return STAFF_ERRORS[this.code];
  }

  body(): StaffErrorBody {
    return writeStaffError(this.code, this.refusal, this.more);
  }
}

/** A refusal of the parts that both servers share, in the console's words; null for a fault. */
export function toStaffError(error: unknown): StaffError | null {
  if (error instanceof StaffError) return error;
  if (!(error instanceof CallError)) return null;

  switch (error.textId) {
    case 'error.request_reused':
      return new StaffError('request_id_reused', 'request_id_reused');
    case 'error.repeated':
      return new StaffError('taken', 'change_running');
    case 'error.too_many':
      return new StaffError('too_many', {
        reason: 'too_many_attempts',
        retryAfterSeconds: error.data?.retryAfterSeconds ?? 0,
      });
    default:
      return null;
  }
}

export function writeStaffError(
  code: StaffErrorCode,
  given: RefusalInput,
  more: More = {},
): StaffErrorBody {
  const refusal = toRefusal(given);
  return { code, refusal, message: refusal.reason, ...more };
}
