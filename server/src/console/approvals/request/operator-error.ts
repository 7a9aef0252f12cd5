import { type RefusalInput, type StaffRefusal, toRefusal } from '@noren/contract/staff/refusals';
import type { RequestEffect } from './request-effect.ts';

/** An operator's action was refused. `refusal` carries the values of the console's sentence. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  /**
   * `open`: a request like it, `requestId`, is open already. `changed`: its effect is now another
   * one, `effect`.
   */
  readonly reason: 'unknown' | 'decided' | 'own_request' | 'not_possible' | 'open' | 'changed';
  readonly refusal: StaffRefusal;
  readonly requestId: string | undefined;
  readonly effect: RequestEffect | undefined;
  constructor(
    reason: OperatorError['reason'],
    refusal: RefusalInput,
    details: { requestId?: string | undefined; effect?: RequestEffect } = {},
  ) {
    super(toRefusal(refusal).reason);
    this.refusal = toRefusal(refusal);
    this.reason = reason;
    this.requestId = details.requestId;
    this.effect = details.effect;
  }
}
