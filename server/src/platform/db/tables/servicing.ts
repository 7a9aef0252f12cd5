import type { Instant, Json, MaybeInstant, MaybeJson } from '../columns.ts';

export interface Addenda {
  userId: string;
  addendumNo: string;
  orderId: string;
  quote: Json<unknown>;
  document: Json<unknown>;
  hash: string;
  language: string;
  day: string;
  createdAt: Instant;
  acceptance: MaybeJson<Record<string, unknown>>;
  acceptedAt: MaybeInstant;
  lapsedAt: MaybeInstant;
}
