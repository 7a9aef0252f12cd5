import { type Kysely, sql } from 'kysely';

/** A record of consent also says what was decided and which data it is about; it is never deleted, and never changed but by its end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table consents
      add column decision text not null default 'given' check (decision in ('given', 'refused')),
      add column items jsonb not null default '[]';
    alter table consents alter column decision drop default, alter column items drop default;

    create function refuse_consent_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.withdrawn_at is null and new.withdrawn_at is not null
        and to_jsonb(new) - 'withdrawn_at' = to_jsonb(old) - 'withdrawn_at' then
        return new;
      end if;
      raise exception 'a consent is never changed or deleted: withdrawing sets its end, once'
        using errcode = 'restrict_violation';
    end $$;
    create trigger consents_append_only before update or delete on consents
      for each row execute function refuse_consent_change();
    create trigger consents_no_truncate before truncate on consents execute function refuse_consent_change();
  `.execute(db);
}
