import type { Generated } from 'kysely';
import type { Day, Instant, MaybeJson } from '../columns.ts';

interface Journals {
  userId: string;
  journalId: Generated<string>;
  /** Null for the lender's own journals, which queries by order or user do not find. */
  orderId: string | null;
  kind: string;
  valueDay: Day;
  bookedAt: Instant;
  cause: string;
  reverses: string | null;
  reason: string | null;
  detail: MaybeJson<Record<string, unknown>>;
}

interface Entries {
  userId: string;
  journalId: string;
  line: number;
  account: string;
  amountPaise: number;
}

export interface LedgerTables {
  journals: Journals;
  entries: Entries;
}
