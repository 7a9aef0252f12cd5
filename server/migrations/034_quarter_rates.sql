-- What the loans of a quarter cost, as the rate card publishes it.

create table quarter_rates (
  first_day date not null,
  product_code text not null,
  loans int not null check (loans >= 0),
  apr_least int,
  apr_average int,
  apr_most int,
  interest_least int,
  interest_average int,
  interest_most int,
  computed_at timestamptz not null,
  primary key (first_day, product_code),
  constraint quarter_rates_complete_check check ((loans = 0) =
    (num_nonnulls(apr_least, apr_average, apr_most, interest_least, interest_average,
      interest_most) = 0))
);
comment on table quarter_rates is
  'The rates of the loans that were paid out in a quarter, computed once when it has ended '
  'and never changed: what was published stays.';
comment on column quarter_rates.product_code is
  'A product, or `all` for the loans of every product.';
comment on column quarter_rates.apr_average is
  'Hundredths of a percent, as the least and the most. Each loan counts by its principal.';
comment on column quarter_rates.interest_average is
  'Parts per million of the principal a year, as the least and the most. Each loan counts by '
  'its principal.';
create trigger quarter_rates_append_only before update or delete on quarter_rates
  for each row execute function refuse_change();
comment on trigger quarter_rates_append_only on quarter_rates is
  'Rows never change, so that an auditor sees what was published.';

call forbid_truncate();
