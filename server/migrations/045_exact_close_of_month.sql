-- Which transaction closed a month: a journal of a later one was posted after the close.

alter table closed_periods add column closed_by_xact xid8;
comment on column closed_periods.closed_by_xact is
  'The transaction that closed it. Every earlier one had ended. Null: closed before this was noted.';
