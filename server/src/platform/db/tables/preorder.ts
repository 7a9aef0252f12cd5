import type { Generated } from 'kysely';
import type { Instant, Json, MaybeInstant } from '../columns.ts';

export interface Guidances {
  user_id: string;
  guidance_id: Generated<string>;
  settled_loans: number;
  current_limit_paise: number;
  proposed_limit_paise: number;
  products: Json<unknown>;
  coupon_id: string;
  basis: Json<Record<string, unknown>>;
  created_at: Instant;
  expires_at: Instant;
  answer: 'applied' | 'given_up' | null;
  answered_at: MaybeInstant;
}
export interface LimitRequests {
  user_id: string;
  guidance_id: string;
  from_paise: number;
  to_paise: number;
  language: string;
  text_version: string;
  device_id: string;
  address_hash: string;
  session_id: string;
  at: Instant;
}
