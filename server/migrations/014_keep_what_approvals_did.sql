-- Between a proposal and its approval the amount can change: the page of an approved request showed the proposed one.
alter table operator_requests add column done jsonb;
comment on column operator_requests.done is 'What its approval did: journals by their ids, messages, figures, the money it is about.';
