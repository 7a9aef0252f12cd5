import { type Kysely, sql } from 'kysely';

/**
 * The ledger: journals of entries that balance, never updated, never deleted.
 * Amounts are signed paise, debits positive. Value day decides what is owed; booked_at says when it was written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table journals (
      user_id uuid not null,
      journal_id uuid not null default uuidv7(),
      order_id uuid not null,
      kind text not null,
      value_day date not null,
      booked_at timestamptz not null,
      /** One journal per cause: a payout reference, a payment's provider id. */
      cause text not null,
      reverses uuid,
      reason text,
      /** The transaction that wrote it: a journal is whole at its commit, and takes no entry later. */
      written_by_xact xid8 not null default pg_current_xact_id(),
      primary key (user_id, journal_id),
      foreign key (user_id, order_id) references orders,
      foreign key (user_id, reverses) references journals (user_id, journal_id)
    );
    create unique index journals_one_per_cause on journals (user_id, order_id, kind, cause);
    create unique index journals_reversed_once on journals (user_id, reverses) where reverses is not null;
    create table entries (
      user_id uuid not null,
      journal_id uuid not null,
      line int not null,
      account text not null,
      amount_paise bigint not null check (amount_paise <> 0),
      primary key (user_id, journal_id, line),
      foreign key (user_id, journal_id) references journals
    );

    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'rows of % are never changed or deleted: post a correcting journal', tg_table_name
        using errcode = 'restrict_violation';
    end $$;
    create trigger journals_append_only before update or delete on journals
      for each row execute function refuse_change();
    create trigger entries_append_only before update or delete on entries
      for each row execute function refuse_change();
    create trigger journals_no_truncate before truncate on journals execute function refuse_change();
    create trigger entries_no_truncate before truncate on entries execute function refuse_change();
    create trigger audit_append_only before update or delete on audit_log
      for each row execute function refuse_change();
    create trigger audit_no_truncate before truncate on audit_log execute function refuse_change();

    create function check_journal_balances() returns trigger language plpgsql as $$
    declare
      total bigint;
      author xid8;
    begin
      select sum(amount_paise), (select written_by_xact from journals where user_id = new.user_id and journal_id = new.journal_id)
        into total, author from entries where user_id = new.user_id and journal_id = new.journal_id;
      if author is distinct from pg_current_xact_id() then
        raise exception 'journal % was written before: post a correcting journal', new.journal_id
          using errcode = 'restrict_violation';
      end if;
      if total is distinct from 0 then
        raise exception 'journal % is out of balance by % paise', new.journal_id, coalesce(total::text, 'having no entry')
          using errcode = 'check_violation';
      end if;
      return null;
    end $$;
    create constraint trigger journals_balance after insert on journals
      deferrable initially deferred for each row execute function check_journal_balances();
    create constraint trigger entries_balance after insert on entries
      deferrable initially deferred for each row execute function check_journal_balances();
  `.execute(db);
}
