import type { StaffProposal } from '@noren/contract/staff/approvals';
import { OrderStatus } from '@noren/core/lending/order-status';
import { useState } from 'react';
import type { StaffAnswer } from '../../api/client.ts';
import { useMay } from '../../api/session.tsx';
import { loanActTexts, loanTexts } from '../../texts/loans.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField, SelectField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/layout.tsx';

type Bucket = 'fees' | 'interest' | 'principal' | 'penal';

interface LoanActsProps {
  readonly loan: StaffAnswer<'loan'>;
  readonly onPropose: (proposal: StaffProposal) => void;
}

/** Proposals that the reader may make for the whole order. */
export function LoanActs({ loan: { repayId, status, owedPaise, payouts }, onPropose }: LoanActsProps) {
  const may = useMay();
  const [isWaiving, setWaiving] = useState(false);
  const isOwing = owedPaise > 0 && status !== OrderStatus.disbursing;
  const [payout] = payouts;
  const acts = [
    may('propose.waiver') && isOwing && (
      <Button key="waiver" isWide onPress={() => setWaiving(true)}>
        {loanActTexts.waiver}
      </Button>
    ),
    may('propose.write_off') && status === OrderStatus.overdue && (
      <Button key="write-off" isWide tone="danger" onPress={() => onPropose({ kind: 'write_off', repayId })}>
        {loanActTexts.writeOff}
      </Button>
    ),
    may('propose.payout_reversal') && payout?.state === 'confirmed' && (
      <Button key="reversal" isWide onPress={() => onPropose({ kind: 'payout_reversal', repayId })}>
        {loanActTexts.unDisburse}
      </Button>
    ),
    may('propose.payout_cancel') && (payout?.state === 'waiting' || payout?.state === 'queued') && (
      <Button key="cancel" isWide onPress={() => onPropose({ kind: 'payout_cancel', repayId })}>
        {loanActTexts.cancelPayout}
      </Button>
    ),
  ].filter(Boolean);
  return (
    <Panel title={loanActTexts.title}>
      {acts.length === 0 ? <p>{loanActTexts.none}</p> : acts}
      {acts.length > 0 && <p>{loanActTexts.about}</p>}
      <Dialog title={loanActTexts.waiver} isOpen={isWaiving} onClose={() => setWaiving(false)}>
        <WaiverForm
          onPreview={(amountPaise, bucket) => {
            setWaiving(false);
            onPropose({ kind: 'waiver', repayId, amountPaise, ...(bucket !== '' && { bucket }) });
          }}
        />
      </Dialog>
    </Panel>
  );
}

function WaiverForm({ onPreview }: { readonly onPreview: (amountPaise: number, bucket: Bucket | '') => void }) {
  const [amount, setAmount] = useState<number | null>(null);
  const [bucket, setBucket] = useState<Bucket | ''>('');
  const [isMissing, setMissing] = useState(false);
  const problem = isMissing ? loanActTexts.amountMissing : undefined;
  return (
    <Form
      label={loanActTexts.waiver}
      problems={problem === undefined ? {} : { amount: problem }}
      onSubmit={() => {
        setMissing(amount === null || amount === 0);
        if (amount !== null && amount > 0) onPreview(amount, bucket);
      }}
      acts={
        <Button type="submit" tone="primary">
          {loanActTexts.preview}
        </Button>
      }
    >
      <MoneyField label={loanActTexts.amount} name="amount" value={amount} onChange={setAmount} problem={problem} />
      <SelectField<Bucket | ''>
        label={loanActTexts.bucket}
        name="bucket"
        value={bucket}
        onChange={setBucket}
        options={[
          { id: '', text: loanActTexts.anyBucket },
          ...(['interest', 'penal', 'fees', 'principal'] as const).map((id) => ({ id, text: loanTexts.lines[id] })),
        ]}
      />
    </Form>
  );
}
