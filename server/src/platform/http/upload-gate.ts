import { OverloadError, RETRY_AFTER_SECONDS } from './overload-error.ts';
import { tooMany } from './rate-limits.ts';

/** Limits of the uploads that one instance reads at once. */
export interface UploadGateLimits {
  /** Bytes of all uploads whose bodies are being read or worked on. */
  readonly bytesAtOnce: number;
  /** Uploads of one user that wait, unread, for the one before them. */
  readonly waiting: number;
}

/** 32 whole uploads; phones send pictures of some 600 kB. @ASSUMED */
export const UPLOAD_GATE_LIMITS: UploadGateLimits = { bytesAtOnce: 256 * 1024 * 1024, waiting: 20 };

/** Of callers who are not signed in: they never take the room of those who are. @ASSUMED */
export const STRANGER_GATE_LIMITS: UploadGateLimits = {
  bytesAtOnce: 32 * 1024 * 1024,
  waiting: 2,
};

/**
 * Lets uploads begin: one of a user at a time, and no more bytes together than the memory has room
 * for.
 */
export interface UploadGate {
  /**
   * Waits for the user's other uploads. Nothing of the body may be read before.
   * @returns to be called when the upload was answered
   * @throws CallError 429 when too many wait @throws OverloadError when all uploads together are too large
   */
  enter(userId: string, bytes: number): Promise<() => void>;
}

export function makeUploadGate(limits: UploadGateLimits): UploadGate {
  /** The uploads that wait behind each user's present one. */
  const queues = new Map<string, (() => void)[]>();
  let bytesNow = 0;

  const leave = (userId: string): void => {
    const next = queues.get(userId)?.shift();
    if (next) next();
    else queues.delete(userId);
  };

  async function takeTurn(userId: string): Promise<void> {
    const queue = queues.get(userId);
    if (!queue) return void queues.set(userId, []);

    if (queue.length >= limits.waiting) throw tooMany(RETRY_AFTER_SECONDS);

    await new Promise<void>((resolve) => queue.push(resolve));
  }

  return {
    async enter(userId, bytes) {
      await takeTurn(userId);
      if (bytesNow + bytes > limits.bytesAtOnce) {
        leave(userId);
        throw new OverloadError();
      }

      bytesNow += bytes;

      return () => {
        bytesNow -= bytes;
        leave(userId);
      };
    },
  };
}
