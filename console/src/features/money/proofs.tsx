import { buildAddress } from '@noren/contract/call';
import { proofPicture } from '@noren/contract/staff/evidence';
import type { MoneyProof } from '@noren/contract/staff/money';
import { useState } from 'react';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { useMay } from '../../api/session.tsx';
import { kitTexts } from '../../texts/kit.ts';
import { moneyTexts } from '../../texts/money.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Day } from '../../ui/figures.tsx';
import { FilterBar, MONEY_FILTERS, readFilters, useAddressValues } from '../../ui/filter-bar.tsx';
import { Acts, Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';
import { ageColumn, amountColumn, orderColumn, utrColumn } from './columns.tsx';
import style from './money.module.css';
import type { Proposing } from './proposing.ts';

/** Proofs of repayment that wait for a decision: post as a payment, or refuse. */
export function Proofs({ onPropose }: Proposing) {
  const [values] = useAddressValues();
  const query = readFilters(MONEY_FILTERS, values);

  const pages = useStaffPages('moneyProofs', { query }, pagesByNext<MoneyProof>());
  const may = useMay();
  const [shown, setShown] = useState<ShownProof | null>(null);

  const columns: readonly Column<MoneyProof>[] = [
    ageColumn(({ sentAt }) => sentAt),
    orderColumn,
    amountColumn,
    {
      id: 'paid',
      header: moneyTexts.paidOn,
      width: 110,
      cell: ({ paidOn }) => <Day day={paidOn} />,
    },
    utrColumn,
    {
      id: 'picture',
      isControl: true,
      header: moneyTexts.picture,
      width: 110,
      cell: ({ proofId, repayId, hasPicture }) =>
        hasPicture ? (
          <PictureButton repayId={repayId} onPress={() => setShown({ proofId, repayId })} />
        ) : (
          moneyTexts.noPicture
        ),
    },
    {
      id: 'act',
      isControl: true,
      header: moneyTexts.act,
      cell: ({ proofId }) =>
        may('propose.proof') ? <ProofActs proofId={proofId} onPropose={onPropose} /> : '',
    },
  ];

  return (
    <>
      <FilterBar filters={MONEY_FILTERS} />
      <Panel title={moneyTexts.proofsTitle} isFlush>
        <DataTable
          label={moneyTexts.proofsTitle}
          columns={columns}
          rows={pages}
          toId={({ proofId }) => proofId}
          empty={Object.keys(query).length === 0 ? moneyTexts.noProofs : kitTexts.noMatch}
          paging={pages.paging}
        />
        {shown !== null && <PictureDialog {...shown} onClose={() => setShown(null)} />}
      </Panel>
    </>
  );
}

function PictureButton({
  repayId,
  onPress,
}: {
  readonly repayId: string;
  readonly onPress: () => void;
}) {
  return (
    <Button tone="quiet" icon="eye" label={moneyTexts.pictureOf(repayId)} onPress={onPress}>
      {moneyTexts.show}
    </Button>
  );
}

function ProofActs({ proofId, onPropose }: Proposing & { readonly proofId: string }) {
  return (
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
  );
}

type ShownProof = Pick<MoneyProof, 'proofId' | 'repayId'>;

function PictureDialog({ onClose, ...proof }: ShownProof & { readonly onClose: () => void }) {
  return (
    <Dialog title={moneyTexts.pictureOf(proof.repayId)} isOpen onClose={onClose} wide={900}>
      <ProofPicture {...proof} />
    </Dialog>
  );
}

/** The picture with the reader's name over it. Each view is logged. */
function ProofPicture({ proofId, repayId }: ShownProof) {
  const [isFailed, setFailed] = useState(false);
  if (isFailed) return <p role="alert">{moneyTexts.pictureFailed}</p>;

  return (
    <>
      <p>{moneyTexts.pictureLogged}</p>
      <img
        className={style.picture}
        src={buildAddress(proofPicture, { params: { proofId } })}
        alt={moneyTexts.pictureOf(repayId)}
        onError={() => setFailed(true)}
      />
    </>
  );
}
