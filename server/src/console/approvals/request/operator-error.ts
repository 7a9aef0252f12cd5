import type { RequestEffect } from './request-effect.ts';

/** Why an operator's action is refused: a reason id, and a message for the operator. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  /**
   * `open`: one like it is open, `requestId`. `changed`: it would do something else by now,
   * `effect`.
   */
  readonly reason: 'unknown' | 'decided' | 'own_request' | 'not_possible' | 'open' | 'changed';
  readonly requestId: string | undefined;
  readonly effect: RequestEffect | undefined;
  constructor(
    reason: OperatorError['reason'],
    message: string,
    more: { requestId?: string | undefined; effect?: RequestEffect } = {},
  ) {
    super(message);
    this.reason = reason;
    this.requestId = more.requestId;
    this.effect = more.effect;
  }
}
