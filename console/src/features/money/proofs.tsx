import type { MoneyProof } from '@noren/contract/staff/money';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { useMay } from '../../api/session.tsx';
import { moneyTexts } from '../../texts/money.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Day } from '../../ui/figures.tsx';
import { Acts, Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';
import { ageColumn, amountColumn, orderColumn, utrColumn } from './columns.tsx';
import type { Proposing } from './proposing.ts';

/** Proofs of repayment that wait for a decision: post as a payment, or refuse. */
export function Proofs({ onPropose }: Proposing) {
  const pages = useStaffPages('moneyProofs', { query: {} }, pagesByNext<MoneyProof>());
  const may = useMay();
  const columns: readonly Column<MoneyProof>[] = [
    ageColumn(({ sentAt }) => sentAt),
    orderColumn,
    amountColumn,
    { id: 'paid', header: moneyTexts.paidOn, width: 110, cell: ({ paidOn }) => <Day day={paidOn} /> },
    utrColumn,
    {
      id: 'act',
      header: moneyTexts.act,
      cell: ({ proofId }) =>
        may('propose.proof') ? (
          <Acts>
            <Button tone="quiet" onPress={() => onPropose({ kind: 'proof', proofId, decision: 'match' })}>
              {moneyTexts.match}
            </Button>
            <Button
              tone="quiet"
              onPress={() => onPropose({ kind: 'proof', proofId, decision: 'refuse', why: 'not_found' })}
            >
              {moneyTexts.refuse}
            </Button>
          </Acts>
        ) : (
          ''
        ),
    },
  ];
  return (
    <Panel title={moneyTexts.proofsTitle} isFlush>
      <DataTable
        label={moneyTexts.proofsTitle}
        columns={columns}
        rows={pages}
        idOf={({ proofId }) => proofId}
        empty={moneyTexts.noProofs}
        paging={pages.paging}
      />
    </Panel>
  );
}
