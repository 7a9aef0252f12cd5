import { type Kysely, sql } from 'kysely';

/**
 * What a night asks for by its time is found by an index: what was booked or ended since the last checks, and what
 * providers and we have of one day. What every night writes is written beside where it was.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /** Every order that owes is written each night: with room beside it no index is. */
    alter table orders set (fillfactor = 75);

    /** Journals come in the order of their booking: a summary of each stretch of the table is enough. */
    create index journals_by_booking on journals using brin (booked_at) with (pages_per_range = 16, autosummarize = on);
    create index orders_by_end on orders (closed_at) where closed_at is not null;
    create index orders_failed_until on orders (open_until) where status = 45;
    create index provider_payments_by_day on provider_payments (paid_at);
    create index payment_intents_by_day on payment_intents using brin (as_of_day)
      with (pages_per_range = 16, autosummarize = on);
    create index refunds_by_day on refunds (decided_at) where state = 'confirmed';
    create index payouts_by_day on payouts (decided_at) where state = 'confirmed';

    create index sandbox_webhooks_waiting on sandbox_webhooks (due_at) where delivered_at is null;
    create index sandbox_payments_by_day on sandbox_payments (paid_at);
    create index sandbox_refunds_by_day on sandbox_refunds (received_at);
    create index sandbox_payouts_by_day on sandbox_payouts (received_at);
  `.execute(db);
}
