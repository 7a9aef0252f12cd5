import type { DebtMessage } from '@noren/core/lending/debt-contact';
import type { Generated } from 'kysely';
import type { Instant, Json, MaybeInstant } from '../columns.ts';

export interface ClosedDays {
  day: string;
  started_at: Instant;
  finished_at: MaybeInstant;
  orders: Generated<number>;
  failed: Generated<number>;
}
export interface DayCloseFailures {
  user_id: string;
  order_id: string;
  day: string;
  reason: string;
  attempts: Generated<number>;
  first_failed_at: Instant;
  last_failed_at: Instant;
}
export interface DunningMessages {
  user_id: string;
  order_id: string;
  day: string;
  template: DebtMessage;
  amount_paise: Generated<number>;
  state: Generated<'waiting' | 'sent' | 'dropped'>;
  reason: string | null;
  created_at: Instant;
  finished_at: MaybeInstant;
}
export interface SelfCheckPasses {
  name: string;
  last_passed_at: Instant;
}
export interface ProviderReconciliations {
  day: string;
  checked_at: Instant;
  differences: Json<unknown>;
}
