import type { ComplaintAnswer } from '@noren/contract/staff/complaints';
import { nextLevel } from '@noren/core/staff/complaints';
import { useState } from 'react';
import { useStaffSend } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { complaintTexts } from '../../texts/complaints.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmPanel } from '../../ui/confirm-panel.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useToast } from '../../ui/toast.tsx';

/** Passes a ticket on to the next level, with a reason. */
export function EscalateButton({ complaint: { ticket } }: { readonly complaint: ComplaintAnswer }) {
  const [isOpen, setOpen] = useState(false);
  const escalate = useStaffSend('escalateComplaint');
  const may = useMay();
  const toast = useToast();

  const to = nextLevel(ticket.level);
  if (!may('complaints.answer') || to === null || ticket.state === 'closed') return null;

  const title = complaintTexts.escalate(to);

  const confirm = async (reason: string): Promise<void> => {
    if ((await escalate.send({ body: { ticketNo: ticket.ticketNo, reason } })) === undefined)
      return;
    setOpen(false);
    toast(complaintTexts.escalated);
  };

  return (
    <>
      <Button icon="up" onPress={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ConfirmPanel
          title={complaintTexts.ticketOf(ticket.ticketNo)}
          act={title}
          isBusy={escalate.isBusy}
          error={escalate.error}
          onConfirm={(reason) => void confirm(reason)}
          onCancel={() => setOpen(false)}
        >
          <p>{complaintTexts.escalateWhy}</p>
        </ConfirmPanel>
      </Dialog>
    </>
  );
}
