/** Why an operator's action cannot be done: an id, and words for the operator. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
  readonly reason: 'unknown' | 'decided' | 'own_request' | 'not_possible';
  constructor(reason: OperatorError['reason'], words: string) {
    super(words);
    this.reason = reason;
  }
}
