import { repayId as repayIdField } from '@noren/contract/fields';
import type { StaffProposal } from '@noren/contract/staff/approvals';
import { paise } from '@noren/core/money/money';
import { compactText } from '@noren/core/typed/text';
import { useState } from 'react';
import { usePreview } from '../api/use-preview.ts';
import { loanActTexts } from '../texts/loans.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { moneyText } from '../ui/figures.tsx';
import { Form } from '../ui/form.tsx';
import { PreviewActs } from './preview-acts.tsx';

interface MovePaymentProps {
  readonly payment: {
    readonly repayId: string;
    readonly journalId: string;
    readonly amountPaise: number;
  };
  readonly onPropose: (proposal: StaffProposal) => void;
}

/** Proposes to move a payment to the order with a typed number. */
export function MovePayment({ payment, onPropose }: MovePaymentProps) {
  const { repayId, journalId, amountPaise } = payment;
  const [isOpen, setOpen] = useState(false);

  return (
    <>
      <Button
        tone="quiet"
        label={loanActTexts.moveOf(moneyText(paise(amountPaise)))}
        onPress={() => setOpen(true)}
      >
        {loanActTexts.move}
      </Button>
      <Dialog title={loanActTexts.moveTitle} isOpen={isOpen} onClose={() => setOpen(false)}>
        <OrderForm
          title={loanActTexts.moveOf(moneyText(paise(amountPaise)))}
          toProposal={(toRepayId) => ({ kind: 'payment_move', repayId, journalId, toRepayId })}
          onPropose={(proposal) => {
            setOpen(false);
            onPropose(proposal);
          }}
        />
      </Dialog>
    </>
  );
}

interface OrderFormProps {
  readonly title: string;
  readonly toProposal: (repayId: string) => StaffProposal;
  /** With a proposal that is possible. */
  readonly onPropose: (proposal: StaffProposal) => void;
}

/** Form for the order that a payment counts for. A refusal stays beside the number. */
export function OrderForm({ title, toProposal, onPropose }: OrderFormProps) {
  const [order, setOrder] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { ask, isBusy, refusal, clear } = usePreview(onPropose);
  const problem = isWrong ? loanActTexts.orderWrong : refusal?.message;

  return (
    <Form
      label={title}
      problems={problem === undefined ? {} : { order: problem }}
      onSubmit={() => {
        const typed = compactText(order).toUpperCase();
        const isOrder = repayIdField.safeParse(typed).success;
        setWrong(!isOrder);
        if (isOrder) void ask(toProposal(typed));
      }}
      acts={<PreviewActs isBusy={isBusy} refusal={refusal} />}
    >
      <TextField
        label={loanActTexts.toOrder}
        hint={loanActTexts.toOrderHint}
        name="order"
        value={order}
        onChange={(text) => {
          setOrder(text);
          clear();
        }}
        problem={problem}
      />
    </Form>
  );
}
