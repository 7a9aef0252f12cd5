-- Whether the photo in a source was compared with a face: a source whose photo was not compared
-- says nothing of the person who holds the card.

alter table identity_sources add column photo_result text not null default 'none'
  check (photo_result in ('none', 'waiting', 'alike', 'unlike', 'unclear'));
comment on column identity_sources.photo_result is
  'none: it holds no photo. waiting: not compared with a face yet. unclear: never compared, or no face was found.';

-- Of a source without its photo nobody knows any more whether a face was compared with it.
update identity_sources set photo_result = case
  when differences ? 'photo' then 'unlike'
  when photo_file_id is not null then 'waiting'
  when verdict = 'pending' then 'unclear'
  else photo_result end;

alter table identity_sources
  add constraint identity_sources_photo_check check (photo_file_id is null or photo_result = 'waiting'),
  add constraint identity_sources_agrees_check
    check (verdict <> 'agrees' or photo_result in ('none', 'alike'));
