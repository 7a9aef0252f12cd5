import type { ListedLoan } from '@noren/contract/staff/loans';
import { Link, useLocation } from 'wouter';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { kitTexts } from '../../texts/kit.ts';
import { STATUSES, statusName } from '../../texts/ledger.ts';
import { loanListTexts } from '../../texts/loans.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Day, Instant, Money } from '../../ui/figures.tsx';
import {
  type Filter,
  FilterBar,
  MONEY_FILTERS,
  makeChoice,
  readFilters,
  useAddressValues,
} from '../../ui/filter-bar.tsx';
import { Page } from '../../ui/layout.tsx';
import { Person } from '../../ui/person.tsx';
import type { Column } from '../../ui/table-model.ts';

const COLUMNS: readonly Column<ListedLoan>[] = [
  {
    id: 'order',
    header: loanListTexts.order,
    cell: ({ repayId }) => <Link to={`/loans/${repayId}`}>{repayId}</Link>,
  },
  {
    id: 'person',
    isWrapped: true,
    header: loanListTexts.person,
    cell: (row) => <Person maskedName={row.maskedName} maskedPhone={row.maskedPhone} />,
  },
  {
    id: 'product',
    header: loanListTexts.product,
    width: 100,
    cell: ({ productCode }) => productCode,
  },
  { id: 'status', header: loanListTexts.status, cell: ({ status }) => statusName(status) },
  {
    id: 'principal',
    header: loanListTexts.principal,
    align: 'right',
    cell: ({ principalPaise }) => <Money amount={principalPaise} isBare />,
  },
  {
    id: 'applied',
    header: loanListTexts.applied,
    cell: ({ appliedAt }) => <Instant at={appliedAt} />,
  },
  {
    id: 'due',
    header: loanListTexts.due,
    width: 110,
    cell: ({ dueDay }) => (dueDay ? <Day day={dueDay} /> : ''),
  },
];

const FILTERS: readonly Filter[] = [
  ...MONEY_FILTERS,
  makeChoice('status', loanListTexts.status, STATUSES),
];

const ORDER_FILTER: Filter = { name: 'order', label: loanListTexts.find, kind: 'text' };
const ORDER = /^[A-Z0-9]{10,24}$/;

/** Orders, newest first, or the order whose number is typed. */
export function Loans() {
  const [values] = useAddressValues();
  const typed = (values.order ?? '').trim().toUpperCase();
  const query = ORDER.test(typed) ? { repayId: typed } : readFilters(FILTERS, values);

  const pages = useStaffPages('loanList', { query }, pagesByNext<ListedLoan>());
  const [, navigate] = useLocation();

  return (
    <Page
      title={loanListTexts.title}
      bar={<FilterBar filters={[ORDER_FILTER, ...FILTERS]} />}
      isFlush
    >
      <DataTable
        label={loanListTexts.title}
        columns={COLUMNS}
        rows={pages}
        toId={({ orderId }) => orderId}
        empty={typed === '' ? kitTexts.noMatch : loanListTexts.empty}
        emptyAbout={typed === '' ? undefined : loanListTexts.emptyAbout}
        onOpen={({ repayId }) => navigate(`/loans/${repayId}`)}
        paging={pages.paging}
      />
    </Page>
  );
}
