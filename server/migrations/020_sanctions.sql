-- Sanctions lists, and who of the borrowers may be on one.

create table sanctions_lists (
  list_id uuid primary key default uuidv7(),
  list text not null check (list in ('un', 'national')),
  source text not null check (source in ('fetched', 'uploaded')),
  state text not null check (state in ('waiting', 'in_force', 'replaced', 'dropped', 'failed')),
  list_day date,
  people int not null default 0 check (people >= 0),
  entities int not null default 0 check (entities >= 0),
  doubt text check (doubt in ('uploaded', 'empty', 'much_shorter', 'older')),
  fault text,
  fault_line int,
  staff_id uuid references staff,
  read_at timestamptz not null,
  checked_at timestamptz not null,
  in_force_at timestamptz,
  ended_at timestamptz,
  constraint sanctions_lists_failed_check check ((state = 'failed') = (fault is not null)),
  constraint sanctions_lists_line_check check ((fault is null) = (fault_line is null)),
  constraint sanctions_lists_day_check check (state = 'failed' or list_day is not null),
  constraint sanctions_lists_uploaded_check check ((source = 'uploaded') = (staff_id is not null)),
  constraint sanctions_lists_in_force_check
    check (case state when 'in_force' then in_force_at is not null when 'replaced' then in_force_at is not null
      else in_force_at is null end),
  constraint sanctions_lists_ended_check check ((state in ('replaced', 'dropped')) = (ended_at is not null))
);
comment on table sanctions_lists is
  'Each reading of a sanctions list that gave something new, or failed. One of each list is in force.';
comment on column sanctions_lists.state is
  'Waiting: two people decide whether it comes into force. Dropped: another came before they did.';
comment on column sanctions_lists.list_day is 'The day that the list bears, or that its sender says.';
comment on column sanctions_lists.doubt is 'Why it does not come into force by itself; null if it does.';
comment on column sanctions_lists.fault_line is 'Where the reading stopped; 0 where it is of no line.';
comment on column sanctions_lists.checked_at is 'When its source last gave exactly this list.';
create unique index sanctions_lists_in_force_key on sanctions_lists (list) where state = 'in_force';
create unique index sanctions_lists_waiting_key on sanctions_lists (list, source) where state = 'waiting';
create index sanctions_lists_read_idx on sanctions_lists (list, read_at);

create table sanctions_entries (
  list_id uuid not null references sanctions_lists on delete cascade,
  entry_id text not null,
  entry jsonb not null,
  primary key (list_id, entry_id)
);
comment on table sanctions_entries is 'A person or an organisation on a list: published data about no borrower.';
comment on column sanctions_entries.entry_id is 'As the list names it, which stays the same from one list to the next.';

create table sanctions_hits (
  user_id uuid not null references users,
  hit_id uuid not null default uuidv7(),
  list text not null check (list in ('un', 'national')),
  entry_id text not null,
  entry jsonb not null,
  list_day date not null,
  score int not null check (score between 0 and 100),
  is_year_near boolean not null,
  state text not null check (state in ('seen', 'held', 'other_person', 'same_person', 'superseded')),
  found_at timestamptz not null,
  decided_by uuid references staff,
  decided_at timestamptz,
  reason text,
  primary key (user_id, hit_id),
  constraint sanctions_hits_held_check check (state not in ('held', 'other_person', 'same_person') or is_year_near),
  constraint sanctions_hits_decided_check
    check ((decided_by is null) = (decided_at is null) and (decided_by is null) = (reason is null)),
  constraint sanctions_hits_decision_check
    check (state not in ('other_person', 'same_person') or decided_by is not null)
);
comment on table sanctions_hits is
  'An entry of a sanctions list whose name is like a borrower''s. The borrower is never told of it.';
comment on column sanctions_hits.entry is 'The entry as it was compared.';
comment on column sanctions_hits.score is 'How much of both names agrees, in percent.';
comment on column sanctions_hits.state is
  'Seen: the name alone agrees, which holds nobody. Held: the year of birth agrees too. Superseded: the entry or the person''s data changed since.';
create unique index sanctions_hits_current_key on sanctions_hits (user_id, list, entry_id) where state <> 'superseded';
create index sanctions_hits_open_idx on sanctions_hits (found_at, user_id) where state = 'held';
create index sanctions_hits_state_idx on sanctions_hits (state, found_at);

create table sanctions_screenings (
  user_id uuid primary key references users,
  screened_with text not null,
  screened_at timestamptz not null
);
comment on table sanctions_screenings is
  'With which lists a borrower was last screened. Without a row, or with other lists than those in force, they are screened again.';
comment on column sanctions_screenings.screened_with is 'The ids of the lists that were in force, separated by commas.';

alter table operator_requests drop constraint operator_requests_kind_check;
alter table operator_requests add constraint operator_requests_kind_check
  check (kind in ('waiver', 'write_off', 'reversal', 'payment_move', 'refund_retry', 'refund_payout',
    'payout_reversal', 'payout_cancel', 'proof', 'unclaimed_payment_claim', 'unclaimed_payment_return', 'settlement_offer', 'coupon',
    'product_version', 'scorecard_version', 'limit_override', 'full_kyc', 'contact_hold', 'lending_freeze',
    'lending_start', 'erasure', 'nominee_claim', 'staff_invitation', 'role_change', 'key_rotation', 'configuration',
    'close_days', 'undo_closes', 'link_campaign', 'level_ceiling', 'sanctions_list'));

call forbid_truncate();
