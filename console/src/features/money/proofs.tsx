import { proofPicture } from '@noren/contract/staff/evidence';
import type { MoneyProof } from '@noren/contract/staff/money';
import { staffAddressOf } from '@noren/contract/staff/staff-call';
import { useState } from 'react';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { useMay } from '../../api/session.tsx';
import { moneyTexts } from '../../texts/money.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Day } from '../../ui/figures.tsx';
import { Acts, Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';
import { ageColumn, amountColumn, orderColumn, utrColumn } from './columns.tsx';
import style from './money.module.css';
import type { Proposing } from './proposing.ts';

/** Proofs of repayment that wait for a decision: post as a payment, or refuse. */
export function Proofs({ onPropose }: Proposing) {
  const pages = useStaffPages('moneyProofs', { query: {} }, pagesByNext<MoneyProof>());
  const may = useMay();
  const [shown, setShown] = useState<Pick<MoneyProof, 'proofId' | 'repayId'> | null>(null);
  const columns: readonly Column<MoneyProof>[] = [
    ageColumn(({ sentAt }) => sentAt),
    orderColumn,
    amountColumn,
    { id: 'paid', header: moneyTexts.paidOn, width: 110, cell: ({ paidOn }) => <Day day={paidOn} /> },
    utrColumn,
    {
      id: 'picture',
      header: moneyTexts.picture,
      width: 110,
      cell: ({ proofId, repayId, hasPicture }) =>
        hasPicture ? (
          <Button
            tone="quiet"
            icon="eye"
            label={moneyTexts.pictureOf(repayId)}
            onPress={() => setShown({ proofId, repayId })}
          >
            {moneyTexts.show}
          </Button>
        ) : (
          moneyTexts.noPicture
        ),
    },
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
      <Dialog
        title={moneyTexts.pictureOf(shown?.repayId ?? '')}
        isOpen={shown !== null}
        onClose={() => setShown(null)}
        wide={900}
      >
        {shown !== null && <ProofPicture {...shown} />}
      </Dialog>
    </Panel>
  );
}

/** The picture with the reader's name over it. Each view is logged. */
function ProofPicture({ proofId, repayId }: Pick<MoneyProof, 'proofId' | 'repayId'>) {
  const [isFailed, setFailed] = useState(false);
  if (isFailed) return <p role="alert">{moneyTexts.pictureFailed}</p>;
  return (
    <>
      <p>{moneyTexts.pictureLogged}</p>
      <img
        className={style.picture}
        src={staffAddressOf(proofPicture, { params: { proofId } })}
        alt={moneyTexts.pictureOf(repayId)}
        onError={() => setFailed(true)}
      />
    </>
  );
}
