import type { StaffProposal } from '@noren/contract/staff/approvals';
import { type ReactNode, useState } from 'react';
import { useStaffSend } from '../../api/hooks.ts';
import { EffectView } from '../../shared/effect-view.tsx';
import { OpenRequest } from '../../shared/open-request.tsx';
import { personActTexts } from '../../texts/person-acts.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmPanel } from '../../ui/confirm-panel.tsx';
import { useToast } from '../../ui/toast.tsx';

interface ProposeProps {
  /** Null while its fields are not complete. */
  readonly proposal: StaffProposal | null;
  readonly about: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Shows what a request would do, then asks for it with a reason. */
export function Propose({ proposal, about, onClose, children }: ProposeProps) {
  const preview = useStaffSend('previewApproval');
  const propose = useStaffSend('propose');
  const toast = useToast();
  const [shownFor, setShownFor] = useState('');

  const isCurrent = shownFor === JSON.stringify(proposal);
  const isShown = isCurrent && preview.data !== undefined;
  const refusal = isCurrent ? preview.error : null;

  const show = async (): Promise<void> => {
    if (proposal === null) return;

    setShownFor(JSON.stringify(proposal));
    await preview.send({ body: { proposal } });
  };

  const confirm = async (reason: string): Promise<void> => {
    if (proposal === null) return;

    const sent = await propose.send({ body: { proposal, reason } });
    if (!sent) return;

    onClose();
    toast(sent.state === 'approved' ? personActTexts.done : personActTexts.asked);
  };

  return (
    <>
      <p>{about}</p>
      {children}
      {!isShown && (
        <Button
          tone="primary"
          isDisabled={proposal === null}
          isBusy={preview.isBusy}
          onPress={() => void show()}
        >
          {personActTexts.show}
        </Button>
      )}
      {refusal && <p role="alert">{refusal.message}</p>}
      <OpenRequest refusal={refusal} />
      {isShown && preview.data && (
        <ConfirmPanel
          title={personActTexts.ask}
          act={personActTexts.ask}
          isBusy={propose.isBusy}
          error={propose.error}
          onConfirm={(reason) => void confirm(reason)}
          onCancel={onClose}
        >
          <EffectView effect={preview.data.effect} />
        </ConfirmPanel>
      )}
    </>
  );
}
