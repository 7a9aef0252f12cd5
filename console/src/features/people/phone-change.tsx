import { useState } from 'react';
import { useStaffSend } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { personTexts } from '../../texts/people.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmPanel } from '../../ui/confirm-panel.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Instant } from '../../ui/figures.tsx';
import { Acts, KeyValues, Panel } from '../../ui/layout.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { PersonData } from './person-data.ts';

type Props = {
  readonly userId: string;
  readonly change: NonNullable<PersonData['phoneChange']>;
};

/** Another phone number that waits: whose it is to be, how it was asked for, and stopping it. */
export function PhoneChangePanel({ userId, change }: Props) {
  const texts = personTexts.phoneChange;
  const may = useMay();
  const stop = useStaffSend('stopBorrowerPhoneChange');
  const toast = useToast();
  const [isAsked, setAsked] = useState(false);
  const { way, proof, maskedPhone, requestedAt, dueAt } = change;

  const confirm = async (reason: string): Promise<void> => {
    if (!(await stop.send({ params: { userId }, body: { reason } }))) return;

    setAsked(false);
    toast(texts.stopped);
  };

  return (
    <Panel title={texts.title} about={texts.about}>
      <KeyValues
        rows={[
          [texts.number, maskedPhone],
          [texts.way, texts.ways[way]],
          [texts.proof, proof === null ? '–' : texts.proofs[proof]],
          ...(requestedAt === null
            ? []
            : [[texts.asked, <Instant key="asked" at={requestedAt} />] as const]),
          [texts.due, <Instant key="due" at={dueAt} />],
        ]}
      />
      {may('person.end_sessions') && (
        <Acts>
          <Button tone="danger" onPress={() => setAsked(true)}>
            {texts.stop}
          </Button>
        </Acts>
      )}
      <Dialog title={texts.stop} isOpen={isAsked} onClose={() => setAsked(false)}>
        <ConfirmPanel
          title={texts.stop}
          act={texts.stop}
          tone="danger"
          isBusy={stop.isBusy}
          error={stop.error}
          onConfirm={(reason) => void confirm(reason)}
          onCancel={() => setAsked(false)}
        >
          <p>{texts.stopAbout}</p>
        </ConfirmPanel>
      </Dialog>
    </Panel>
  );
}
