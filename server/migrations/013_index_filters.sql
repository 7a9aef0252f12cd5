-- no transaction
-- The console's lists of payments, loans and acts by amount, status and day. A build that was broken off leaves an index that
-- nothing uses: build it again.
drop index concurrently if exists provider_payments_amount_idx;
create index concurrently provider_payments_amount_idx on provider_payments (amount_paise, paid_at, journal_id);
drop index concurrently if exists orders_principal_idx;
create index concurrently orders_principal_idx on orders (principal_paise, applied_at, order_id);
drop index concurrently if exists orders_status_idx;
create index concurrently orders_status_idx on orders (status, applied_at, order_id);
drop index concurrently if exists staff_audit_at_idx;
create index concurrently staff_audit_at_idx on staff_audit (at);
