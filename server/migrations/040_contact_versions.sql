-- The contacts for complaints, as they were published from each day.

create table contact_versions (
  from_day date primary key,
  contacts jsonb not null
);
comment on table contact_versions is
  'The contacts for complaints that were published from a day until the next: the lender, its '
  'officers, customer service. Written when the program starts with others than before.';
comment on column contact_versions.contacts is
  'The lender''s file as the program read it. Of a day with several files, the last one.';

call forbid_truncate();
