import { RISK_CLASSES, type RiskClass } from '@noren/core/lending/renewal';
import { useState } from 'react';
import { renewalTexts } from '../../texts/renewal.ts';
import { Badge } from '../../ui/badge.tsx';
import { RadioList } from '../../ui/fields.tsx';
import { Day } from '../../ui/figures.tsx';
import { KeyValues, Panel, Timeline } from '../../ui/layout.tsx';
import { Empty } from '../../ui/states.tsx';
import type { PersonData } from './person-data.ts';
import { Propose } from './propose.tsx';

type Renewal = NonNullable<PersonData['renewal']>;
type GivenReminder = Renewal['reminders'][number];

const TONES = { settled: 'good', open: 'soon', late: 'bad' } as const;

/** The class of risk, why, when the details are confirmed next, and what was sent about it. */
export function RenewalPanel({ renewal }: Pick<PersonData, 'renewal'>) {
  if (!renewal)
    return (
      <Panel title={renewalTexts.title}>
        <Empty title={renewalTexts.none} />
      </Panel>
    );

  const { state, riskClass, basis, confirmedDay, dueDay, heldFrom, reminders } = renewal;

  return (
    <Panel
      title={renewalTexts.title}
      acts={<Badge tone={TONES[state]}>{renewalTexts.states[state]}</Badge>}
    >
      <KeyValues
        rows={[
          [renewalTexts.riskClass, renewalTexts.classes[riskClass]],
          [renewalTexts.why, renewalTexts.bases[basis]],
          [renewalTexts.confirmed, <Day key="confirmed" day={confirmedDay} />],
          [renewalTexts.due, <Day key="due" day={dueDay} />],
          [renewalTexts.heldFrom, <Day key="held" day={heldFrom} />],
        ]}
      />
      <h3>{renewalTexts.reminders}</h3>
      {reminders.length === 0 ? (
        <Empty title={renewalTexts.noReminders} />
      ) : (
        <Timeline
          events={reminders.map((reminder) => ({
            id: `${reminder.dueDay}:${reminder.reminder}`,
            title: renewalTexts.reminder[reminder.reminder],
            about: <ReminderAbout {...reminder} />,
          }))}
        />
      )}
    </Panel>
  );
}

/** When it was given, which way, and what became of its letter. */
function ReminderAbout({
  channel,
  givenDay,
  postedDay,
  unpostedBecause,
  handledBy,
}: GivenReminder) {
  if (channel === 'app')
    return (
      <>
        <Day day={givenDay} />, {renewalTexts.byApp}
      </>
    );

  return (
    <>
      <Day day={postedDay ?? givenDay} />, {renewalTexts.byLetter}
      {postedDay === null &&
        `: ${unpostedBecause === null ? renewalTexts.toPost : renewalTexts.unposted[unpostedBecause]}`}
      {handledBy !== null && `, ${handledBy}`}
    </>
  );
}

/** Another class of risk, of somebody with full KYC. */
export function ProposeRiskClass({
  person: { userId, renewal },
  onClose,
}: {
  readonly person: PersonData;
  readonly onClose: () => void;
}) {
  const [riskClass, setRiskClass] = useState<RiskClass>(renewal?.riskClass ?? 'high');
  const proposal =
    riskClass === renewal?.riskClass ? null : { kind: 'risk_class' as const, userId, riskClass };

  return (
    <Propose proposal={proposal} about={renewalTexts.changeWhy} onClose={onClose}>
      <RadioList
        label={renewalTexts.newClass}
        name="riskClass"
        value={riskClass}
        onChange={setRiskClass}
        options={RISK_CLASSES.map((id) => ({ id, text: renewalTexts.classes[id] }))}
      />
    </Propose>
  );
}
