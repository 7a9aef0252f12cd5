import { useState } from 'react';
import { CountdownDialog } from '../ui/feedback/countdown-dialog.tsx';
import { SuccessDialog } from '../ui/feedback/success-dialog.tsx';
import { Button } from '../ui/layout/button.tsx';
import { AmountRow, Card, Row } from '../ui/layout/card.tsx';
import { Figure } from '../ui/layout/text.tsx';
import { Dialog, Modal, Sheet } from '../ui/overlay/dialog.tsx';
import { toast } from '../ui/overlay/toast.tsx';
import { GUIDES, GuideDialogs } from './guide-dialogs.tsx';
import { Part } from './part.tsx';
import { REACH_DIALOGS, ReachDialogs } from './reach-dialogs.tsx';

const NAMES = [
  'Dialog',
  'Sheet',
  'Full screen',
  'Countdown',
  'Countdown with an early result',
  'Success',
  'Success with a figure',
  ...GUIDES,
  ...REACH_DIALOGS,
] as const;

/** Each dialog behind its button. */
export function Dialogs() {
  const [open, setOpen] = useState<(typeof NAMES)[number] | null>(null);
  const [isReady, setReady] = useState(false);
  const close = () => setOpen(null);

  const show = (name: (typeof NAMES)[number]) => {
    setOpen(name);
    setReady(name === 'Countdown with an early result');
  };

  return (
    <Part title="Dialogs">
      {NAMES.map((name) => (
        <Button key={name} kind="ghost" onClick={() => show(name)}>
          {name}
        </Button>
      ))}
      <Dialog
        open={open === 'Dialog'}
        title="Cancel this loan?"
        onClose={close}
        actions={
          <>
            <Button kind="ghost" onClick={close}>
              Cancel the loan
            </Button>
            <Button kind="ghost" onClick={close}>
              Keep the loan
            </Button>
          </>
        }
      >
        The money was not sent, so nothing is owed.
      </Dialog>
      <GuideDialogs open={open} close={close} />
      <ReachDialogs open={open} close={close} />
      <Sheet
        open={open === 'Sheet'}
        title="Key facts"
        onClose={close}
        actions={<Button onClick={close}>Accept and get ₹9,646</Button>}
      >
        <Card rows>
          <AmountRow label="You receive" value="₹9,646.00" />
          <Row label="Processing fee 3%" value="₹300.00" />
          <Row label="GST 18% on the fee" value="₹54.00" />
          <Row label="Interest 0.10% a day" value="₹150.00" />
          <AmountRow label="You repay by 05/12/2026" value="₹10,150.00" />
        </Card>
      </Sheet>
      <Modal open={open === 'Full screen'} title="Open in your browser" onClose={close}>
        <p>The camera works only in a full browser.</p>
      </Modal>
      <CountdownDialog
        open={open?.startsWith('Countdown') ?? false}
        title="Processing"
        text="Your credit limit is being assessed."
        isReady={isReady}
        onEnd={() => {
          close();
          toast('The count has ended');
        }}
      />
      <Successes open={open} close={close} />
    </Part>
  );
}

function Successes({ open, close }: { open: string | null; close: () => void }) {
  return (
    <>
      <SuccessDialog
        open={open === 'Success'}
        title="Congratulations"
        action="Return home"
        onAction={close}
      >
        <p>Return home to apply.</p>
      </SuccessDialog>
      <SuccessDialog
        open={open === 'Success with a figure'}
        title="Congratulations"
        action="Return home"
        onAction={close}
      >
        <Figure label="Your limit" value="₹20,000" />
        <p>Return home to apply.</p>
      </SuccessDialog>
    </>
  );
}
