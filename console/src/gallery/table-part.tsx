import { useMemo } from 'react';
import { galleryTexts } from '../texts/gallery.ts';
import { useNow } from '../ui/clock.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Age, Money } from '../ui/figures.tsx';
import { FilterBar, useAddressValues } from '../ui/filter-bar.tsx';
import type { Column } from '../ui/table-model.ts';
import { useToast } from '../ui/toast.tsx';

const ROWS = 10_000;
const MINUTE_MS = 60_000;

interface SampleRow {
  readonly id: string;
  readonly since: number;
  readonly amount: number;
}

const COLUMNS: readonly Column<SampleRow>[] = [
  { id: 'kind', header: galleryTexts.kind, cell: () => galleryTexts.proof },
  { id: 'person', header: galleryTexts.person, cell: ({ id }) => id, sortBy: ({ id }) => id },
  {
    id: 'waiting',
    header: galleryTexts.waiting,
    cell: ({ since }) => <Age since={since} />,
    sortBy: ({ since }) => -since,
    align: 'right',
  },
  {
    id: 'amount',
    header: galleryTexts.amountHeader,
    cell: ({ amount }) => <Money amount={amount} isBare />,
    sortBy: ({ amount }) => amount,
    align: 'right',
  },
];

/** A table of ten thousand rows, which must scroll at the display's frame rate. */
export function TablePart() {
  const now = useNow(MINUTE_MS);
  const toast = useToast();
  const [{ person = '' }] = useAddressValues();

  const rows = useMemo(
    () =>
      Array.from(
        { length: ROWS },
        (_, at): SampleRow => ({
          id: `··${String((at * 7_919) % ROWS).padStart(4, '0')}`,
          since: now - at * MINUTE_MS,
          amount: ((at * 104_729) % 2_000_000) + 100,
        }),
      ).filter(({ id }) => id.includes(person)),
    [now, person],
  );

  return (
    <>
      <FilterBar
        filters={[
          { name: 'person', label: galleryTexts.filterText, kind: 'text' },
          { name: 'from', label: galleryTexts.filterFrom, kind: 'day' },
          {
            name: 'kind',
            label: galleryTexts.filterKind,
            kind: 'choice',
            options: [{ id: 'proof', text: galleryTexts.proof }],
          },
        ]}
      />
      <DataTable
        label={galleryTexts.tableTitle}
        columns={COLUMNS}
        rows={{ data: rows, error: null, refetch: () => undefined, recordExport: null }}
        toId={({ id }) => id}
        empty={galleryTexts.empty}
        onOpen={({ id }) => toast(galleryTexts.opened(id))}
      />
    </>
  );
}
