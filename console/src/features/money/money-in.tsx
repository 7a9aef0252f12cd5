import type { FoundMoney, MoneyPayment } from '@noren/contract/staff/money';
import { useState } from 'react';
import { useStaffPages, useStaffSend } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { useMay } from '../../api/session.tsx';
import { MovePayment } from '../../shared/move-payment.tsx';
import { moneyTexts } from '../../texts/money.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/layout.tsx';
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
  const [text, setText] = useState('');
  const [isShort, setShort] = useState(false);
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
  const problem = isShort ? moneyTexts.findShort : undefined;
  const submit = (): void => {
    const typed = text.trim();
    setShort(typed.length < SHORTEST);
    if (typed.length >= SHORTEST) void find.send({ body: { text: typed } });
  };
  return (
    <Panel title={moneyTexts.find}>
      <Form
        label={moneyTexts.find}
        problems={problem === undefined ? {} : { text: problem }}
        refusal={find.error?.message}
        onSubmit={submit}
        isInline
        acts={
          <Button type="submit" tone="primary" icon="search" isBusy={find.isBusy}>
            {moneyTexts.findAct}
          </Button>
        }
      >
        <TextField
          label={moneyTexts.findField}
          hint={moneyTexts.findHint}
          name="text"
          kind="search"
          value={text}
          onChange={setText}
          problem={problem}
        />
      </Form>
      {find.data && (
        <DataTable
          label={moneyTexts.found}
          columns={columns}
          rows={{ data: find.data.rows, error: null, refetch: submit }}
          idOf={({ what, provider, providerRef, journalId }) => `${what} ${provider} ${providerRef} ${journalId}`}
          empty={moneyTexts.foundNone}
          emptyAbout={moneyTexts.foundNoneWhy}
        />
      )}
    </Panel>
  );
}
