import type { ListedApproval, StaffEffect } from '@noren/contract/staff/approvals';
import { useState } from 'react';
import { useStaffSend } from '../../api/hooks.ts';
import { StaffError } from '../../api/staff-error.ts';
import { requestTexts } from '../../texts/approvals.ts';
import { approveActText } from '../../texts/request-money.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmPanel } from '../../ui/confirm-panel.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useKeys } from '../../ui/keys.tsx';
import { Panel } from '../../ui/layout.tsx';
import { TroubleState } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';

interface DecisionProps {
  readonly approval: ListedApproval;
  /** The effect that is shown; null if the request cannot be carried out. */
  readonly effect: StaffEffect | null;
  readonly decision: unknown;
  readonly onChanged: (effect: StaffEffect | null) => void;
  /** Called with whether it is unknown that the decision was carried out. */
  readonly onLost: (isLost: boolean) => void;
}

/**
 * Approves the effect that is shown, rejects with a reason, or withdraws the reader's own request.
 */
export function Decision(props: DecisionProps) {
  const { approval } = props;
  const { isMine, isMineToDecide } = approval;
  if (isMine) return <Withdrawal {...props} />;

  if (!isMineToDecide)
    return (
      <Panel title={requestTexts.decide}>
        <p>{requestTexts.notForYou}</p>
      </Panel>
    );

  return <Judgement {...props} />;
}

function Judgement({ approval, effect, decision, onChanged, onLost }: DecisionProps) {
  const { requestId, kind } = approval;
  const approve = useStaffSend('approve', { onLost });
  const refuse = useStaffSend('refuseApproval', { onLost });
  const [isRejecting, setRejecting] = useState(false);
  const [error, setError] = useState<StaffError | null>(null);
  const toast = useToast();

  const approveSeen = async (): Promise<void> => {
    if (effect === null) return;

    setError(null);
    try {
      await approve.sendOrThrow({ body: { requestId, seen: effect } });
      onChanged(null);
      toast(requestTexts.approved);
    } catch (cause) {
      if (!(cause instanceof StaffError)) throw cause;

      const newEffect =
        cause.code === 'changed' ? (cause.data as { effect?: StaffEffect }).effect : undefined;
      if (newEffect) onChanged(newEffect);
      else setError(cause);
    }
  };

  const reject = async (reason: string): Promise<void> => {
    if (!(await refuse.send({ body: { requestId, reason } }))) return;

    setRejecting(false);
    toast(requestTexts.rejected);
  };

  useKeys([
    { keys: 'a', text: requestTexts.approve, run: () => void approveSeen() },
    { keys: 'r', text: requestTexts.reject, run: () => setRejecting(true) },
  ]);

  return (
    <Panel title={requestTexts.decide}>
      {error && <TroubleState trouble={error} />}
      <Button
        tone="primary"
        icon="key"
        isWide
        shortcut="A"
        isBusy={approve.isBusy}
        isDisabled={effect === null}
        onPress={() => void approveSeen()}
      >
        {approveActText({ kind, decision, money: effect?.money })}
      </Button>
      <Button isWide shortcut="R" onPress={() => setRejecting(true)}>
        {requestTexts.reject}
      </Button>
      <p>{requestTexts.passkey}</p>

      <Dialog
        title={requestTexts.rejectTitle}
        isOpen={isRejecting}
        onClose={() => setRejecting(false)}
      >
        <ConfirmPanel
          title={requestTexts.rejectTitle}
          act={requestTexts.reject}
          tone="danger"
          reasonHint={requestTexts.rejectHint}
          isBusy={refuse.isBusy}
          error={refuse.error}
          onConfirm={(reason) => void reject(reason)}
          onCancel={() => setRejecting(false)}
        />
      </Dialog>
    </Panel>
  );
}

function Withdrawal({ approval: { requestId }, onLost }: DecisionProps) {
  const withdraw = useStaffSend('withdrawApproval', { onLost });
  const toast = useToast();

  const send = async (): Promise<void> => {
    if (await withdraw.send({ body: { requestId } })) toast(requestTexts.withdrawn);
  };

  return (
    <Panel title={requestTexts.decide}>
      <p>{requestTexts.notYours}</p>
      {withdraw.error && <TroubleState trouble={withdraw.error} />}
      <Button isWide isBusy={withdraw.isBusy} onPress={() => void send()}>
        {requestTexts.withdraw}
      </Button>
      <p>{requestTexts.withdrawWhy}</p>
    </Panel>
  );
}
