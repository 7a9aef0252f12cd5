import { type RefusalInput, type StaffRefusal, toRefusal } from '@noren/contract/staff/refusals';
import type { RequestEffect } from './request-effect.ts';

/** Why an operator's action is refused: the kind of refusal, and what its sentence is made of. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  /**
   * `open`: one like it is open, `requestId`. `changed`: it would do something else by now,
   * `effect`.
   */
  readonly reason: 'unknown' | 'decided' | 'own_request' | 'not_possible' | 'open' | 'changed';
  readonly refusal: StaffRefusal;
  readonly requestId: string | undefined;
  readonly effect: RequestEffect | undefined;
  constructor(
    reason: OperatorError['reason'],
    refusal: RefusalInput,
    more: { requestId?: string | undefined; effect?: RequestEffect } = {},
  ) {
    super(toRefusal(refusal).reason);
    this.refusal = toRefusal(refusal);
    this.reason = reason;
    this.requestId = more.requestId;
    this.effect = more.effect;
  }
}
