import { type Kysely, sql } from 'kysely';

/**
 * The ledger's rules at less cost. A journal is summed once, by its own trigger at commit, as before; its entries come
 * in one statement, in the transaction that writes it, so that none can come after it was summed. Foreign keys go that
 * another rule proves: an entry's journal is seen by that trigger and never goes, an order's user is its quote's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger entries_balance on entries;
    create function check_entries_come_once() returns trigger language plpgsql as $$
    declare
      journal uuid;
      is_new boolean;
    begin
      select a.journal_id, j.written_by_xact is not distinct from pg_current_xact_id() into journal, is_new
        from (select user_id, journal_id, count(*) as lines from added group by user_id, journal_id) a
        left join journals j on j.user_id = a.user_id and j.journal_id = a.journal_id
        where j.written_by_xact is distinct from pg_current_xact_id()
           or a.lines <> (select count(*) from entries e where e.user_id = a.user_id and e.journal_id = a.journal_id)
        limit 1;
      if not found then
        return null;
      end if;
      if is_new then
        raise exception 'entries of journal % come in more than one statement', journal
          using errcode = 'restrict_violation';
      end if;
      raise exception 'journal % was written before: post a correcting journal', journal
        using errcode = 'restrict_violation';
    end $$;
    create trigger entries_come_once after insert on entries
      referencing new table as added for each statement execute function check_entries_come_once();

    alter table entries drop constraint entries_user_id_journal_id_fkey;
    alter table orders drop constraint orders_user_id_fkey;
  `.execute(db);
}
