-- The lender's people: who they are, how they sign in, what they may do, and the chain of what they did.

create table staff (
  staff_id uuid primary key default uuidv7(),
  name text not null check (length(trim(name)) >= 2),
  email text not null check (email = lower(email)),
  state text not null default 'invited' check (state in ('invited', 'active', 'removed')),
  is_sandbox boolean not null default false,
  created_at timestamptz not null,
  removed_at timestamptz,
  constraint staff_removed_check check ((state = 'removed') = (removed_at is not null))
);
comment on table staff is 'A person who works for the lender. Never deleted: what they did refers to them.';
comment on column staff.is_sandbox is
  'An invented person that a sandbox signs in without a passkey; production never signs them in.';
create unique index staff_email_key on staff (email) where state <> 'removed';
create trigger staff_no_delete before delete on staff for each row execute function refuse_delete();
comment on trigger staff_no_delete on staff is 'People of the lender are removed by their state.';

create table staff_roles (
  staff_id uuid not null references staff,
  role text not null check (role in ('support', 'reviewer', 'credit_officer', 'payments', 'collections',
    'grievance_officer', 'product_manager', 'accountant', 'auditor', 'administrator')),
  given_at timestamptz not null,
  ended_at timestamptz,
  primary key (staff_id, role, given_at)
);
comment on table staff_roles is 'A role that somebody has or had. Its permissions are in core/src/staff/roles.ts.';
create unique index staff_roles_active_key on staff_roles (staff_id, role) where ended_at is null;

create table staff_invitations (
  staff_id uuid not null references staff,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (staff_id, token_hash)
);
comment on table staff_invitations is
  'A link by which somebody makes a first passkey, once, within a day. A later one ends the ones before.';

create table staff_passkeys (
  staff_id uuid not null references staff,
  passkey_id uuid not null default uuidv7(),
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  ended_at timestamptz,
  primary key (staff_id, passkey_id)
);
comment on table staff_passkeys is 'A passkey of somebody, checked by WebAuthn with user verification.';
comment on column staff_passkeys.credential_id is 'The authenticator''s id of it, base64url.';
comment on column staff_passkeys.counter is 'Its last signature counter; zero for passkeys that do not count.';

create table staff_sessions (
  staff_id uuid not null references staff,
  session_id uuid not null default uuidv7(),
  token_hash bytea not null unique,
  assurance text not null check (assurance in ('passkey', 'company', 'sandbox')),
  browser text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz,
  primary key (staff_id, session_id)
);
comment on table staff_sessions is 'A browser in which somebody is signed in: 15 minutes idle, 12 hours at most.';
comment on column staff_sessions.assurance is 'By a passkey, with the company''s account, or by the sandbox''s one tap.';
comment on column staff_sessions.browser is 'A short name of the browser, for its owner to recognize.';

create table staff_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('sign_in', 'enrol', 'add_passkey', 'confirm', 'company_sign_in')),
  staff_id uuid references staff,
  content_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table staff_challenges is
  'What a passkey was asked to sign, once, within five minutes; or a sign-in at the company''s page, once, within ten.';
comment on column staff_challenges.challenge_hash is 'Of a sign-in at the company''s page: the hash of its state.';
comment on column staff_challenges.staff_id is 'Null for a sign-in: the passkey says who it is.';
comment on column staff_challenges.content_hash is 'Of a confirmation: the hash of the call and its content, so that it confirms nothing else. Of a sign-in at the company''s page: the hash of its browser''s secret.';
create index staff_challenges_expires_at_idx on staff_challenges (expires_at);

create table staff_audit (
  seq bigint primary key,
  at timestamptz not null,
  staff_id uuid references staff,
  action text not null,
  user_id uuid,
  subject text,
  detail jsonb not null,
  previous_hash bytea not null,
  hash bytea not null unique
);
comment on table staff_audit is
  'Each act of the lender''s people and each read of personal data, as a chain: a row holds the hash of the one before. Append-only.';
comment on column staff_audit.staff_id is 'Null for what was done by a command on the server, or before somebody is known.';
comment on column staff_audit.user_id is 'The borrower concerned, if one is.';
comment on column staff_audit.detail is 'What the act said: ids, amounts, reasons, names of fields; no personal data.';
comment on column staff_audit.hash is 'SHA-256 of the row before''s hash and of this row in canonical JSON.';
create trigger staff_audit_append_only before update or delete on staff_audit
  for each row execute function refuse_change();
comment on trigger staff_audit_append_only on staff_audit is 'Audit rows are never changed or deleted.';
create index staff_audit_staff_idx on staff_audit (staff_id, seq);
create index staff_audit_staff_action_idx on staff_audit (staff_id, action, seq);
create index staff_audit_field_idx on staff_audit ((detail->>'field'), seq) where detail->>'field' is not null;
create index staff_audit_action_idx on staff_audit (action, seq);
create index staff_audit_user_idx on staff_audit (user_id, seq) where user_id is not null;
create index staff_audit_subject_idx on staff_audit (subject, seq) where subject is not null;

create table staff_audit_head (
  is_only_row boolean primary key default true check (is_only_row),
  seq bigint not null,
  hash bytea not null
);
comment on table staff_audit_head is 'The end of the chain; writers lock it, so that the chain does not fork.';
insert into staff_audit_head (seq, hash) values (0, '\x00');

create table work_claims (
  kind text not null,
  subject text not null,
  staff_id uuid not null references staff,
  claimed_at timestamptz not null,
  until timestamptz not null,
  primary key (kind, subject)
);
comment on table work_claims is 'Who works on something that waits for a person. A claim ends by itself.';
create index work_claims_until_idx on work_claims (until);

create table staff_notes (
  user_id uuid not null references users,
  note_id uuid not null default uuidv7(),
  staff_id uuid not null references staff,
  text_enc bytea not null,
  written_at timestamptz not null,
  primary key (user_id, note_id)
);
comment on table staff_notes is 'What somebody of the lender noted about a borrower, for colleagues only.';

create table link_campaigns (
  campaign_id uuid primary key default uuidv7(),
  request_id uuid not null unique,
  segment text not null check (segment in ('overdue_d1', 'overdue_d8', 'overdue_d31', 'overdue_d61', 'overdue_d91',
    'not_seen_30', 'not_seen_90', 'offer_ready')),
  most int not null check (most > 0),
  staff_id uuid not null references staff,
  reason text not null,
  links int not null default 0,
  made_up_to uuid,
  started_at timestamptz not null,
  finished_at timestamptz,
  constraint link_campaigns_within_most_check check (links between 0 and most)
);
comment on table link_campaigns is 'Links for everybody of a segment, one each, made by a job within the hours in which borrowers may be contacted.';
comment on column link_campaigns.request_id is 'The approved request that made it.';
comment on column link_campaigns.made_up_to is 'The last user who was looked at: the job goes on after this one.';
create index link_campaigns_unfinished_idx on link_campaigns (started_at) where finished_at is null;

create table staff_links (
  user_id uuid not null references users,
  link_id uuid not null default uuidv7(),
  kind text not null check (kind in ('sign_in', 'payment')),
  order_id uuid,
  staff_id uuid not null references staff,
  reason text not null,
  campaign_id uuid,
  token_hash bytea,
  state text not null default 'queued' check (state in ('queued', 'sent', 'refused', 'unknown', 'withheld')),
  made_at timestamptz not null,
  sent_at timestamptz,
  primary key (user_id, link_id),
  unique (user_id, token_hash),
  foreign key (user_id, order_id) references orders,
  constraint staff_links_sent_check check ((state = 'queued') = (sent_at is null)),
  constraint staff_links_payment_check check ((kind = 'payment') = (order_id is not null))
);
comment on table staff_links is
  'A link that somebody of the lender sent to a borrower''s phone. Nobody of the lender sees it: it is made when it is sent.';
comment on column staff_links.token_hash is 'Of the token in magic_links, which says whether it was used.';
comment on column staff_links.state is 'refused: the SMS provider did not accept it. unknown: it did not answer. withheld: a reason not to send it came up before it was sent.';
comment on column staff_links.campaign_id is 'The campaign that made it. No foreign key: keys of a user''s table contain the user.';
create index staff_links_made_idx on staff_links (link_id);
create index staff_links_campaign_idx on staff_links (campaign_id) where campaign_id is not null;
create unique index staff_links_one_of_campaign_key on staff_links (user_id, campaign_id) where campaign_id is not null;

call forbid_truncate();
