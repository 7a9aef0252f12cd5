import type { StaffProposal } from '@noren/contract/staff/approvals';
import { useLocation } from 'wouter';
import { useStaffCall, useStaffSend } from '../api/hooks.ts';
import { proposeTexts } from '../texts/approvals.ts';
import { approvalName } from '../texts/permissions.ts';
import { proposeActText } from '../texts/request-money.ts';
import { ConfirmPanel } from '../ui/confirm-panel.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Answer } from '../ui/states.tsx';
import { useToast } from '../ui/toast.tsx';
import { EffectView } from './effect-view.tsx';
import { OpenRequest } from './open-request.tsx';

interface ProposeDialogProps {
  /** The proposal; null closes the dialog. */
  readonly proposal: StaffProposal | null;
  readonly onClose: () => void;
}

/** Previews the effect of a proposal and sends it with a reason. */
export function ProposeDialog({ proposal, onClose }: ProposeDialogProps) {
  if (proposal === null) return null;

  return (
    <Dialog title={approvalName(proposal.kind)} isOpen wide={880} onClose={onClose}>
      <Preview key={JSON.stringify(proposal)} proposal={proposal} onClose={onClose} />
    </Dialog>
  );
}

function Preview({
  proposal,
  onClose,
}: {
  readonly proposal: StaffProposal;
  readonly onClose: () => void;
}) {
  const preview = useStaffCall('previewApproval', { body: { proposal } });
  const propose = useStaffSend('propose');
  const toast = useToast();
  const [, navigate] = useLocation();

  const send = async (reason: string): Promise<void> => {
    const request = await propose.send({ body: { proposal, reason } });
    if (request === undefined) return;

    toast(request.state === 'open' ? proposeTexts.proposed : proposeTexts.doneAlone);
    onClose();
    if (request.state === 'open') navigate(`/approvals/${request.requestId}`);
  };

  return (
    <>
      <Answer of={preview} lines={8}>
        {({ effect }) => (
          <ConfirmPanel
            title={proposeTexts.preview}
            act={proposeActText({ ...proposal, money: effect.money })}
            reasonHint={proposeTexts.hint}
            isBusy={propose.isBusy}
            error={propose.error}
            onConfirm={(reason) => void send(reason)}
            onCancel={onClose}
          >
            <EffectView effect={effect} />
          </ConfirmPanel>
        )}
      </Answer>
      <OpenRequest refusal={preview.error} />
    </>
  );
}
