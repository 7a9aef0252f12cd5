import type { DebtMessage } from '@noren/core/lending/debt-contact';
import type { Generated } from 'kysely';
import type { Instant, Json, MaybeInstant } from '../columns.ts';

export interface ClosedDays {
  day: string;
  startedAt: Instant;
  finishedAt: MaybeInstant;
  orders: Generated<number>;
  failed: Generated<number>;
}
export interface DayCloseFailures {
  userId: string;
  orderId: string;
  day: string;
  reason: string;
  attempts: Generated<number>;
  firstFailedAt: Instant;
  lastFailedAt: Instant;
}
export interface DunningMessages {
  userId: string;
  orderId: string;
  day: string;
  template: DebtMessage;
  amountPaise: Generated<number>;
  state: Generated<'waiting' | 'sent' | 'dropped'>;
  reason: string | null;
  createdAt: Instant;
  finishedAt: MaybeInstant;
}
export interface SelfCheckPasses {
  name: string;
  lastPassedAt: Instant;
}
export interface ProviderReconciliations {
  day: string;
  checkedAt: Instant;
  differences: Json<unknown>;
}
