import type { Generated } from 'kysely';
import type { Instant, Json, MaybeInstant } from '../columns.ts';

export interface Guidances {
  userId: string;
  guidanceId: Generated<string>;
  settledLoans: number;
  currentLimitPaise: number;
  proposedLimitPaise: number;
  products: Json<unknown>;
  couponId: string;
  basis: Json<Record<string, unknown>>;
  createdAt: Instant;
  expiresAt: Instant;
  answer: 'applied' | 'given_up' | null;
  answeredAt: MaybeInstant;
}
export interface LimitRequests {
  userId: string;
  guidanceId: string;
  fromPaise: number;
  toPaise: number;
  language: string;
  textVersion: string;
  deviceId: string;
  addressHash: string;
  sessionId: string;
  at: Instant;
}
