import type { Generated } from 'kysely';
import type { Instant, Json, MaybeInstant } from '../columns.ts';

export interface OperatorRequests {
  request_id: Generated<string>;
  kind: string;
  user_id: string | null;
  order_id: string | null;
  detail: Json<unknown>;
  reason: string;
  maker: string;
  created_at: Instant;
  state: Generated<'open' | 'approved' | 'refused'>;
  checker: string | null;
  decided_at: MaybeInstant;
}
