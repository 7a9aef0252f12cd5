import type { AuditAct } from '@noren/contract/staff/audit';
import { paise } from '@noren/core/money/money';
import { PROTECTED_FIELDS } from '@noren/core/staff/protected-fields';
import { Link } from 'wouter';
import { useStaffCall, useStaffPages, useStaffSend } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { auditTexts } from '../../texts/audit.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Instant, moneyText } from '../../ui/figures.tsx';
import {
  type Filter,
  FilterBar,
  MONEY_FILTERS,
  readFilters,
  useAddressValues,
} from '../../ui/filter-bar.tsx';
import { Acts, Page } from '../../ui/layout.tsx';
import { TroubleState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';

function valueText(name: string, value: unknown): string {
  if (name === 'fields' && Array.isArray(value))
    return value.map((field) => auditTexts.fieldName(field)).join(', ');
  if (name.endsWith('Paise') && Number.isSafeInteger(value))
    return moneyText(paise(value as number));

  return typeof value === 'string'
    ? value
    : value === null
      ? auditTexts.nothing
      : JSON.stringify(value);
}

const COLUMNS: readonly Column<AuditAct>[] = [
  { id: 'seq', header: auditTexts.seq, align: 'right', width: 70, cell: ({ seq }) => seq },
  { id: 'at', header: auditTexts.at, width: 150, cell: ({ at }) => <Instant at={at} /> },
  {
    id: 'by',
    isWrapped: true,
    header: auditTexts.by,
    width: 160,
    cell: ({ staffName }) => staffName ?? auditTexts.server,
  },
  { id: 'action', header: auditTexts.action, cell: ({ action }) => auditTexts.act(action) },
  {
    id: 'subject',
    header: auditTexts.subject,
    cell: ({ subject, userId }) =>
      userId === null ? (
        auditTexts.short(subject ?? '')
      ) : (
        <Link to={`/people/${userId}`}>{auditTexts.borrowerLink(userId)}</Link>
      ),
  },
  {
    id: 'detail',
    header: auditTexts.detail,
    cell: ({ detail }) =>
      Object.entries(detail)
        .filter(([name]) => name !== 'version')
        .map(([name, value]) => auditTexts.pair(name, valueText(name, value)))
        .join(' · '),
  },
  {
    id: 'hash',
    header: auditTexts.hash,
    width: 110,
    cell: ({ hash }) => <code title={hash}>{hash.slice(0, 8)}</code>,
  },
];

const FIELD_OPTIONS = PROTECTED_FIELDS.map((id) => ({ id, text: auditTexts.fields[id] }));

const RANGE_FILTERS: readonly Filter[] = [
  ...MONEY_FILTERS.filter(({ kind }) => kind === 'day'),
  { name: 'leastPaise', label: auditTexts.leastAmount, kind: 'amount' },
  { name: 'mostPaise', label: auditTexts.mostAmount, kind: 'amount' },
];

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const REPAY_ID = /^[A-Z0-9]{10,24}$/;

/** Filters from the address, as parameters of the call. An incomplete borrower id is ignored. */
function toQuery(values: Readonly<Record<string, string>>) {
  const { staffId, borrower = '', action, field } = values;
  const isWhole = UUID.test(borrower) || REPAY_ID.test(borrower);
  const protectedField = PROTECTED_FIELDS.find((one) => one === field);

  return {
    ...(staffId && { staffId }),
    ...readFilters(RANGE_FILTERS, values),
    ...(isWhole && { borrower }),
    ...(action && { action }),
    ...(protectedField && { field: protectedField }),
  };
}

/** The audit log; its filters are in the address. */
export function Audit() {
  const [values, change] = useAddressValues();
  const query = toQuery(values);
  const { paging, ...rows } = useStaffPages('auditList', { query }, pagesByNext<AuditAct>());
  const actions = useStaffCall('auditList', { query: {} }).data?.actions ?? [];
  const people = useStaffCall('staffList', { query: {} }).data?.rows ?? [];

  return (
    <Page
      title={auditTexts.title}
      about={auditTexts.about}
      acts={<Verify />}
      bar={
        <FilterBar
          filters={[
            {
              name: 'staffId',
              label: auditTexts.person,
              kind: 'choice',
              options: people.map(({ staffId, name }) => ({ id: staffId, text: name })),
            },
            { name: 'borrower', label: auditTexts.borrower, kind: 'text' },
            {
              name: 'action',
              label: auditTexts.action,
              kind: 'choice',
              options: actions.map((id) => ({ id, text: auditTexts.act(id) })),
            },
            { name: 'field', label: auditTexts.field, kind: 'choice', options: FIELD_OPTIONS },
            ...RANGE_FILTERS,
          ]}
        />
      }
      isFlush
    >
      {'borrower' in query && values.field !== 'pan' && (
        <Acts>
          <Button icon="eye" onPress={() => change({ field: 'pan', action: '', staffId: '' })}>
            {auditTexts.whoReadPan}
          </Button>
        </Acts>
      )}

      <DataTable
        label={auditTexts.title}
        columns={COLUMNS}
        rows={rows}
        paging={paging}
        toId={({ seq }) => String(seq)}
        empty={auditTexts.none}
      />
    </Page>
  );
}

function Verify() {
  const verify = useStaffSend('verifyAudit');
  const { data, error } = verify;

  return (
    <>
      {error && <TroubleState trouble={error} />}
      <span role="status">
        {data && (
          <Badge tone={data.broken ? 'bad' : 'good'} icon={data.broken ? 'late' : 'tick'}>
            {data.broken
              ? auditTexts.broken(data.broken.seq, data.broken.why)
              : auditTexts.whole(data.rows)}
          </Badge>
        )}
      </span>

      <Button icon="scale" isBusy={verify.isBusy} onPress={() => void verify.send({ body: {} })}>
        {auditTexts.verify}
      </Button>
    </>
  );
}
