-- no transaction
-- The console counts who signed up in a time. A build that was broken off leaves an index that nothing uses: build it again.
drop index concurrently if exists users_created_at_idx;
create index concurrently users_created_at_idx on users (created_at);
