import { type Kysely, sql } from 'kysely';

/**
 * No table is emptied at once: what is append-only would be gone with one word, and nothing here needs the word. And what
 * the self-checks ask: when each held last, which money in suspense was
 * decided since, and where a provider contradicted itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_truncate() returns trigger language plpgsql as $$
    begin
      raise exception '% is never emptied at once', tg_table_name using errcode = 'restrict_violation';
    end $$;

    do $$
    declare
      emptied text;
    begin
      for emptied in
        select c.relname from pg_class c
        where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname not like 'kysely%'
          -- 32 is "truncate" among the bits of a trigger's kind.
          and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgtype & 32 <> 0)
      loop
        execute format('create trigger %I before truncate on %I execute function refuse_truncate()',
                       emptied || '_no_truncate', emptied);
      end loop;
    end $$;

    /** Of a card that nobody could read no picture is kept, a PAN card's neither, where what may not be kept is still seen on it. */
    alter table identity_documents drop constraint identity_documents_picture_kept,
      add constraint identity_documents_picture_kept check (file_id is not null or not is_legible);

    create table self_check_passes (
      name text primary key,
      last_passed_at timestamptz not null
    );
    create trigger held_checks_no_truncate before truncate on self_check_passes execute function refuse_truncate();

    create index audit_log_contradicted on audit_log (at)
      where action in ('payment_contradicted', 'payout_contradicted', 'refund_contradicted');
    create unique index unclaimed_funds_by_journal on unclaimed_funds (journal_id);
    create index unclaimed_funds_decided on unclaimed_funds (decided_at) where decided_at is not null;
  `.execute(db);
}
