import { CODES, type Code } from '@noren/contract/codes';
import type { ErrorData } from '@noren/contract/envelope';
import type { TextId } from '../translations/translations.ts';

type Values = Record<string, string | number>;

/**
 * An error the user can cause: answered with its code and a translated message; the transaction is
 * rolled back.
 */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: Code;
  readonly textId: TextId;
  readonly values: Values;
  readonly data: ErrorData | null;

  constructor(code: Code, textId: TextId, extra: { values?: Values; data?: ErrorData } = {}) {
    super(`${code} ${textId}`);
    this.code = code;
    this.textId = textId;
    this.values = extra.values ?? {};
    this.data = extra.data ?? null;
  }
}

/** 404: there is no such thing, or it is another borrower's. */
export function notFound(): CallError {
  return new CallError(CODES.notFound, 'error.not_found');
}

/** 409: not possible as things are. The app reads the reason, the borrower the text. */
export function conflict(
  textId: TextId,
  reason: NonNullable<ErrorData['reason']>,
  values: Values = {},
): CallError {
  return new CallError(CODES.conflict, textId, { values, data: { reason } });
}
