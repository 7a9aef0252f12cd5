-- The ledger: journals of entries that balance. Nothing is updated or deleted; a correction is another journal.

create table journals (
  user_id uuid not null,
  journal_id uuid not null default uuidv7(),
  order_id uuid,
  kind text not null check (kind in ('hold', 'release', 'disbursement', 'accrual', 'payment', 'waiver', 'fee_reversal',
    'extension', 'refund', 'chargeback', 'write_off', 'reversal', 'unclaimed_payment', 'unclaimed_payment_return')),
  value_day date not null,
  booked_at timestamptz not null,
  cause text not null,
  reverses uuid,
  reason text,
  detail jsonb,
  written_by_xact xid8 not null default pg_current_xact_id(),
  primary key (user_id, journal_id),
  foreign key (user_id, reverses) references journals (user_id, journal_id)
);
comment on table journals is
  'One posting to the ledger: a payout, a payment, a day''s interest. Its amounts are in entries. Append-only.';
comment on column journals.user_id is 'The borrower; all zeros for the lender''s own journals, which have no order.';
comment on column journals.order_id is
  'No foreign key: check_new_entries reads the order, and orders are never deleted.';
comment on column journals.value_day is 'The business day that counts for what is owed.';
comment on column journals.booked_at is 'When it was posted.';
comment on column journals.cause is
  'What it was posted for, such as a provider''s payment id. Unique with order and kind, so posting twice is a '
  'no-op.';
comment on column journals.reverses is 'The journal that this one reverses.';
comment on column journals.written_by_xact is
  'The transaction that posted it: entries are accepted from that transaction only.';
create unique index journals_one_per_cause_key on journals (user_id, order_id, kind, cause) nulls not distinct;
create unique index journals_reversed_once_key on journals (user_id, reverses) where reverses is not null;
create index journals_coupon_idx on journals (user_id, (detail->>'couponId'))
  where kind = 'waiver' and detail ? 'couponId';
create index journals_value_day_idx on journals (value_day, kind, journal_id);
create index journals_booked_at_idx on journals using brin (booked_at)
  with (pages_per_range = 16, autosummarize = on);
create index journals_written_idx on journals using brin ((written_by_xact::text::bigint))
  with (pages_per_range = 16, autosummarize = on);
comment on index journals_written_idx is 'Journals that ledger_totals does not count yet.';

-- No foreign key to journals: check_new_entries reads the journal of every new entry, and journals are never deleted.
create table entries (
  user_id uuid not null,
  journal_id uuid not null,
  line int not null,
  account text not null check (account in ('limit_held', 'limit_promised', 'loan_principal', 'interest_receivable',
    'interest_income', 'penal_receivable', 'penal_income', 'fees_receivable', 'fee_income', 'fee_discount', 'gst_payable',
    'settlement_out', 'settlement_in', 'borrower_credit', 'waiver_expense', 'write_off_expense', 'recovery_income',
    'refunds_out', 'unclaimed_funds')),
  amount_paise bigint not null check (amount_paise <> 0),
  primary key (user_id, journal_id, line)
);
comment on table entries is 'The lines of a journal, which sum to zero. Append-only.';
comment on column entries.account is 'An account of the chart of accounts.';
comment on column entries.amount_paise is 'Debits are positive, credits negative.';

create trigger journals_append_only before update or delete on journals
  for each row execute function refuse_change();
comment on trigger journals_append_only on journals is 'A posting is corrected by another one.';
create trigger journals_no_truncate before truncate on journals execute function refuse_change();
comment on trigger journals_no_truncate on journals is 'Rejects TRUNCATE.';
create trigger entries_append_only before update or delete on entries
  for each row execute function refuse_change();
comment on trigger entries_append_only on entries is 'A posting is corrected by another one.';
create trigger entries_no_truncate before truncate on entries execute function refuse_change();
comment on trigger entries_no_truncate on entries is 'Rejects TRUNCATE.';

create table ledger_totals (
  book_day date not null,
  value_day date not null,
  booked_day date not null,
  kind text not null,
  account text not null,
  debit_paise bigint not null,
  credit_paise bigint not null,
  entries bigint not null,
  journals bigint not null,
  primary key (book_day, value_day, booked_day, kind, account)
);
comment on table ledger_totals is
  'What the journals written before ledger_totals_head.before_xact moved, so that a balance does not sum every entry.';
comment on column ledger_totals.book_day is 'The day on which the journals count in the books.';
comment on column ledger_totals.booked_day is 'The day on which they were posted.';
create index ledger_totals_booked_day_idx on ledger_totals (booked_day);
create index ledger_totals_value_day_idx on ledger_totals (account, value_day);

create table ledger_totals_head (
  is_only_row boolean primary key default true check (is_only_row),
  before_xact bigint not null,
  summed_at timestamptz
);
comment on table ledger_totals_head is 'How far ledger_totals counts.';
comment on column ledger_totals_head.before_xact is
  'Journals of earlier transactions are in ledger_totals; those of this one and later ones are not.';
insert into ledger_totals_head (before_xact) values (0);

create function charge_code_of(account text, kind text) returns text language sql immutable as $$
  select case
    when account = 'fee_income' and kind = 'extension' then 'extension_fee'
    when account = 'fee_income' then 'processing_fee'
    when account = 'interest_income' then 'interest'
    when account = 'penal_income' then 'penal_charge'
  end
$$;
comment on function charge_code_of(text, text) is
  'The charge that a credit to this account takes in a journal of this kind; null for an account that takes none.';

create function may_move(kind text, account text) returns boolean language sql immutable as $$
  select case
    when account in ('limit_held', 'limit_promised') then kind in ('hold', 'release')
    when kind in ('hold', 'release') then false
    when account = 'settlement_out' then kind in ('disbursement', 'reversal')
    when account = 'settlement_in' then kind in ('payment', 'chargeback', 'reversal', 'unclaimed_payment', 'unclaimed_payment_return')
    when account = 'refunds_out' then kind in ('refund', 'reversal')
    when account in ('fee_income', 'gst_payable')
      then kind in ('disbursement', 'extension', 'fee_reversal', 'chargeback', 'reversal')
    when account = 'fee_discount' then kind in ('disbursement', 'fee_reversal', 'chargeback', 'reversal')
    when account = 'unclaimed_funds' then kind in ('unclaimed_payment', 'unclaimed_payment_return', 'reversal')
    else kind <> 'disbursement' or account = 'loan_principal'
  end
$$;
comment on function may_move(text, text) is
  'Whether a journal of a kind may move an account. A backdated event corrects later ones, so what is owed, waived or '
  'written off may move with any of them; money, fees and GST may not.';

create function check_new_entries() returns trigger language plpgsql as $$
declare
  bad record;
begin
  select added.journal_id, added.total, added.is_first_statement, journal.order_id is null as is_lender_journal,
         orders.order_id is null as has_no_order, moved.unaccepted_charge, moved.wrong_account, journal.kind,
         journal.written_by_xact is not distinct from pg_current_xact_id() as is_same_transaction
    into bad
    from (select user_id, journal_id, sum(amount_paise) as total, min(line) = 1 as is_first_statement,
                 bool_or(account not in ('settlement_in', 'unclaimed_funds')) as moves_loan_account,
                 array_agg(account) as accounts, array_agg(amount_paise) as amounts
          from new_entries group by user_id, journal_id) added
    left join journals journal on journal.user_id = added.user_id and journal.journal_id = added.journal_id
    left join orders on orders.user_id = journal.user_id and orders.order_id = journal.order_id
    -- Its own lines only: a search of all new ones would cost a close of day the square of its batch.
    cross join lateral (
      select min(charge_code_of(entry.account, journal.kind)) filter (
               where entry.amount < 0 and not charge_code_of(entry.account, journal.kind) = any (orders.charge_codes))
               as unaccepted_charge,
             min(entry.account) filter (where not may_move(journal.kind, entry.account)) as wrong_account
      from unnest(added.accounts, added.amounts) entry(account, amount)) moved
    where journal.written_by_xact is distinct from pg_current_xact_id()
       or not added.is_first_statement
       or added.total <> 0
       or case when journal.order_id is null then added.moves_loan_account else orders.order_id is null end
       or moved.unaccepted_charge is not null
       or moved.wrong_account is not null
    limit 1;
  if not found then
    return null;
  end if;
  if not bad.is_same_transaction then
    raise exception 'journal % was posted before: post a correcting journal', bad.journal_id
      using errcode = 'restrict_violation';
  end if;
  if not bad.is_first_statement then
    raise exception 'journal % has entries already: all entries of a journal are inserted by one statement',
      bad.journal_id using errcode = 'restrict_violation';
  end if;
  if bad.total <> 0 then
    raise exception 'journal % is out of balance by % paise', bad.journal_id, bad.total
      using errcode = 'check_violation';
  end if;
  if bad.is_lender_journal then
    raise exception 'journal % has no order and may only move unclaimed funds', bad.journal_id
      using errcode = 'check_violation';
  end if;
  if bad.has_no_order then
    raise exception 'journal % refers to an order that does not exist', bad.journal_id
      using errcode = 'foreign_key_violation';
  end if;
  if bad.unaccepted_charge is not null then
    raise exception 'journal % takes a charge (%) that is in no accepted statement', bad.journal_id, bad.unaccepted_charge
      using errcode = 'check_violation';
  end if;
  raise exception 'journal % is of kind % and may not move %', bad.journal_id, bad.kind, bad.wrong_account
    using errcode = 'check_violation';
end $$;
comment on function check_new_entries() is
  'Checks the entries of one INSERT: they balance by journal, are the journal''s first, were posted in its '
  'transaction, belong to an existing order, move accounts of its kind and take only charges of its accepted '
  'statement. A journal without an order may move only settlement_in and unclaimed_funds.';
create trigger entries_balance after insert on entries
  referencing new table as new_entries for each statement execute function check_new_entries();
comment on trigger entries_balance on entries is
  'Entries of a journal come in one statement, so the balance is known when it ends: nothing waits for the commit.';

create function check_new_fees() returns trigger language plpgsql as $$
declare
  bad record;
begin
  if not exists (select from new_entries
                 where account in ('settlement_out', 'fee_income', 'fee_discount', 'gst_payable')) then
    return null;
  end if;
  select added.journal_id, journal.kind into bad
    from (select user_id, journal_id,
                 coalesce(sum(amount_paise) filter (where account = 'loan_principal'), 0) as principal,
                 -coalesce(sum(amount_paise) filter (where account = 'settlement_out'), 0) as net,
                 -coalesce(sum(amount_paise) filter (where account = 'fee_income'), 0) as fee,
                 coalesce(sum(amount_paise) filter (where account = 'fee_discount'), 0) as discount,
                 -coalesce(sum(amount_paise) filter (where account = 'gst_payable'), 0) as gst
          from new_entries group by user_id, journal_id) added
    join journals journal using (user_id, journal_id)
    join orders using (user_id, order_id)
    cross join lateral (
      select (quote->>'principal')::bigint as principal, (quote->>'netDisbursed')::bigint as net,
             (quote->>'fee')::bigint + (quote->>'feeDiscount')::bigint as fee,
             (quote->>'feeDiscount')::bigint as discount, (quote->>'gst')::bigint as gst
      from (select orders.terms->'quote' as quote) terms) agreed
    left join lateral (
      select (addenda.quote->>'fee')::bigint as fee, (addenda.quote->>'gst')::bigint as gst from addenda
      where addenda.user_id = journal.user_id and addenda.order_id = journal.order_id
        and addenda.addendum_no = journal.detail->>'addendumNo' and addenda.accepted_at is not null) addendum on true
    where case journal.kind
      when 'disbursement' then (added.principal, added.net, added.fee, added.discount, added.gst)
        is distinct from (agreed.principal, agreed.net, agreed.fee, agreed.discount, agreed.gst)
      when 'extension' then (added.fee, added.gst) is distinct from (addendum.fee, addendum.gst)
      else exists (
        select from (
          select coalesce(-sum(amount_paise) filter (where account = 'fee_income'), 0) as fee,
                 coalesce(sum(amount_paise) filter (where account = 'fee_discount'), 0) as discount,
                 coalesce(-sum(amount_paise) filter (where account = 'gst_payable'), 0) as gst
          from journals posted join entries using (user_id, journal_id)
          where posted.user_id = journal.user_id and posted.order_id = journal.order_id) booked
        cross join (
          select coalesce(sum((quote->>'fee')::bigint), 0) as fee, coalesce(sum((quote->>'gst')::bigint), 0) as gst
          from addenda where addenda.user_id = journal.user_id and addenda.order_id = journal.order_id
            and accepted_at is not null) added_later
        where booked.fee not between 0 and agreed.fee + added_later.fee
          or booked.discount not between 0 and agreed.discount
          or booked.gst not between 0 and agreed.gst + added_later.gst)
      end
    limit 1;
  if found then
    raise exception 'journal % (%) books other amounts of fee or GST than the borrower accepted', bad.journal_id, bad.kind
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
comment on function check_new_fees() is
  'A disbursement books the principal, fee, discount, GST and net amount of the accepted statement, an extension the fee '
  'and GST of its accepted addendum. Whatever else moves fees or GST leaves them between zero and what was accepted.';
create trigger entries_fees_accepted after insert on entries
  referencing new table as new_entries for each statement execute function check_new_fees();
comment on trigger entries_fees_accepted on entries is 'Fees and GST are those that were accepted, to the paisa.';

create function check_new_journal() returns trigger language plpgsql as $$
begin
  if not exists (select from entries entry
                 where entry.user_id = new.user_id and entry.journal_id = new.journal_id) then
    raise exception 'journal % is out of balance: it has no entries', new.journal_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
comment on function check_new_journal() is 'Rejects a journal without entries when its transaction commits.';
create constraint trigger journals_have_entries after insert on journals
  deferrable initially deferred for each row execute function check_new_journal();
comment on trigger journals_have_entries on journals is
  'A journal without entries fires no trigger on entries. At the commit, since the entries may be a statement of their own.';

call forbid_truncate();
