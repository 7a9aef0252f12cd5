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
  'The transaction that posted it: ledger_totals counts journals by it, and a preview finds those it posted.';
create unique index journals_one_per_cause_key on journals (user_id, order_id, kind, cause) nulls not distinct;
create unique index journals_reversed_once_key on journals (user_id, reverses) where reverses is not null;
create index journals_coupon_idx on journals (user_id, (detail->>'couponId'))
  where kind = 'waiver' and detail ? 'couponId';
create index journals_chargeback_idx on journals (user_id, (detail->>'ofPayment'))
  where kind in ('chargeback', 'unclaimed_payment_return');
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
create function note_transaction() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  new.written_by_xact := pg_current_xact_id();
  return new;
end $$;
comment on function note_transaction() is 'Notes the transaction that writes a row, whatever the statement says.';
create trigger journals_note_transaction before insert on journals
  for each row execute function note_transaction();
comment on trigger journals_note_transaction on journals is
  'A journal with an older number would be in no total and no nightly check. Dropped where the tables are spread: a worker''s '
  'numbers are its own.';
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
  cluster text not null default '',
  summed_at timestamptz
);
comment on table ledger_totals_head is 'How far ledger_totals counts.';
comment on column ledger_totals_head.before_xact is
  'Journals of earlier transactions are in ledger_totals; those of this one and later ones are not.';
comment on column ledger_totals_head.cluster is
  'The PostgreSQL installation that numbered the transactions: in another one everything is summed again.';
insert into ledger_totals_head (before_xact) values (0);

create function charge_code_of(account text, kind text) returns text language sql immutable
  return case
    when account = 'fee_income' and kind = 'extension' then 'extension_fee'
    when account = 'fee_income' then 'processing_fee'
    when account = 'interest_income' then 'interest'
    when account = 'penal_income' then 'penal_charge'
  end;
comment on function charge_code_of(text, text) is
  'The charge that a credit to this account takes in a journal of this kind; null for an account that takes none.';

create function may_move(kind text, account text) returns boolean language sql immutable
  return case
    when account in ('limit_held', 'limit_promised') then kind in ('hold', 'release')
    when kind in ('hold', 'release') then false
    when account = 'settlement_out' then kind in ('disbursement', 'reversal')
    when account = 'settlement_in' then kind in ('payment', 'chargeback', 'reversal', 'unclaimed_payment', 'unclaimed_payment_return')
    when account = 'refunds_out' then kind in ('refund', 'reversal')
    when account in ('fee_income', 'gst_payable')
      then kind in ('disbursement', 'extension', 'fee_reversal', 'chargeback', 'reversal')
    when account = 'fee_discount' then kind in ('disbursement', 'fee_reversal', 'chargeback', 'reversal')
    when account = 'unclaimed_funds' then kind in ('unclaimed_payment', 'unclaimed_payment_return', 'chargeback', 'reversal')
    else kind <> 'disbursement' or account = 'loan_principal'
  end;
comment on function may_move(text, text) is
  'Whether a journal of a kind may move an account. A backdated event corrects later ones, so what is owed, waived or '
  'written off may move with any of them; money, fees and GST may not.';

create function check_fees(of_user uuid, of_journal uuid) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  journal record;
  added record;
  agreed jsonb;
  later record;
  booked record;
  is_accepted boolean;
begin
  select order_id, kind, detail->>'addendumNo' as addendum_no into journal
    from journals where user_id = of_user and journal_id = of_journal;
  select terms->'quote' into agreed from orders where user_id = of_user and order_id = journal.order_id;
  if journal.kind in ('disbursement', 'extension') then
    select coalesce(sum(amount_paise) filter (where account = 'loan_principal'), 0) as principal,
           -coalesce(sum(amount_paise) filter (where account = 'settlement_out'), 0) as net,
           -coalesce(sum(amount_paise) filter (where account = 'fee_income'), 0) as fee,
           coalesce(sum(amount_paise) filter (where account = 'fee_discount'), 0) as discount,
           -coalesce(sum(amount_paise) filter (where account = 'gst_payable'), 0) as gst
      into added from entries where user_id = of_user and journal_id = of_journal;
  end if;
  if journal.kind = 'disbursement' then
    is_accepted := (added.principal, added.net, added.fee, added.discount, added.gst) is not distinct from (
      (agreed->>'principal')::bigint, (agreed->>'netDisbursed')::bigint,
      (agreed->>'fee')::bigint + (agreed->>'feeDiscount')::bigint, (agreed->>'feeDiscount')::bigint,
      (agreed->>'gst')::bigint);
  elsif journal.kind = 'extension' then
    select (quote->>'fee')::bigint as fee, (quote->>'gst')::bigint as gst into later from addenda
      where user_id = of_user and order_id = journal.order_id and addendum_no = journal.addendum_no
        and accepted_at is not null;
    is_accepted := (added.fee, added.gst) is not distinct from (later.fee, later.gst);
  else
    select coalesce(sum((quote->>'fee')::bigint), 0) as fee, coalesce(sum((quote->>'gst')::bigint), 0) as gst
      into later from addenda
      where user_id = of_user and order_id = journal.order_id and accepted_at is not null;
    select -coalesce(sum(amount_paise) filter (where account = 'fee_income'), 0) as fee,
           coalesce(sum(amount_paise) filter (where account = 'fee_discount'), 0) as discount,
           -coalesce(sum(amount_paise) filter (where account = 'gst_payable'), 0) as gst
      into booked from journals posted join entries using (user_id, journal_id)
      where posted.user_id = of_user and posted.order_id = journal.order_id;
    -- Null, with no amounts agreed, is not false: such an order has no fee to compare with.
    is_accepted :=
      booked.fee between 0 and (agreed->>'fee')::bigint + (agreed->>'feeDiscount')::bigint + later.fee
      and booked.discount between 0 and (agreed->>'feeDiscount')::bigint
      and booked.gst between 0 and (agreed->>'gst')::bigint + later.gst;
  end if;
  if is_accepted is false then
    raise exception 'journal % (%) books other amounts of fee or GST than the borrower accepted', of_journal, journal.kind
      using errcode = 'check_violation';
  end if;
end $$;
comment on function check_fees(uuid, uuid) is
  'A disbursement books the principal, fee, discount, GST and net amount of the accepted statement, an extension the fee '
  'and GST of its accepted addendum. Whatever else moves fees or GST leaves them between zero and what was accepted.';

create function check_new_entries() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  added record;
  journal record;
  charge text;
  wrong_account text;
begin
  -- Each journal by its user's value: a worker of a cluster then finds its rows in its own shards.
  for added in
    select user_id, journal_id, sum(amount_paise) as total, min(line) = 1 as is_first_statement,
           bool_or(account not in ('settlement_in', 'unclaimed_funds', 'write_off_expense')) as moves_loan_account,
           bool_or(account = 'write_off_expense') as writes_off,
           bool_or(account in ('settlement_out', 'fee_income', 'fee_discount', 'gst_payable')) as moves_fee,
           array_agg(account) as accounts, array_agg(amount_paise) as amounts
    from new_entries group by user_id, journal_id
  loop
    select posted.kind, posted.order_id, orders.order_id is null as has_no_order, orders.charge_codes into journal
      from journals posted left join orders on orders.user_id = posted.user_id and orders.order_id = posted.order_id
      where posted.user_id = added.user_id and posted.journal_id = added.journal_id;
    if not found then
      raise exception 'there is no journal %: it is inserted before its entries', added.journal_id
        using errcode = 'restrict_violation';
    end if;
    if not added.is_first_statement then
      raise exception 'journal % has entries already: all entries of a journal are inserted by one statement',
        added.journal_id using errcode = 'restrict_violation';
    end if;
    if added.total <> 0 then
      raise exception 'journal % is out of balance by % paise', added.journal_id, added.total
        using errcode = 'check_violation';
    end if;
    if journal.order_id is null and (added.moves_loan_account or added.writes_off and journal.kind <> 'chargeback') then
      raise exception 'journal % has no order and may only move unclaimed funds', added.journal_id
        using errcode = 'check_violation';
    end if;
    if journal.order_id is not null and journal.has_no_order then
      raise exception 'journal % refers to an order that does not exist', added.journal_id
        using errcode = 'foreign_key_violation';
    end if;
    for line in 1 .. cardinality(added.accounts) loop
      charge := case when added.amounts[line] < 0 then charge_code_of(added.accounts[line], journal.kind) end;
      if charge is not null and not charge = any (journal.charge_codes) then
        raise exception 'journal % takes a charge (%) that is in no accepted statement', added.journal_id, charge
          using errcode = 'check_violation';
      end if;
      if not may_move(journal.kind, added.accounts[line]) then
        wrong_account := added.accounts[line];
      end if;
    end loop;
    if wrong_account is not null then
      raise exception 'journal % is of kind % and may not move %', added.journal_id, journal.kind, wrong_account
        using errcode = 'check_violation';
    end if;
    if added.moves_fee then
      perform check_fees(added.user_id, added.journal_id);
    end if;
  end loop;
  return null;
end $$;
comment on function check_new_entries() is
  'Checks the entries of one INSERT: they balance by journal, are the journal''s first, belong to an existing order, '
  'move accounts of its kind, take only charges of its accepted statement and fees as they were accepted. A journal '
  'without an order may move only settlement_in and unclaimed_funds, a chargeback also write_off_expense.';
create trigger entries_balance after insert on entries
  referencing new table as new_entries for each statement execute function check_new_entries();
comment on trigger entries_balance on entries is
  'Entries of a journal come in one statement, so the balance is known when it ends: nothing waits for the commit.';

create function check_new_journal() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from entries where user_id = new.user_id and journal_id = new.journal_id) then
    raise exception 'journal % is out of balance: it has no entries', new.journal_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
comment on function check_new_journal() is
  'Rejects a journal without entries when its transaction commits. With the primary key of entries it also keeps a posted '
  'journal closed: line 1 is there, and entries without it are refused.';
create constraint trigger journals_have_entries after insert on journals deferrable initially deferred
  for each row execute function check_new_journal();
comment on trigger journals_have_entries on journals is
  'A journal without entries fires no trigger on entries. At the commit, since the entries may be a statement of their own.';

call forbid_truncate();
