import { useState } from 'react';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall, useStaffPages, useStaffSend } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { useMay } from '../../api/session.tsx';
import { booksTexts } from '../../texts/books.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmPanel } from '../../ui/confirm-panel.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Instant } from '../../ui/figures.tsx';
import { Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';
import { useToast } from '../../ui/toast.tsx';

type Period = StaffAnswer<'closedPeriods'>['rows'][number];

const COLUMNS: readonly Column<Period>[] = [
  { id: 'month', header: booksTexts.month, cell: ({ month }) => month },
  { id: 'at', header: booksTexts.closedAt, cell: ({ closedAt }) => <Instant at={closedAt} /> },
  { id: 'by', isWrapped: true, header: booksTexts.closedBy, cell: ({ closedBy }) => closedBy },
];

/** Closed months, and closing the next one. */
export function Periods() {
  const { paging, ...rows } = useStaffPages('closedPeriods', { query: {} }, pagesByNext<Period>());
  const closable = useStaffCall('closedPeriods', { query: {} }).data?.closable ?? null;
  const may = useMay();

  return (
    <Panel
      title={booksTexts.tabs.periods}
      about={booksTexts.periodsAbout}
      acts={closable !== null && may('books.close') && <ClosePeriod month={closable} />}
      isFlush
    >
      <DataTable
        label={booksTexts.tabs.periods}
        columns={COLUMNS}
        rows={rows}
        paging={paging}
        toId={({ month }) => month}
        empty={booksTexts.noPeriods}
      />
    </Panel>
  );
}

function ClosePeriod({ month }: { readonly month: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = useStaffSend('closePeriod');
  const toast = useToast();

  const confirm = async (): Promise<void> => {
    if ((await close.send({ body: { month } })) === undefined) return;

    setOpen(false);
    toast(booksTexts.closed(month));
  };

  return (
    <>
      <Button onPress={() => setOpen(true)}>{booksTexts.close(month)}</Button>
      <Dialog title={booksTexts.closeTitle(month)} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ConfirmPanel
          title={booksTexts.closeTitle(month)}
          act={booksTexts.close(month)}
          tone="danger"
          isWithoutReason
          isBusy={close.isBusy}
          error={close.error}
          onConfirm={() => void confirm()}
          onCancel={() => setOpen(false)}
        >
          <p>{booksTexts.closeWhat}</p>
        </ConfirmPanel>
      </Dialog>
    </>
  );
}
