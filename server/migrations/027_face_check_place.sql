-- Where a face check was made, if the borrower allowed it.

alter table liveness_checks add column place_enc bytea;
comment on column liveness_checks.place_enc is
  'Latitude and longitude to a hundredth of a degree, as encrypted JSON. Null: the borrower did not say. Nothing reads it but the copy of one''s own data.';
