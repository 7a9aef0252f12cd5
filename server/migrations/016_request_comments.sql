-- What the maker of a request and those who may decide it write to each other while it waits.

create table request_comments (
  user_id uuid not null,
  request_id uuid not null references operator_requests,
  comment_id uuid not null default uuidv7(),
  staff_id uuid not null references staff,
  text_enc bytea not null,
  written_at timestamptz not null,
  primary key (user_id, request_id, comment_id)
);
comment on table request_comments is
  'A comment on a request, by its maker or somebody who may decide it. Encrypted. Append-only, but for an erasure.';
comment on column request_comments.user_id is
  'The borrower of the request; of a request about none, the request itself.';
create trigger request_comments_no_change
  before update of user_id, request_id, comment_id, staff_id, written_at on request_comments
  for each row execute function refuse_change();
comment on trigger request_comments_no_change on request_comments is
  'Nothing of a comment changes; its text is only encrypted with another key.';

call forbid_truncate();
