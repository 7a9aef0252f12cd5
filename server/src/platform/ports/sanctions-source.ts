/** Gives the United Nations' consolidated list. Never called inside a transaction. */
export interface SanctionsSource {
  /**
   * The file, in pieces.
   * @throws ListFaultError `no_answer` when it is not given, also halfway
   */
  fetchUnList(): Promise<AsyncIterable<Uint8Array>>;
}
