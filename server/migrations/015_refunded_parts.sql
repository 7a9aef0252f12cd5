-- What an order had refunded of a payment did not go back from suspense: only the refund counts it.
alter table unclaimed_funds drop constraint unclaimed_funds_returned_paise_check;
update unclaimed_funds set returned_paise = 0
where state = 'returned' and refund_ref not like 'NU%';
alter table unclaimed_funds add constraint unclaimed_funds_returned_paise_check
  check (returned_paise between 0 and amount_paise and (returned_paise = 0 or state = 'returned'));
comment on column unclaimed_funds.returned_paise is
  'What was sent back to the sender from suspense; 0 for what its order had refunded.';
