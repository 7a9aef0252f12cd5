import { STAFF_ERRORS, type StaffErrorBody, type StaffErrorCode } from '@noren/contract/staff/wire';
import { CallError } from '../http/call-error.ts';

/**
 * What a person at the console can cause: answered with its code and a message in English; the
 * transaction is rolled back.
 */
export class StaffError extends Error {
  override readonly name = 'StaffError';
  readonly code: StaffErrorCode;
  readonly more: Omit<StaffErrorBody, 'code' | 'message'>;

  constructor(
    code: StaffErrorCode,
    message: string,
    more: Omit<StaffErrorBody, 'code' | 'message'> = {},
  ) {
    super(message);
    this.code = code;
    this.more = more;
  }

  /** The HTTP status of its code. */
  get status(): number {
    return STAFF_ERRORS[this.code];
  }

  body(): StaffErrorBody {
    return { code: this.code, message: this.message, ...this.more };
  }
}

/** A refusal of the parts that both servers share, in the console's words; null for a fault. */
export function toStaffError(error: unknown): StaffError | null {
  if (error instanceof StaffError) return error;
  if (!(error instanceof CallError)) return null;

  switch (error.textId) {
    case 'error.request_reused':
      return new StaffError(
        'request_id_reused',
        'This request id was already used for a different change. Load the page again.',
      );
    case 'error.repeated':
      return new StaffError(
        'taken',
        'This change is already being carried out. Check again in a moment.',
      );
    case 'error.too_many':
      return new StaffError(
        'too_many',
        `Too many attempts. Try again in ${error.values.seconds} seconds.`,
      );
    default:
      return null;
  }
}
