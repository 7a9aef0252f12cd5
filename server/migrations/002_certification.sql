-- What certification collects about a user: identity, face check, personal information, contacts, bank account.

create table survey_answers (
  user_id uuid primary key references users,
  answers jsonb not null,
  saved_at timestamptz not null
);
comment on table survey_answers is 'The answers to the questions before certification.';

create table identity_documents (
  user_id uuid not null references users,
  type text not null check (type in ('panFront', 'aadhaarFront', 'aadhaarBack')),
  file_id text,
  ocr_fields_enc bytea not null,
  confidence int not null,
  aadhaar_hash bytea,
  ocr_at timestamptz not null,
  uncertain jsonb not null default '[]',
  is_legible boolean not null default true,
  primary key (user_id, type),
  constraint identity_documents_picture_check check (file_id is not null or not is_legible)
);
comment on table identity_documents is 'The last picture of each card, with what was read from it.';
comment on column identity_documents.file_id is
  'The picture. Null for a card that could not be read: an Aadhaar number on it could not be masked.';
comment on column identity_documents.confidence is 'Of the text recognition, 0 to 100.';
comment on column identity_documents.uncertain is 'Names of the fields that the user should check.';

create table identities (
  user_id uuid primary key references users,
  name_enc bytea not null,
  name_hash bytea not null,
  birth_day_enc bytea not null,
  pan_enc bytea not null,
  pan_hash bytea not null,
  aadhaar_last4 text not null,
  aadhaar_hash bytea not null,
  ocr_fields_enc bytea not null,
  state text not null check (state in ('verified', 'review', 'refused')),
  reasons jsonb not null default '[]',
  saved_at timestamptz not null
);
comment on table identities is
  'The identity that the user confirmed. Its PAN and Aadhaar number are claimed in name_owners.';
comment on column identities.ocr_fields_enc is 'What was read from the cards, to compare with what was confirmed.';
comment on column identities.name_hash is 'Of the whole name in its canonical form, so that staff find a person by it.';
comment on column identities.reasons is 'Why an operator has to review it.';
create index identities_name_idx on identities (name_hash, user_id);
create index identities_in_review_idx on identities (saved_at) include (user_id) where state = 'review';

create table liveness_checks (
  user_id uuid not null references users,
  transaction_id uuid not null default uuidv7(),
  mode text not null default 'camera' check (mode in ('camera', 'upload')),
  poses jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  superseded_at timestamptz,
  outcome text check (outcome in ('passed', 'retry', 'review')),
  reason text,
  pose text check (pose in ('face', 'front', 'back', 'left', 'right')),
  score real,
  likeness real,
  similarity real,
  hints jsonb not null default '[]',
  review_file_id text,
  decided_at timestamptz,
  primary key (user_id, transaction_id)
);
comment on table liveness_checks is 'A face check: the requested poses and the result.';
comment on column liveness_checks.superseded_at is 'When a newer check took its place.';
comment on column liveness_checks.pose is 'The pose that failed.';
comment on column liveness_checks.score is 'Liveness, 0 to 1.';
comment on column liveness_checks.likeness is
  'Lowest similarity, 0 to 1, of a frame''s face to the frame that looks ahead.';
comment on column liveness_checks.similarity is 'Similarity, 0 to 1, to the photo on the card.';
comment on column liveness_checks.hints is 'What a reviewer should look at.';
comment on column liveness_checks.review_file_id is 'The picture for the reviewer; deleted after the decision.';
create unique index liveness_checks_one_open_key on liveness_checks (user_id)
  where outcome is null and superseded_at is null;
create index liveness_checks_pictures_idx on liveness_checks (decided_at) where review_file_id is not null;

create table personal_info (
  user_id uuid primary key references users,
  info_enc bytea not null,
  saved_at timestamptz not null
);
comment on table personal_info is 'Email, work, income and the other answers of step two, as encrypted JSON.';

create table contacts (
  user_id uuid not null references users,
  position int not null check (position in (1, 2)),
  relationship text not null,
  name_enc bytea not null,
  phone_enc bytea not null,
  masked_phone text not null,
  primary key (user_id, position)
);
comment on table contacts is 'The two emergency contacts.';

create table bank_accounts (
  user_id uuid not null references users,
  account_id uuid not null default uuidv7(),
  bank_code text not null,
  ifsc text not null,
  account_enc bytea not null,
  account_hash bytea not null,
  account_last4 text not null,
  holder_name_enc bytea not null,
  name_match text not null check (name_match in ('match', 'partial', 'mismatch')),
  validation text not null check (validation in ('unknown', 'pending', 'valid', 'invalid')),
  account_type smallint check (account_type in (1, 2)),
  is_salary_account boolean,
  saved_at timestamptz not null,
  payable_from timestamptz not null,
  replaced_at timestamptz,
  primary key (user_id, account_id)
);
comment on table bank_accounts is
  'The account loans are paid to, and the ones before it. The current one is claimed in name_owners.';
comment on column bank_accounts.name_match is 'How the holder''s name compares with the identity.';
comment on column bank_accounts.validation is 'What the bank said of the account.';
comment on column bank_accounts.account_type is '1 savings, 2 current.';
comment on column bank_accounts.payable_from is 'No payout before: a changed account waits a day, unless the face check is passed again.';
comment on column bank_accounts.replaced_at is 'Null for the current account.';
create unique index bank_accounts_one_current_key on bank_accounts (user_id) where replaced_at is null;
create index bank_accounts_name_differs_idx on bank_accounts (saved_at) include (user_id, account_id)
  where replaced_at is null and name_match <> 'match';
create index bank_accounts_unvalidated_idx on bank_accounts (saved_at)
  where replaced_at is null and validation in ('unknown', 'pending');

create table bank_account_validations (
  user_id uuid not null references users,
  account_hash bytea not null,
  ifsc text not null,
  ref text not null,
  state text not null check (state in ('unknown', 'pending', 'valid', 'invalid')),
  name_at_bank_enc bytea,
  reason text,
  requested_at timestamptz not null,
  decided_at timestamptz,
  primary key (user_id, account_hash, ifsc),
  unique (user_id, ref),
  constraint bank_account_validations_decided_check
    check ((state in ('valid', 'invalid')) = (decided_at is not null)),
  constraint bank_account_validations_name_check check ((state = 'valid') = (name_at_bank_enc is not null))
);
comment on table bank_account_validations is 'Whether the bank knows an account, checked before money is sent to it.';
comment on column bank_account_validations.ref is
  'Our reference, which carries the user, made before the first request to the provider and used again until there is an answer.';
comment on column bank_account_validations.state is
  'unknown: the request timed out. pending: the bank answers later.';

create table bank_account_details (
  user_id uuid not null references users,
  account_hash bytea not null,
  account_type smallint not null check (account_type in (1, 2)),
  is_salary_account boolean not null,
  declared_at timestamptz not null,
  primary key (user_id, account_hash)
);
comment on table bank_account_details is 'What the user declared about an account beside its number.';

create table review_decisions (
  user_id uuid not null references users,
  kind text not null check (kind in ('identity', 'bank_name', 'score')),
  subject text not null,
  decision text not null check (decision in ('approve', 'refuse')),
  operator text not null,
  reason text not null,
  at timestamptz not null,
  primary key (user_id, kind, subject)
);
comment on table review_decisions is
  'What an operator decided about an identity, a name at a bank or a credit score.';
comment on column review_decisions.subject is
  'What was reviewed: when the identity was saved, the account, or the evaluation. Each is decided once.';

call forbid_truncate();
