-- Papers of a loan that the lender seals, once each time that they are agreed or become true.

create table sealed_papers (
  user_id uuid not null references users,
  paper_id uuid not null default uuidv7(),
  order_id uuid not null,
  document_id text not null check (document_id ~ '^[a-z]+\.[A-Z0-9-]{8,32}$'),
  requested_at timestamptz not null,
  is_queued boolean not null,
  sealed_at timestamptz,
  language text,
  content_hash text check (content_hash ~ '^[0-9a-f]{64}$'),
  file_id text,
  primary key (user_id, paper_id),
  foreign key (user_id, order_id) references orders (user_id, order_id),
  constraint sealed_papers_whole_check
    check (num_nulls(sealed_at, language, content_hash, file_id) in (0, 4))
);
comment on table sealed_papers is
  'A paper that is sealed, or waits for it. The file is the paper from then on; the newest row of a document counts.';
comment on column sealed_papers.document_id is 'As the borrower''s calls name it, such as agreement.N261124ABCDEFGHJK.';
comment on column sealed_papers.requested_at is 'When it was accepted, or its loan closed.';
comment on column sealed_papers.is_queued is 'Whether its job was queued; the process that runs the jobs queues the others.';
comment on column sealed_papers.language is 'The language that it was drawn in.';
comment on column sealed_papers.content_hash is
  'SHA-256 of what it was drawn from: of an accepted document, the one that was accepted.';
comment on column sealed_papers.file_id is 'The encrypted file with the seal.';
create index sealed_papers_document_idx on sealed_papers (user_id, document_id, requested_at);
create index sealed_papers_waiting_idx on sealed_papers (requested_at) where sealed_at is null;

-- The program's role writes the seal into a row that waits. A table with `refuse_change` is
-- append-only to that role, whatever the trigger's condition says, so sealed papers have a
-- function of their own.
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

call forbid_truncate();
