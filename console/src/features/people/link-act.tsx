import { OrderStatus } from '@noren/core/lending/order-status';
import { useState } from 'react';
import { useStaffSend } from '../../api/hooks.ts';
import { linkTexts } from '../../texts/links.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmPanel } from '../../ui/confirm-panel.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioList } from '../../ui/fields.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { PersonData } from './person-data.ts';

const SIGN_IN = 'sign_in';
const OWING: readonly number[] = [OrderStatus.active, OrderStatus.overdue, OrderStatus.writtenOff];

/** Sends a sign-in link, or one to repay an order, to the person's own phone. */
export function LinkAct({ person: { userId, orders } }: { readonly person: PersonData }) {
  const [isOpen, setOpen] = useState(false);
  const [choice, setChoice] = useState<string>(SIGN_IN);
  const link = useStaffSend('sendStaffLink');
  const toast = useToast();

  const close = (): void => setOpen(false);

  const confirm = async (reason: string): Promise<void> => {
    const which =
      choice === SIGN_IN
        ? { kind: 'sign_in' as const }
        : { kind: 'payment' as const, repayId: choice };

    if (!(await link.send({ body: { userId, ...which, reason } }))) return;

    close();
    toast(linkTexts.sent);
  };

  return (
    <>
      <Button icon="links" isWide onPress={() => setOpen(true)}>
        {linkTexts.send}
      </Button>
      <Dialog title={linkTexts.send} isOpen={isOpen} onClose={close}>
        <ConfirmPanel
          title={linkTexts.send}
          act={linkTexts.act}
          isBusy={link.isBusy}
          error={link.error}
          onConfirm={(reason) => void confirm(reason)}
          onCancel={close}
        >
          <p>{linkTexts.sendWhy}</p>
          <RadioList
            label={linkTexts.which}
            name="which"
            value={choice}
            onChange={setChoice}
            options={[
              { id: SIGN_IN, text: linkTexts.kinds.sign_in, about: linkTexts.signInAbout },
              ...orders
                .filter(({ status }) => OWING.includes(status))
                .map(({ repayId }) => ({
                  id: repayId,
                  text: linkTexts.kinds.payment,
                  about: linkTexts.paymentAbout(repayId),
                })),
            ]}
          />
        </ConfirmPanel>
      </Dialog>
    </>
  );
}
