-- The program's role writes the seal into a row that waits. A table with `refuse_change` is
-- append-only to that role, whatever the trigger's condition says, so sealed papers have a
-- function of their own.

drop trigger sealed_papers_no_change on sealed_papers;

create function refuse_sealed_change() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'sealed rows of % are never changed or deleted', tg_table_name
    using errcode = 'restrict_violation';
end $$;
comment on function refuse_sealed_change() is 'Rejects the statement that changes a sealed paper.';

create trigger sealed_papers_no_change before update or delete on sealed_papers
  for each row when (old.sealed_at is not null) execute function refuse_sealed_change();
comment on trigger sealed_papers_no_change on sealed_papers is 'A sealed paper stays as it is.';
