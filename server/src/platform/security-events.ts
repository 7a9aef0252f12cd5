import { CODES } from '@noren/contract/codes';
import type { Logger } from 'pino';
import type { Db } from './db/db.ts';
import type { Metrics } from './monitoring/metrics.ts';
import { addSecurityCounts } from './security-event-store.ts';

/** What may be an attack; each may also be a person's mistake. */
export type SecurityEvent =
  | 'wrong_code'
  | 'refused_link'
  | 'refused_passkey'
  /** A token that opens no session, or without its cookie. */
  | 'refused_session'
  /** Somebody signed in asked for what is not theirs, is not there, or is not open to them. */
  | 'refused_call'
  | 'forged_webhook'
  | 'bad_seal'
  | 'limit'
  | 'staff_sign_in'
  /** Staff without the permission or the passkey for a call, or from another network. */
  | 'staff_refused';

/** Where it happened; nothing personal, no address. */
interface Occurrence {
  readonly call: string;
  /** Keyed hash of the caller's network: the same for the same network, and nothing else. */
  readonly network?: string;
  readonly requestId?: string;
}

/** Logs and counts what may be an attack. */
export interface SecurityEvents {
  record(event: SecurityEvent, occurrence: Occurrence): void;
  /**
   * Writes the counts since the last time; run every minute, so that very many cost no more than a
   * few.
   */
  flush(): Promise<void>;
}

/** Lines of each kind between two flushes; beyond it only the count grows. */
const MOST_LINES = 100;
export const FLUSH_EVERY_MS = 60_000;

export function makeSecurityEvents(on: {
  db: Db;
  metrics: Pick<Metrics, 'countSecurityEvent'>;
  log: Pick<Logger, 'info' | 'warn'>;
  now: () => number;
}): SecurityEvents {
  const counts = new Map<SecurityEvent, number>();

  return {
    record(event, occurrence) {
      const count = (counts.get(event) ?? 0) + 1;
      counts.set(event, count);
      on.metrics.countSecurityEvent(event);
      if (count <= MOST_LINES) on.log.info({ event, ...occurrence }, 'security event');
    },
    async flush() {
      if (counts.size === 0) return;

      const written = Object.fromEntries(counts) as Partial<Record<SecurityEvent, number>>;
      counts.clear();
      on.log.warn(written, 'security events of the last minute');
      await addSecurityCounts(on.db, written, on.now());
    },
  };
}

const LINK_REASONS: readonly unknown[] = ['link_unknown', 'link_used', 'link_expired'];

/** A code that the app's own screens never lead a signed-in user to. */
const REFUSALS: readonly number[] = [CODES.forbidden, CODES.notFound, CODES.notCertified];

/** What a new phone may not do before its owner was told for a day. */
const HELD_REASONS: readonly unknown[] = ['copy_held', 'passkey_kept'];

/**
 * The security event that a refused call stands for, if any. A call that asks for a code (316) is
 * none: it begins every act that needs one, so a count would say how much is borrowed. A wrong code
 * is counted, and a right one is in the audit log.
 */
export function toSecurityEvent(
  refused: { code: number; textId: string; data?: { reason?: unknown } | null | undefined },
  caller: { hasToken: boolean },
): SecurityEvent | null {
  if (refused.code === CODES.tooMany) return 'limit';

  const reason = refused.data?.reason;
  if (reason === 'code_wrong') return 'wrong_code';
  if (reason === 'passkey_refused') return 'refused_passkey';
  if (LINK_REASONS.includes(reason)) return 'refused_link';
  if (HELD_REASONS.includes(reason)) return 'refused_call';
  if (!caller.hasToken || refused.textId === 'error.token_expired') return null;
  if (refused.code === CODES.signedOut) return 'refused_session';

  return REFUSALS.includes(refused.code) ? 'refused_call' : null;
}
