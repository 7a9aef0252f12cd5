import type {
  FileReading,
  FileRefusal,
  SignedIdentity,
} from '../../platform/ports/identity-sources.ts';

/** Why reading an offline file ended. */
export class FileRefusalError extends Error {
  readonly reason: FileRefusal;
  constructor(reason: FileRefusal) {
    super(reason);
    this.reason = reason;
  }
}

/** What a reading found, or why it was refused. */
export async function settleReading(read: () => Promise<SignedIdentity>): Promise<FileReading> {
  try {
    return { ok: true, identity: await read() };
  } catch (error) {
    if (error instanceof FileRefusalError) return { ok: false, reason: error.reason };
    throw error;
  }
}
