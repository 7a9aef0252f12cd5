import { repayId as repayIdOf } from '@noren/contract/fields';
import type { StaffProposal } from '@noren/contract/staff/approvals';
import { paise } from '@noren/core/money/money';
import { compactText } from '@noren/core/typed/text';
import { useState } from 'react';
import { loanActTexts } from '../texts/loans.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { moneyText } from '../ui/figures.tsx';
import { Form } from '../ui/form.tsx';

interface MovePaymentProps {
  readonly payment: { readonly repayId: string; readonly journalId: string; readonly amountPaise: number };
  readonly onPropose: (proposal: StaffProposal) => void;
}

/** Proposes to move a payment to the order with a typed number. */
export function MovePayment({ payment, onPropose }: MovePaymentProps) {
  const { repayId, journalId, amountPaise } = payment;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone="quiet" label={loanActTexts.moveOf(moneyText(paise(amountPaise)))} onPress={() => setOpen(true)}>
        {loanActTexts.move}
      </Button>
      <Dialog title={loanActTexts.moveTitle} isOpen={isOpen} onClose={() => setOpen(false)}>
        <OrderForm
          title={loanActTexts.moveOf(moneyText(paise(amountPaise)))}
          onOrder={(toRepayId) => {
            setOpen(false);
            onPropose({ kind: 'payment_move', repayId, journalId, toRepayId });
          }}
        />
      </Dialog>
    </>
  );
}

/** Form for an order's number. */
export function OrderForm({ title, onOrder }: { readonly title: string; readonly onOrder: (repayId: string) => void }) {
  const [order, setOrder] = useState('');
  const [isWrong, setWrong] = useState(false);
  const problem = isWrong ? loanActTexts.orderWrong : undefined;
  return (
    <Form
      label={title}
      problems={problem === undefined ? {} : { order: problem }}
      onSubmit={() => {
        const typed = compactText(order).toUpperCase();
        const isOrder = repayIdOf.safeParse(typed).success;
        setWrong(!isOrder);
        if (isOrder) onOrder(typed);
      }}
      acts={
        <Button type="submit" tone="primary">
          {loanActTexts.preview}
        </Button>
      }
    >
      <TextField
        label={loanActTexts.toOrder}
        hint={loanActTexts.toOrderHint}
        name="order"
        value={order}
        onChange={setOrder}
        problem={problem}
      />
    </Form>
  );
}
