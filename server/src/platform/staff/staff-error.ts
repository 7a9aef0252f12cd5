import { STAFF_ERRORS, type StaffErrorBody, type StaffErrorCode } from '@noren/contract/staff/wire';

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
