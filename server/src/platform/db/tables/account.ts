import type { Generated } from 'kysely';
import type { Instant, MaybeInstant } from '../columns.ts';

export interface DataChanges {
  user_id: string;
  change_id: Generated<string>;
  field: string;
  before_enc: Buffer | null;
  after_enc: Buffer;
  state: 'done' | 'waiting' | 'refused';
  requested_at: Instant;
  decided_at: MaybeInstant;
  decided_by: string | null;
}
export interface Nominees {
  user_id: string;
  relationship: string;
  name_enc: Buffer;
  phone_enc: Buffer;
  masked_phone: string;
  saved_at: Instant;
}
export interface DataExports {
  user_id: string;
  export_id: Generated<string>;
  state: 'making' | 'ready' | 'gone';
  language: string;
  requested_at: Instant;
  ready_at: MaybeInstant;
  expires_at: Instant;
  json_file_id: string | null;
  pdf_file_id: string | null;
}
export interface Erasures {
  user_id: string;
  erasure_id: Generated<string>;
  state: 'waiting' | 'cancelled' | 'stopped' | 'done';
  requested_at: Instant;
  due_at: Instant;
  ended_at: MaybeInstant;
}
export interface RetainedRecords {
  user_id: string;
  record_enc: Buffer;
  file_ids: string[];
  law: string;
  retain_until: string;
}
