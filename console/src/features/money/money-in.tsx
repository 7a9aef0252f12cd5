import type { FoundMoney, MoneyPayment } from '@noren/contract/staff/money';
import { useStaffPages, useStaffSend } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { useMay } from '../../api/session.tsx';
import { MovePayment } from '../../shared/move-payment.tsx';
import { moneyTexts } from '../../texts/money.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/layout.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import type { Column } from '../../ui/table-model.ts';
import { amountColumn, countedColumn, orderColumn, utrColumn, whenColumn } from './columns.tsx';
import type { Proposing } from './proposing.ts';

const SHORTEST = 6;

/** Payments posted to orders, and a search by UTR. */
export function MoneyIn({ onPropose }: Proposing) {
  const pages = useStaffPages('moneyPayments', { query: {} }, pagesByNext<MoneyPayment>());
  const actColumn = useMoveColumn(onPropose);
  const columns: readonly Column<MoneyPayment>[] = [
    whenColumn(({ paidAt }) => paidAt),
    amountColumn,
    orderColumn,
    utrColumn,
    { id: 'ref', header: moneyTexts.ref, cell: ({ provider, providerRef }) => `${provider} ${providerRef}` },
    countedColumn,
    actColumn,
  ];
  return (
    <>
      <Finder onPropose={onPropose} />
      <Panel title={moneyTexts.posted} isFlush>
        <DataTable
          label={moneyTexts.posted}
          columns={columns}
          rows={pages}
          idOf={({ journalId, provider }) => `${journalId} ${provider}`}
          empty={moneyTexts.noPosted}
          paging={pages.paging}
          tall={480}
        />
      </Panel>
    </>
  );
}

type Movable = Pick<FoundMoney, 'repayId' | 'journalId' | 'isReversed' | 'amountPaise'>;

function useMoveColumn(onPropose: Proposing['onPropose']): Column<Movable> {
  const may = useMay();
  return {
    id: 'act',
    header: moneyTexts.act,
    width: 100,
    cell: ({ repayId, journalId, isReversed, amountPaise }) =>
      repayId !== null && journalId !== null && !isReversed && may('propose.payment_move') ? (
        <MovePayment payment={{ repayId, journalId, amountPaise }} onPropose={onPropose} />
      ) : (
        ''
      ),
  };
}

function Finder({ onPropose }: Proposing) {
  const find = useStaffSend('findMoney');
  const actColumn = useMoveColumn(onPropose);
  const columns: readonly Column<FoundMoney>[] = [
    { id: 'what', header: moneyTexts.kind, width: 160, cell: ({ what }) => moneyTexts.what[what] },
    whenColumn(({ at }) => at),
    amountColumn,
    orderColumn,
    utrColumn,
    { id: 'ref', header: moneyTexts.ref, cell: ({ provider, providerRef }) => `${provider} ${providerRef}` },
    countedColumn,
    actColumn,
  ];
  const search = (text: string): void => void find.send({ body: { text: text.trim() } });
  return (
    <Panel title={moneyTexts.find}>
      <SearchForm
        label={moneyTexts.find}
        field={moneyTexts.findField}
        hint={moneyTexts.findHint}
        act={moneyTexts.findAct}
        isBusy={find.isBusy}
        refusal={find.error}
        problemOf={(text) => (text.trim().length < SHORTEST ? moneyTexts.findShort : undefined)}
        onSearch={search}
      />
      {find.data && (
        <DataTable
          label={moneyTexts.found}
          columns={columns}
          rows={{ data: find.data.rows, error: null, refetch: () => undefined }}
          idOf={({ what, provider, providerRef, journalId }) => `${what} ${provider} ${providerRef} ${journalId}`}
          empty={moneyTexts.foundNone}
          emptyAbout={moneyTexts.foundNoneWhy}
        />
      )}
    </Panel>
  );
}
