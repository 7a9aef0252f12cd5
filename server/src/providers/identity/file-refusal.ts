import type { FileRefusal } from '../../platform/ports/identity-sources.ts';

/** Why reading an offline file ended. */
export class FileRefusalError extends Error {
  readonly reason: FileRefusal;
  constructor(reason: FileRefusal) {
    super(reason);
    this.reason = reason;
  }
}
