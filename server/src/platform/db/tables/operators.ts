import type { Generated } from 'kysely';
import type { Instant, Json, MaybeInstant } from '../columns.ts';

export interface OperatorRequests {
  requestId: Generated<string>;
  kind: string;
  userId: string | null;
  orderId: string | null;
  detail: Json<unknown>;
  reason: string;
  maker: string;
  createdAt: Instant;
  state: Generated<'open' | 'approved' | 'refused'>;
  checker: string | null;
  decidedAt: MaybeInstant;
}
