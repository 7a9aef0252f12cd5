import type { StaffProposal } from '@noren/contract/staff/approvals';
import { OrderStatus } from '@noren/core/lending/order-status';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { StaffAnswer } from '../../api/client.ts';
import { useMay } from '../../api/session.tsx';
import { usePreview } from '../../api/use-preview.ts';
import { PreviewActs } from '../../shared/preview-acts.tsx';
import { loanActTexts, loanTexts } from '../../texts/loans.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField, SelectField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useKeys } from '../../ui/keys.tsx';
import { Panel } from '../../ui/layout.tsx';

type Bucket = 'fees' | 'interest' | 'principal' | 'penal';

interface LoanActsProps {
  readonly loan: StaffAnswer<'loan'>;
  readonly onPropose: (proposal: StaffProposal) => void;
}

/** Proposals that the reader may make for the whole order. */
export function LoanActs({ loan, onPropose }: LoanActsProps) {
  const { repayId, userId, status, owedPaise, overdueDays, payments } = loan;
  const may = useMay();
  const [isWaiving, setWaiving] = useState(false);
  const [, navigate] = useLocation();

  const isOwing = owedPaise > 0 && status !== OrderStatus.disbursing;
  const last = payments
    .filter(({ isReversed }) => !isReversed)
    .toSorted((a, b) => b.paidAt - a.paidAt)[0];

  const mayWaive = may('propose.waiver') && isOwing;
  const reversal =
    last && may('propose.reversal')
      ? { kind: 'reversal' as const, repayId, journalId: last.journalId }
      : null;

  const mayPromise = may('collections.work') && overdueDays > 0;

  useKeys([
    ...(mayWaive ? [{ keys: 'w', text: loanActTexts.waiver, run: () => setWaiving(true) }] : []),
    ...(reversal
      ? [{ keys: 'v', text: loanActTexts.reverseLast, run: () => onPropose(reversal) }]
      : []),
    ...(mayPromise
      ? [{ keys: 'p', text: loanActTexts.promise, run: () => navigate(`/collections/${repayId}`) }]
      : []),
    ...(may('person.note')
      ? [{ keys: 'n', text: loanActTexts.note, run: () => navigate(`/people/${userId}?tab=notes`) }]
      : []),
  ]);

  const acts = [
    mayWaive && (
      <Button key="waiver" isWide shortcut="W" onPress={() => setWaiving(true)}>
        {loanActTexts.waiver}
      </Button>
    ),
    reversal && (
      <Button key="reverse" isWide shortcut="V" onPress={() => onPropose(reversal)}>
        {loanActTexts.reverseLast}
      </Button>
    ),
    mayPromise && (
      <Button key="promise" isWide shortcut="P" onPress={() => navigate(`/collections/${repayId}`)}>
        {loanActTexts.promise}
      </Button>
    ),
    ...drawRareActs(loan, may, onPropose),
  ].filter(Boolean);

  return (
    <Panel title={loanActTexts.title}>
      {acts.length === 0 ? <p>{loanActTexts.none}</p> : acts}
      {acts.length > 0 && <p>{loanActTexts.about}</p>}
      <WaiverDialog
        repayId={repayId}
        isOpen={isWaiving}
        onClose={() => setWaiving(false)}
        onPropose={onPropose}
      />
    </Panel>
  );
}

/** Buttons for what seldom happens to a loan: it is written off, or its payout is undone. */
function drawRareActs(
  { repayId, status, payouts: [payout] }: LoanActsProps['loan'],
  may: ReturnType<typeof useMay>,
  onPropose: LoanActsProps['onPropose'],
): ReactNode[] {
  return [
    may('propose.write_off') && status === OrderStatus.overdue && (
      <Button
        key="write-off"
        isWide
        tone="danger"
        onPress={() => onPropose({ kind: 'write_off', repayId })}
      >
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
  ];
}

interface WaiverDialogProps extends WaiverFormProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function WaiverDialog({ repayId, isOpen, onClose, onPropose }: WaiverDialogProps) {
  return (
    <Dialog title={loanActTexts.waiver} isOpen={isOpen} onClose={onClose}>
      <WaiverForm
        repayId={repayId}
        onPropose={(proposal) => {
          onClose();
          onPropose(proposal);
        }}
      />
    </Dialog>
  );
}

interface WaiverFormProps {
  readonly repayId: string;
  /** With a proposal that is possible. */
  readonly onPropose: (proposal: StaffProposal) => void;
}

function WaiverForm({ repayId, onPropose }: WaiverFormProps) {
  const [amount, setAmount] = useState<number | null>(null);
  const [bucket, setBucket] = useState<Bucket | ''>('');
  const [isMissing, setMissing] = useState(false);
  const { ask, isBusy, refusal, clear } = usePreview(onPropose);

  const problem = isMissing ? loanActTexts.amountMissing : refusal?.message;

  return (
    <Form
      label={loanActTexts.waiver}
      problems={problem === undefined ? {} : { amount: problem }}
      onSubmit={() => {
        setMissing(amount === null || amount === 0);
        if (amount === null || amount === 0) return;

        void ask({
          kind: 'waiver',
          repayId,
          amountPaise: amount,
          ...(bucket !== '' && { bucket }),
        });
      }}
      acts={<PreviewActs isBusy={isBusy} refusal={refusal} />}
    >
      <MoneyField
        label={loanActTexts.amount}
        name="amount"
        value={amount}
        onChange={(paise) => {
          setAmount(paise);
          clear();
        }}
        problem={problem}
      />
      <SelectField<Bucket | ''>
        label={loanActTexts.bucket}
        name="bucket"
        value={bucket}
        onChange={(chosen) => {
          setBucket(chosen);
          clear();
        }}
        options={[
          { id: '', text: loanActTexts.anyBucket },
          ...(['interest', 'penal', 'fees', 'principal'] as const).map((id) => ({
            id,
            text: loanTexts.lines[id],
          })),
        ]}
      />
    </Form>
  );
}
