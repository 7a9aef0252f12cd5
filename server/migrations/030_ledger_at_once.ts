import { type Kysely, sql } from 'kysely';

/**
 * The ledger's rules in one look at each statement. A journal comes with its entries in one statement, now of necessity:
 * at its end the entries that came are summed, held to the charges that their order carries, and refused where their
 * journal is not of this transaction, names no order, or has entries already. What could come later is nothing, so that
 * there is nothing to wait for until the commit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop trigger journals_balance on journals;
    drop trigger journals_of_the_house on journals;
    drop trigger entries_come_once on entries;
    drop function check_journal_balances;
    drop function check_house_journal;
    drop function check_entries_come_once;
  `.execute(db);
  await checkEntries(db);
  await checkJournals(db);
  await sql`
    /** A journal's order is seen when it is written, and stays. */
    alter table journals drop constraint journals_user_id_order_id_fkey;
    create function refuse_removal() returns trigger language plpgsql as $$
    begin
      raise exception 'rows of % are never deleted: the ledger names them', tg_table_name
        using errcode = 'restrict_violation';
    end $$;
    create trigger orders_stay before delete on orders for each row execute function refuse_removal();
    create trigger orders_no_truncate before truncate on orders execute function refuse_removal();
  `.execute(db);
}

async function checkEntries(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function check_entries() returns trigger language plpgsql as $$
    declare
      bad record;
    begin
      select a.journal_id, a.total, a.is_first, j.written_by_xact is not distinct from pg_current_xact_id() as is_new,
             j.order_id is null as is_house, o.order_id is null as has_no_order, u.uncarried
        into bad
        from (select user_id, journal_id, sum(amount_paise) as total, min(line) = 1 as is_first,
                     bool_or(account not in ('settlement_in', 'unclaimed_receipts')) as is_lent
              from added group by user_id, journal_id) a
        left join journals j on j.user_id = a.user_id and j.journal_id = a.journal_id
        left join orders o on o.user_id = j.user_id and o.order_id = j.order_id
        left join lateral (
          select min(charge_code_of(e.account, j.kind)) as uncarried from added e
          where e.user_id = a.user_id and e.journal_id = a.journal_id and e.amount_paise < 0
            and not charge_code_of(e.account, j.kind) = any (o.charge_codes)) u on true
        where j.written_by_xact is distinct from pg_current_xact_id()
           or not a.is_first
           or a.total <> 0
           or case when j.order_id is null then a.is_lent else o.order_id is null end
           or u.uncarried is not null
        limit 1;
      if not found then
        return null;
      end if;
      if not bad.is_new then
        raise exception 'journal % was written before: post a correcting journal', bad.journal_id
          using errcode = 'restrict_violation';
      end if;
      if not bad.is_first then
        raise exception 'entries of journal % come in more than one statement', bad.journal_id
          using errcode = 'restrict_violation';
      end if;
      if bad.total <> 0 then
        raise exception 'journal % is out of balance by % paise', bad.journal_id, bad.total
          using errcode = 'check_violation';
      end if;
      if bad.is_house then
        raise exception 'journal % names no order and moves another account than money in suspense', bad.journal_id
          using errcode = 'check_violation';
      end if;
      if bad.has_no_order then
        raise exception 'journal % names an order that is not there', bad.journal_id
          using errcode = 'foreign_key_violation';
      end if;
      raise exception 'journal % takes a charge (%) that no accepted statement carries', bad.journal_id, bad.uncarried
        using errcode = 'check_violation';
    end $$;
    create trigger entries_sum_up after insert on entries
      referencing new table as added for each statement execute function check_entries();
  `.execute(db);
}

/** A journal without an entry would be seen by no look at entries. */
async function checkJournals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function check_journals() returns trigger language plpgsql as $$
    declare
      empty uuid;
    begin
      select a.journal_id into empty from added a
        where not exists (select from entries e where e.user_id = a.user_id and e.journal_id = a.journal_id)
        limit 1;
      if found then
        raise exception 'journal % is out of balance by having no entry', empty using errcode = 'check_violation';
      end if;
      return null;
    end $$;
    create trigger journals_have_entries after insert on journals
      referencing new table as added for each statement execute function check_journals();
  `.execute(db);
}
