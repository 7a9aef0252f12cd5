import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

export interface OutboxRow {
  readonly what: 'sms' | 'push' | 'other_sms' | 'mail' | 'payout' | 'refund' | 'event';
  readonly state: string;
  readonly count: number;
  readonly oldestAt: number | null;
}

/**
 * What waits to leave or for an answer, by kind and state. A message that was tried is as old as
 * its notification, because each attempt moves the next; one that was not waits since it is due,
 * for it may have to wait for the morning.
 */
export async function readOutbox(db: Db): Promise<OutboxRow[]> {
  const read = await sql<OutboxRow>`
    select d.channel as what, d.state, count(*)::int as count,
           min(case when d.attempts = 0 then d.next_attempt_at else n.sent_at end) as oldest_at
    from notification_deliveries d join notifications n using (user_id, notification_id)
    where d.next_attempt_at is not null group by d.channel, d.state
    union all
    select 'payout', state, count(*)::int, min(created_at) from payouts
    where state in ('waiting', 'sent', 'queued', 'unknown') group by state
    union all
    select 'refund', state, count(*)::int, min(created_at) from refunds
    where state in ('waiting', 'sent', 'unknown') group by state
    union all
    select 'event', outcome, count(*)::int, min(received_at) from provider_events
    where outcome = 'unknown' group by outcome
    order by 1, 2`.execute(db);
  return read.rows;
}
