import type { Generated } from 'kysely';
import type { Instant, Json } from '../columns.ts';

export interface Devices {
  user_id: string;
  device_id: string;
  operating_system: string;
  fingerprint_hash: Buffer | null;
  reported_at: Instant;
}
export interface TrackingRecords {
  user_id: string;
  record_id: Generated<string>;
  device_id: string;
  id_name: string;
  started_at: Instant;
  duration_ms: number;
  content_enc: Buffer | null;
  saved_at: Instant;
}
export interface ScriptErrors {
  group_hash: Buffer;
  type: 'script_error' | 'fingerprint_failure';
  name: string;
  message: string;
  stack: Json<readonly string[]>;
  screen: string;
  browser: string;
  app_version: string;
  occurrences: Generated<number>;
  first_seen_at: Instant;
  last_seen_at: Instant;
}
