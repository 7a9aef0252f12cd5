/**
 * Signs papers in the lender's name: with a key of a PKCS#12 file, of a hardware module, or at a
 * provider of e-signatures. It sees the hash of a file and never the file.
 */
export interface PaperSealer {
  readonly name: string;
  /** Whose certificate it is, as the papers name it. */
  readonly signer: string;
  /** The room that a signature needs at most, in bytes. */
  readonly mostBytes: number;
  /**
   * A detached CMS signature (DER) over a content with this SHA-256, with the attributes of PAdES
   * baseline B-B. Asking again gives a signature that is as good.
   * @throws Error when there is no signature, or nobody knows whether there is one
   */
  seal(sha256: Buffer): Promise<Buffer>;
}
