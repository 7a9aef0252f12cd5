import type { Code } from '@noren/contract/codes';
import type { ErrorData } from '@noren/contract/envelope';
import type { TextId } from '../translations/translations.ts';

/**
 * An error the user can cause: answered with its code and a translated message; the transaction is
 * rolled back.
 */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: Code;
  readonly textId: TextId;
  readonly values: Record<string, string | number>;
  readonly data: ErrorData | null;

  constructor(
    code: Code,
    textId: TextId,
    extra: { values?: Record<string, string | number>; data?: ErrorData } = {},
  ) {
    super(`${code} ${textId}`);
    this.code = code;
    this.textId = textId;
    this.values = extra.values ?? {};
    this.data = extra.data ?? null;
  }
}
