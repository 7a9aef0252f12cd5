import type { Code } from '@noren/contract/codes';
import type { ErrorData } from '@noren/contract/envelope';
import type { MessageId } from '../translations/translations.ts';

/** An error the user can cause: answered with its code and a translated message; the transaction is rolled back. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: Code;
  readonly messageId: MessageId;
  readonly values: Record<string, string | number>;
  readonly data: ErrorData | null;

  constructor(
    code: Code,
    messageId: MessageId,
    extra: { values?: Record<string, string | number>; data?: ErrorData } = {},
  ) {
    super(`${code} ${messageId}`);
    this.code = code;
    this.messageId = messageId;
    this.values = extra.values ?? {};
    this.data = extra.data ?? null;
  }
}
