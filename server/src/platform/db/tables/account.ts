import type { Generated } from 'kysely';
import type { Instant, MaybeInstant } from '../columns.ts';

export interface DataChanges {
  userId: string;
  changeId: Generated<string>;
  field: string;
  beforeEnc: Buffer | null;
  afterEnc: Buffer;
  state: 'done' | 'waiting' | 'refused';
  requestedAt: Instant;
  decidedAt: MaybeInstant;
  decidedBy: string | null;
}
export interface Nominees {
  userId: string;
  relationship: string;
  nameEnc: Buffer;
  phoneEnc: Buffer;
  maskedPhone: string;
  savedAt: Instant;
}
export interface DataExports {
  userId: string;
  exportId: Generated<string>;
  state: 'making' | 'ready' | 'gone';
  language: string;
  requestedAt: Instant;
  readyAt: MaybeInstant;
  expiresAt: Instant;
  jsonFileId: string | null;
  pdfFileId: string | null;
}
export interface Erasures {
  userId: string;
  erasureId: Generated<string>;
  state: 'waiting' | 'cancelled' | 'stopped' | 'done';
  requestedAt: Instant;
  dueAt: Instant;
  endedAt: MaybeInstant;
}
export interface RetainedRecords {
  userId: string;
  recordEnc: Buffer;
  fileIds: string[];
  law: string;
  retainUntil: string;
}
