import type { MoneyDiscrepancy } from '@noren/contract/staff/money';
import { useState } from 'react';
import { useStaffPages, useStaffSend } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { useMay } from '../../api/session.tsx';
import { discrepancyText, moneyTexts } from '../../texts/money.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmPanel } from '../../ui/confirm-panel.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';
import { useToast } from '../../ui/toast.tsx';
import { ageColumn, whenColumn } from './columns.tsx';

/** Discrepancies with providers. Staff ask the provider and record its answer here. */
export function Discrepancies() {
  const list = useStaffPages('moneyDiscrepancies', { query: {} }, pagesByNext<MoneyDiscrepancy>());
  const resolve = useStaffSend('resolveDiscrepancy');
  const [chosen, setChosen] = useState<MoneyDiscrepancy | null>(null);
  const toast = useToast();
  const may = useMay();

  const columns: readonly Column<MoneyDiscrepancy>[] = [
    whenColumn(({ at }) => at),
    ageColumn(({ at }) => at),
    { id: 'what', header: moneyTexts.sentence, cell: discrepancyText },
    {
      id: 'act',
      isControl: true,
      header: moneyTexts.act,
      width: 110,
      cell: (row) =>
        may('money.resolve') ? (
          <Button tone="quiet" onPress={() => setChosen(row)}>
            {moneyTexts.resolve}
          </Button>
        ) : (
          ''
        ),
    },
  ];

  const send = async (note: string): Promise<void> => {
    if (chosen === null) return;

    const { discrepancyId } = chosen;
    if (!(await resolve.send({ body: { discrepancyId, note } }))) return;

    setChosen(null);
    toast(moneyTexts.resolved);
  };

  return (
    <Panel title={moneyTexts.discrepanciesTitle} isFlush>
      <DataTable
        label={moneyTexts.discrepanciesTitle}
        columns={columns}
        rows={list}
        paging={list.paging}
        toId={({ discrepancyId }) => discrepancyId}
        empty={moneyTexts.noDiscrepancies}
      />
      <Dialog
        title={moneyTexts.resolveTitle}
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
      >
        <ConfirmPanel
          title={moneyTexts.resolveTitle}
          act={moneyTexts.resolve}
          reasonHint={moneyTexts.resolveHint}
          isBusy={resolve.isBusy}
          error={resolve.error}
          onConfirm={(note) => void send(note)}
          onCancel={() => setChosen(null)}
        >
          <p>{chosen && discrepancyText(chosen)}</p>
        </ConfirmPanel>
      </Dialog>
    </Panel>
  );
}
