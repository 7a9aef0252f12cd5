import type { LedgerExport } from '@noren/contract/staff/books';
import { plainText } from '@noren/core/typed/text';
import { useState } from 'react';
import { callStaffFile } from '../../api/file.ts';
import { useStaffPages, useStaffSend } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { useMay, useSignedIn } from '../../api/session.tsx';
import { booksTexts } from '../../texts/books.ts';
import { refusalText } from '../../texts/refusals.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Instant, Money } from '../../ui/figures.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/layout.tsx';
import { TroubleState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { useToast } from '../../ui/toast.tsx';

const REFRESH_MS = 2_000;

const TONES: Readonly<Record<LedgerExport['state'], Tone>> = {
  making: 'soon',
  ready: 'good',
  fetched: 'plain',
  failed: 'bad',
  gone: 'plain',
};

const paidOrNone = (amount: number | null) =>
  amount === null ? booksTexts.none : <Money amount={amount} isBare />;

const COLUMNS: readonly Column<LedgerExport>[] = [
  { id: 'month', header: booksTexts.month, cell: ({ month }) => month },
  { id: 'format', header: booksTexts.format, cell: ({ format }) => format.toUpperCase() },
  {
    id: 'at',
    header: booksTexts.requested,
    cell: ({ requestedAt }) => <Instant at={requestedAt} />,
  },
  { id: 'by', isWrapped: true, header: booksTexts.by, cell: ({ requestedBy }) => requestedBy },
  {
    id: 'state',
    header: booksTexts.state,
    cell: ({ state, problem }) => (
      <>
        <Badge tone={TONES[state]}>{booksTexts.states[state]}</Badge>{' '}
        {problem !== null && refusalText(problem)}
      </>
    ),
  },
  {
    id: 'lines',
    header: booksTexts.lines,
    align: 'right',
    cell: ({ lines }) => (lines === null ? booksTexts.none : booksTexts.count(lines)),
  },
  { id: 'debit', header: booksTexts.debit, align: 'right', cell: ({ debit }) => paidOrNone(debit) },
  {
    id: 'credit',
    header: booksTexts.credit,
    align: 'right',
    cell: ({ credit }) => paidOrNone(credit),
  },
];

/** Exports of the ledger: requested here, made by a job, downloaded once. */
export function Exports() {
  const { paging, refetch, ...rows } = useStaffPages(
    'ledgerExports',
    { query: {} },
    pagesByNext<LedgerExport>(),
    {
      refreshEveryMs: REFRESH_MS,
    },
  );
  const may = useMay();

  const act: Column<LedgerExport> = {
    id: 'act',
    isControl: true,
    header: booksTexts.fetch,
    cell: ({ exportId, state, isMine }) =>
      state === 'ready' && isMine ? (
        <DownloadButton
          text={booksTexts.fetch}
          onFetch={async () => {
            const file = await callStaffFile('fetchLedgerExport', { body: { exportId } });
            void refetch();

            return file;
          }}
        />
      ) : (
        booksTexts.none
      ),
  };

  return (
    <>
      {may('books.export') && <MakeExport />}

      <Panel title={booksTexts.tabs.exports} about={booksTexts.exportsAbout} isFlush>
        <DataTable
          label={booksTexts.tabs.exports}
          columns={[...COLUMNS, act]}
          rows={{ ...rows, refetch }}
          paging={paging}
          toId={({ exportId }) => exportId}
          empty={booksTexts.noExports}
        />
      </Panel>
    </>
  );
}

function MakeExport() {
  const { today } = useSignedIn();
  const [month, setMonth] = useState(today.slice(0, 7));
  const [format, setFormat] = useState<'csv' | 'xlsx'>('csv');
  const make = useStaffSend('makeLedgerExport');
  const toast = useToast();

  const isWrong = !/^\d{4}-(0[1-9]|1[0-2])$/.test(month);
  const problem = isWrong ? booksTexts.notAMonth : undefined;
  const submit = async (): Promise<void> => {
    if (!isWrong && (await make.send({ body: { month, format } }))) toast(booksTexts.made);
  };

  return (
    <Panel title={booksTexts.make}>
      {make.error && <TroubleState trouble={make.error} />}
      <Form
        label={booksTexts.make}
        problems={{}}
        onSubmit={() => void submit()}
        acts={
          <Button type="submit" tone="primary" isBusy={make.isBusy}>
            {booksTexts.make}
          </Button>
        }
      >
        <TextField
          label={booksTexts.month}
          name="month"
          value={month}
          onChange={(text) => setMonth(plainText(text))}
          problem={problem}
        />

        <SelectField
          label={booksTexts.format}
          name="format"
          value={format}
          onChange={setFormat}
          options={[
            { id: 'csv', text: 'CSV' },
            { id: 'xlsx', text: 'XLSX' },
          ]}
        />
      </Form>
    </Panel>
  );
}
