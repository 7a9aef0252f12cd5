import { type Kysely, sql } from 'kysely';

/** The one outbox: a row for each notice, written with what causes it, and one for each way it goes out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notifications add reference text;
    update notifications set reference = encode(content_hash, 'hex');
    alter table notifications
      alter reference set not null,
      drop column content_hash,
      /** What caused it, so that a cause told of twice is one notice. */
      add unique (user_id, kind, reference);

    /** How a notice goes to its reader; 'unknown' was handed over and not answered, and is asked about, not sent again. */
    create table notification_deliveries (
      user_id uuid not null,
      notification_id uuid not null,
      channel text not null check (channel in ('sms', 'push')),
      kind text not null,
      state text not null default 'queued'
        check (state in ('queued', 'sent', 'delivered', 'failed', 'expired', 'withheld', 'unknown')),
      attempts int not null default 0,
      polls int not null default 0,
      /** The business day it was last tried on. */
      day date,
      last_attempt_at timestamptz,
      /** When it is looked at next; null when nothing is left to do. */
      next_attempt_at timestamptz,
      provider_id text,
      /** The registered template it was sent under: the provider's id and the registry's. */
      registered_template text,
      language text,
      reason text,
      primary key (user_id, notification_id, channel),
      foreign key (user_id, notification_id) references notifications
    );
    create index message_deliveries_by_message on notification_deliveries (notification_id);
    create index message_deliveries_waiting on notification_deliveries (next_attempt_at) where next_attempt_at is not null;
    create index message_deliveries_of_day on notification_deliveries (user_id, day);

    /** Where a device's browser takes pushes; without a subscription it ran out, and the app makes another. */
    create table push_subscriptions (
      user_id uuid not null references users,
      device_id uuid not null,
      subscription_enc bytea,
      endpoint_hash bytea not null unique,
      saved_at timestamptz not null,
      expired_at timestamptz,
      primary key (user_id, device_id),
      check ((subscription_enc is null) = (expired_at is not null))
    );

    alter table sandbox_messages add reference text;
    create index sandbox_messages_by_reference on sandbox_messages (reference) where reference is not null;
  `.execute(db);
}
