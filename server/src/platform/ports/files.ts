/** Who a file belongs to and what it is; bound into the encryption, so a file never opens as another's. */
type FileBinding = { userId: string; kind: string };

/** The text a file is bound to. JSON keeps ("a","bc") and ("ab","c") apart. */
export function fileAad(binding: FileBinding): string {
  return JSON.stringify([binding.userId, binding.kind]);
}

type FileFault = 'not_found' | 'unknown_key' | 'not_authentic';

/** Why a stored file could not be given back. Its message carries no personal data. */
export class FileStoreError extends Error {
  readonly reason: FileFault;
  constructor(reason: FileFault) {
    super(`file store: ${reason}`);
    this.reason = reason;
  }
}

/** Files under encryption, each opened only with the text it was bound to. */
export type FileStore = {
  put(bytes: Uint8Array, binding: { aad: string }): Promise<string>;
  get(fileId: string, binding: { aad: string }): Promise<Buffer>;
  remove(fileId: string): Promise<void>;
};
