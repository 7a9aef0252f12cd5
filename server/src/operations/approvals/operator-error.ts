/** Why an operator's action is refused: a reason id, and a message for the operator. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly reason: 'unknown' | 'decided' | 'own_request' | 'not_possible';
  constructor(reason: OperatorError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}
