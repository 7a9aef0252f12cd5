import type { Instant, Json, MaybeInstant, MaybeJson } from '../columns.ts';

export interface Addenda {
  user_id: string;
  addendum_no: string;
  order_id: string;
  quote: Json<unknown>;
  document: Json<unknown>;
  hash: string;
  language: string;
  day: string;
  created_at: Instant;
  acceptance: MaybeJson<Record<string, unknown>>;
  accepted_at: MaybeInstant;
  lapsed_at: MaybeInstant;
}
