-- no transaction
-- The console's audit by the amount of what an act was about. A build that was broken off leaves an index that nothing uses:
-- build it again.
drop index concurrently if exists staff_audit_amount_idx;
create index concurrently staff_audit_amount_idx on staff_audit (((detail->>'amountPaise')::bigint), seq)
where detail->>'amountPaise' is not null;
