-- Somebody who lost the phone asks for another number without signing in.

alter table phone_changes
  add column way text not null default 'signed_in' check (way in ('signed_in', 'lost')),
  add column proof text check (proof in ('face', 'card_code', 'file'));
comment on column phone_changes.way is
  'lost: from the sign-in screen, by somebody who receives no code on the old number.';
comment on column phone_changes.proof is
  'What showed that the owner asks: the face check, the code of the card, or an offline '
  'file. Null until then.';

alter table otp_requests drop constraint otp_requests_purpose_check,
  add constraint otp_requests_purpose_check
  check (purpose in ('login', 'confirm_first', 'confirm_later', 'new_phone', 'lost_phone'));
