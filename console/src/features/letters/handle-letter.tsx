import { useState } from 'react';
import { useStaffSend } from '../../api/hooks.ts';
import { letterTexts } from '../../texts/letters.ts';
import { Button } from '../../ui/button.tsx';
import { DayField, RadioList } from '../../ui/fields.tsx';
import { Acts } from '../../ui/layout.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Letter } from './letter.ts';

const OUTCOMES = ['posted', 'no_address', 'undeliverable'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** On which day the letter was posted, or why it was not; it can be written once. */
export function HandleLetter({
  letter: { userId, dueDay, reminder, givenDay, hasAddress },
  onClose,
}: {
  readonly letter: Letter;
  readonly onClose: () => void;
}) {
  const send = useStaffSend('handleLetter');
  const toast = useToast();
  const [outcome, setOutcome] = useState<Outcome>(hasAddress ? 'posted' : 'no_address');
  const [postedDay, setPostedDay] = useState('');

  const isPosted = outcome === 'posted';
  const save = async (): Promise<void> => {
    const to = isPosted
      ? ({ kind: 'posted', postedDay } as const)
      : ({ kind: 'unposted', because: outcome } as const);
    if (!(await send.send({ body: { userId, dueDay, reminder, outcome: to } }))) return;

    onClose();
    toast(letterTexts.saved);
  };

  return (
    <>
      <RadioList
        label={letterTexts.outcome}
        name="outcome"
        value={outcome}
        onChange={setOutcome}
        options={OUTCOMES.map((id) => ({ id, text: letterTexts.outcomes[id] }))}
      />
      {isPosted && (
        <DayField
          label={letterTexts.postedDay}
          name="postedDay"
          value={postedDay}
          onChange={setPostedDay}
          least={givenDay}
        />
      )}
      {send.error && <p role="alert">{send.error.message}</p>}
      <Acts>
        <Button
          tone="primary"
          isBusy={send.isBusy}
          isDisabled={isPosted && postedDay === ''}
          onPress={() => void save()}
        >
          {letterTexts.save}
        </Button>
      </Acts>
    </>
  );
}
