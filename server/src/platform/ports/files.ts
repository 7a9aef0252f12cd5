/**
 * Who a file belongs to and what it is; bound into the encryption, so a file never opens as
 * another's.
 */
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
  /**
   * The ids of all files, a folder at a time in the order of their names, of the folders after one.
   */
  list(after?: string): AsyncIterable<FileFolder>;
  /** The id of the key that a file is encrypted with. */
  readKeyId(fileId: string): Promise<string>;
  /**
   * Encrypts a file with the current key.
   * @returns whether it had another one; false also for a file that is gone
   */
  reencrypt(fileId: string): Promise<boolean>;
};

/** A folder of stored files, such as `3f/a0`. */
export interface FileFolder {
  readonly folder: string;
  readonly fileIds: readonly string[];
}

/**
 * One content of a stored file in the archive: a file that was encrypted with another key has
 * several.
 */
export interface ArchivedFile {
  readonly fileId: string;
  /** SHA-256 of the encrypted content, in hex. */
  readonly sum: string;
  /** UTC milliseconds. */
  readonly archivedAt: number;
}

/**
 * Copies of the encrypted files beside the backups. A file that is removed stays until the backups
 * that need it are gone.
 */
export type FileArchive = {
  /**
   * Copies what the archive lacks.
   * @returns the sum of each file that the store has
   */
  copyAll(): Promise<ReadonlyMap<string, string>>;
  /**
   * Puts the newest content of each file back that the store lacks, in the order of their ids.
   * @param isWanted of all by default
   * @returns how many @throws Error for a damaged copy
   */
  restoreMissing(isWanted?: (fileId: string) => Promise<boolean>): Promise<number>;
  /**
   * Deletes the copies that are not wanted.
   * @returns how many
   */
  prune(isWanted: (file: ArchivedFile) => boolean): Promise<number>;
};
