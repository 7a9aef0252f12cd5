import type { FoundMoney, MoneyPayment } from '@noren/contract/staff/money';
import { useStaffPages, useStaffSend } from '../../api/hooks.ts';
import { wholeList } from '../../api/list-source.ts';
import { pagesByNext } from '../../api/pages.ts';
import { useMay } from '../../api/session.tsx';
import { MovePayment } from '../../shared/move-payment.tsx';
import { kitTexts } from '../../texts/kit.ts';
import { moneyTexts } from '../../texts/money.ts';
import { DataTable } from '../../ui/data-table.tsx';
import {
  FilterBar,
  MONEY_FILTERS,
  makeChoice,
  readFilters,
  useAddressValues,
} from '../../ui/filter-bar.tsx';
import { Panel } from '../../ui/layout.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import type { Column } from '../../ui/table-model.ts';
import { paymentColumns, whenColumn } from './columns.tsx';
import type { Proposing } from './proposing.ts';

const SHORTEST = 6;

const FILTERS = [...MONEY_FILTERS, makeChoice('state', moneyTexts.state, moneyTexts.paymentStates)];

/** Payments posted to orders, and a search by UTR. */
export function MoneyIn({ onPropose }: Proposing) {
  const [values] = useAddressValues();
  const query = readFilters(FILTERS, values);
  const pages = useStaffPages('moneyPayments', { query }, pagesByNext<MoneyPayment>());
  const actColumn = useMoveColumn(onPropose);

  const columns: readonly Column<MoneyPayment>[] = [
    whenColumn(({ paidAt }) => paidAt),
    ...paymentColumns,
    actColumn,
  ];

  return (
    <>
      <Finder onPropose={onPropose} />
      <FilterBar filters={FILTERS} />
      <Panel title={moneyTexts.posted} isFlush>
        <DataTable
          label={moneyTexts.posted}
          columns={columns}
          rows={pages}
          toId={({ journalId, provider }) => `${journalId} ${provider}`}
          empty={Object.keys(query).length === 0 ? moneyTexts.noPosted : kitTexts.noMatch}
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
    isControl: true,
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
    ...paymentColumns,
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
        findProblem={(text) => (text.trim().length < SHORTEST ? moneyTexts.findShort : undefined)}
        onSearch={search}
      />
      {find.data && (
        <DataTable
          label={moneyTexts.found}
          columns={columns}
          rows={wholeList(find.data.rows, 'findMoney')}
          toId={({ what, provider, providerRef, journalId }) =>
            `${what} ${provider} ${providerRef} ${journalId}`
          }
          empty={moneyTexts.foundNone}
          emptyAbout={moneyTexts.foundNoneWhy}
        />
      )}
    </Panel>
  );
}
