-- The most that each level of identity may owe, where the lender decided otherwise than the program.

create table level_ceilings (
  level text not null check (level in ('document_seen', 'source_checked', 'full')),
  effective_from date not null,
  ceiling_paise bigint not null check (ceiling_paise >= 0),
  citation text not null check (length(citation) >= 5),
  request_id uuid not null references operator_requests,
  primary key (level, effective_from)
);
comment on table level_ceilings is
  'The most that a person of an identity level may owe at once, from a day until the day of the level''s next row.';
comment on column level_ceilings.citation is 'The rule or opinion on which the lender decided it.';
comment on column level_ceilings.request_id is 'The request by which two people decided it, with its reason.';
create trigger level_ceilings_append_only before update or delete on level_ceilings
  for each row execute function refuse_change();
comment on trigger level_ceilings_append_only on level_ceilings is
  'Rows never change, so that an auditor sees which ceiling held on a day.';

alter table operator_requests drop constraint operator_requests_kind_check;
alter table operator_requests add constraint operator_requests_kind_check
  check (kind in ('waiver', 'write_off', 'reversal', 'payment_move', 'refund_retry', 'refund_payout',
    'payout_reversal', 'payout_cancel', 'proof', 'unclaimed_payment_claim', 'unclaimed_payment_return', 'settlement_offer', 'coupon',
    'product_version', 'scorecard_version', 'limit_override', 'full_kyc', 'contact_hold', 'lending_freeze',
    'lending_start', 'erasure', 'nominee_claim', 'staff_invitation', 'role_change', 'key_rotation', 'configuration',
    'close_days', 'undo_closes', 'link_campaign', 'level_ceiling'));

call forbid_truncate();
