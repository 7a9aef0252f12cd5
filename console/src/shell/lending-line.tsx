import { useState } from 'react';
import { useStaffCall, useStaffSend } from '../api/hooks.ts';
import { useMay } from '../api/session.tsx';
import { lendingTexts } from '../texts/lending.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmPanel } from '../ui/confirm-panel.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { momentText } from '../ui/figures.tsx';
import { useToast } from '../ui/toast.tsx';

const REFRESH_MS = 5_000;

/** Shows on every screen that lending is stopped; stops it, or proposes to start it again. */
export function LendingLine() {
  const may = useMay();
  const { data } = useStaffCall('lendingState', {}, { refreshEveryMs: REFRESH_MS });
  const [isAsking, setAsking] = useState(false);

  if (data === undefined) return null;

  const { isStopped, staffName, changedAt, reason } = data;
  const close = (): void => setAsking(false);

  if (!isStopped)
    return may('lending.stop') ? (
      <>
        <Button icon="pause" onPress={() => setAsking(true)}>
          {lendingTexts.stop}
        </Button>
        {isAsking && <StopDialog onClose={close} />}
      </>
    ) : null;

  return (
    <span
      role="alert"
      title={`${lendingTexts.stoppedBy(staffName, momentText(changedAt))}: ${reason}`}
    >
      <Badge tone="bad" icon="pause">
        {lendingTexts.stopped}
      </Badge>
      {may('propose.lending_start') && (
        <Button tone="quiet" onPress={() => setAsking(true)}>
          {lendingTexts.start}
        </Button>
      )}
      {isAsking && <StartDialog onClose={close} />}
    </span>
  );
}

function StopDialog({ onClose }: { readonly onClose: () => void }) {
  const stop = useStaffSend('stopLending');
  const toast = useToast();

  const confirm = async (reason: string): Promise<void> => {
    if (!(await stop.send({ body: { reason } }))) return;

    onClose();
    toast(lendingTexts.stopDone, 'bad');
  };

  return (
    <Dialog title={lendingTexts.stopTitle} isOpen isAlert onClose={onClose}>
      <ConfirmPanel
        title={lendingTexts.stop}
        act={lendingTexts.stopAct}
        tone="danger"
        isBusy={stop.isBusy}
        error={stop.error}
        onConfirm={(reason) => void confirm(reason)}
        onCancel={onClose}
      >
        <p>{lendingTexts.stopWhy}</p>
      </ConfirmPanel>
    </Dialog>
  );
}

function StartDialog({ onClose }: { readonly onClose: () => void }) {
  const propose = useStaffSend('propose');
  const toast = useToast();

  const confirm = async (reason: string): Promise<void> => {
    if (!(await propose.send({ body: { proposal: { kind: 'lending_start' }, reason } }))) return;

    onClose();
    toast(lendingTexts.startDone);
  };

  return (
    <Dialog title={lendingTexts.startTitle} isOpen onClose={onClose}>
      <ConfirmPanel
        title={lendingTexts.start}
        act={lendingTexts.startAct}
        isBusy={propose.isBusy}
        error={propose.error}
        onConfirm={(reason) => void confirm(reason)}
        onCancel={onClose}
      >
        <p>{lendingTexts.startWhy}</p>
      </ConfirmPanel>
    </Dialog>
  );
}
