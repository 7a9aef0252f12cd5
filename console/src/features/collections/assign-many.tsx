import { useState } from 'react';
import { useStaffCall, useStaffSend } from '../../api/hooks.ts';
import { collectionTexts } from '../../texts/collections.ts';
import { refusalText } from '../../texts/refusals.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/layout.tsx';
import { useToast } from '../../ui/toast.tsx';

/** The most loans that one request may assign. */
export const MOST_CHOSEN = 50;

interface AssignManyProps {
  readonly chosen: readonly string[];
  /** Called with the loans that stay chosen: those that were refused, or none. */
  readonly onChosen: (repayIds: readonly string[]) => void;
}

/** Assigns one officer to all chosen loans, and says which were refused and why. */
export function AssignMany({ chosen, onChosen }: AssignManyProps) {
  const officers = useStaffCall('collectionOfficers');
  const sending = useStaffSend('assignOfficers');
  const [staffId, setStaffId] = useState('');
  const [isMissing, setMissing] = useState(false);
  const toast = useToast();

  const refused = sending.data?.refused ?? [];

  const assign = async (): Promise<void> => {
    setMissing(staffId === '');
    if (staffId === '') return;

    const answer = await sending.send({ body: { repayIds: [...chosen], staffId } });
    if (answer === undefined) return;

    toast(collectionTexts.assignedMany(answer.assigned));
    onChosen(answer.refused.map(({ repayId }) => repayId));
  };

  if (chosen.length === 0) return null;

  return (
    <Panel title={collectionTexts.chosen(chosen.length)} about={collectionTexts.assignWhy}>
      <Form
        label={collectionTexts.assignMany}
        isInline
        problems={isMissing && staffId === '' ? { staffId: collectionTexts.chooseOfficer } : {}}
        refusal={sending.error}
        onSubmit={() => void assign()}
        acts={
          <>
            <Button type="submit" tone="primary" isBusy={sending.isBusy}>
              {collectionTexts.assignTo(chosen.length)}
            </Button>
            <Button onPress={() => onChosen([])}>{collectionTexts.chooseNone}</Button>
          </>
        }
      >
        <SelectField
          label={collectionTexts.officer}
          name="staffId"
          value={staffId}
          onChange={setStaffId}
          problem={isMissing && staffId === '' ? collectionTexts.chooseOfficer : undefined}
          options={(officers.data?.officers ?? []).map(({ staffId: id, name }) => ({
            id,
            text: name,
          }))}
        />
      </Form>
      {refused.length > 0 && (
        <ul role="alert">
          {refused.map(({ repayId, why }) => (
            <li key={repayId}>
              {repayId}: {refusalText(why)}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
