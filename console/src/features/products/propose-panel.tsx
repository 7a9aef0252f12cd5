import type { StaffProposal } from '@noren/contract/staff/approvals';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useStaffSend } from '../../api/hooks.ts';
import { OpenRequest } from '../../shared/open-request.tsx';
import { productTexts } from '../../texts/products.ts';
import { ConfirmPanel } from '../../ui/confirm-panel.tsx';
import { useToast } from '../../ui/toast.tsx';

interface ProposePanelProps {
  readonly proposal: StaffProposal;
  readonly onCancel: () => void;
  /** The change. */
  readonly children?: ReactNode;
}

/** Last step of a proposal: the change and its reason. It then waits for a second person. */
export function ProposePanel({ proposal, onCancel, children }: ProposePanelProps) {
  const propose = useStaffSend('propose');
  const toast = useToast();
  const [, navigate] = useLocation();

  const confirm = async (reason: string): Promise<void> => {
    const request = await propose.send({ body: { proposal, reason } });
    if (request === undefined) return;

    toast(productTexts.proposed);
    navigate(`/products/requests/${request.requestId}`);
  };

  return (
    <ConfirmPanel
      title={productTexts.proposeTitle}
      act={productTexts.propose}
      isBusy={propose.isBusy}
      error={propose.error}
      onConfirm={(reason) => void confirm(reason)}
      onCancel={onCancel}
    >
      {children}
      <OpenRequest refusal={propose.error} />
    </ConfirmPanel>
  );
}
