import type { ApprovalKind } from '@noren/core/staff/approval-kinds';
import type { WorkKind } from '@noren/core/staff/work-kinds';
import type { RawBuilder } from 'kysely';

/** For whom and when a source is read. */
export interface WorkReader {
  readonly now: number;
  readonly staffId: string;
  /** The kinds of requests that the reader may decide; null for all. */
  readonly approvals: readonly ApprovalKind[] | null;
}

/**
 * A statement whose rows wait for a person: subject text, user_id, repay_id, since, due (null where
 * the kind's hours say it), facts jsonb without personal data.
 */
export type WorkSource = (reader: WorkReader) => RawBuilder<unknown>;
export type WorkSources<K extends WorkKind> = Readonly<Record<K, WorkSource>>;
