import type { BorrowerEvent } from '@noren/contract/staff/people';
import { isOrderStatus, statusName } from '@noren/core/lending/order-status';
import { Link } from 'wouter';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import {
  actionText,
  ORDER_STATUS_TEXTS,
  personTexts,
  plainText,
  SOURCE_TEXTS,
} from '../../texts/people.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Instant, Money } from '../../ui/figures.tsx';
import { FilterBar, useAddressValues } from '../../ui/filter-bar.tsx';
import type { Column } from '../../ui/table-model.ts';

type Source = BorrowerEvent['source'];

/** What an event was about; for an order, the status it came to. */
function aboutText({ source, about }: BorrowerEvent): string | null {
  if (about === null || source === 'staff' || source === 'ticket') return about;
  if (source !== 'order') return plainText(about);

  const status = Number(about);

  return isOrderStatus(status) ? ORDER_STATUS_TEXTS[statusName(status)] : about;
}

const COLUMNS: readonly Column<BorrowerEvent>[] = [
  { id: 'when', header: personTexts.when, cell: ({ at }) => <Instant at={at} /> },
  { id: 'source', header: personTexts.source, cell: ({ source }) => SOURCE_TEXTS[source] },
  { id: 'what', header: personTexts.what, cell: ({ action }) => actionText(action) },
  {
    id: 'order',
    header: personTexts.order,
    cell: ({ repayId }) => repayId && <Link to={`/loans/${repayId}`}>{repayId}</Link>,
  },
  {
    id: 'amount',
    header: personTexts.amount,
    align: 'right',
    cell: ({ amountPaise }) => amountPaise !== null && <Money amount={amountPaise} />,
  },
  { id: 'who', isWrapped: true, header: personTexts.who, cell: ({ staffName }) => staffName },
  { id: 'about', header: personTexts.about, cell: aboutText },
];

const FILTERS = [
  {
    name: 'source',
    label: personTexts.source,
    kind: 'choice',
    options: Object.entries(SOURCE_TEXTS).map(([id, text]) => ({ id, text })),
  },
] as const;

/** Everything that happened with a person, newest first. */
export function PersonTimeline({ userId }: { readonly userId: string }) {
  const [{ source }] = useAddressValues();
  const knownSource =
    source !== undefined && Object.hasOwn(SOURCE_TEXTS, source) ? (source as Source) : undefined;
  const { paging, ...events } = useStaffPages(
    'borrowerTimeline',
    { params: { userId }, query: { ...(knownSource !== undefined && { source: knownSource }) } },
    pagesByNext<BorrowerEvent>(),
  );

  return (
    <>
      <FilterBar filters={FILTERS} />
      <DataTable
        label={personTexts.timeline}
        columns={COLUMNS}
        rows={events}
        paging={paging}
        toId={({ source: kind, id }) => `${kind} ${id}`}
        empty={personTexts.noEvents}
      />
    </>
  );
}
