-- A face check is for one thing, and counts for nothing else. A reviewer sees the photo in a source
-- beside the face that it was unlike.

alter table liveness_checks add column purpose text
  check (purpose in ('identity', 'card_code', 'account', 'phone'));
comment on column liveness_checks.purpose is
  'What it is for. Null, from before it was stored: counts for the identity.';

alter table identity_sources drop constraint identity_sources_photo_check,
  add constraint identity_sources_photo_check
    check (photo_file_id is null or photo_result in ('waiting', 'unlike', 'unclear'));
comment on column identity_sources.photo_file_id is
  'The photo in the source. Null once a face was alike, or nobody has to look at it any more.';
