import { useState } from 'react';
import { makePasskey } from '../../api/passkey.ts';
import type { StaffError } from '../../api/staff-error.ts';
import { problemText } from '../../texts/problems.ts';
import { enrolTexts } from '../../texts/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';

interface PasskeyFormProps {
  readonly act: string;
  readonly startName: string;
  /** Requests the options of the browser's `credentials.create`, as JSON. */
  readonly onOptions: () => Promise<unknown>;
  readonly onMade: (attestation: Record<string, unknown>, passkeyName: string) => Promise<unknown>;
  readonly onLater?: () => void;
}

/** Names and creates a passkey. */
export function PasskeyForm({ act, startName, onOptions, onMade, onLater }: PasskeyFormProps) {
  const [name, setName] = useState(startName);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<StaffError | null>(null);
  const isNameMissing = name.trim().length < 2;

  const make = async (): Promise<void> => {
    if (isNameMissing) return;

    setBusy(true);
    setError(null);

    try {
      await onMade(await makePasskey(await onOptions()), name.trim());
    } catch (cause) {
      setError(cause as StaffError);
    } finally {
      setBusy(false);
    }
  };

  const nameProblem = isNameMissing ? problemText('empty') : undefined;

  return (
    <Form
      label={act}
      problems={nameProblem ? { passkeyName: nameProblem } : {}}
      refusal={error}
      onSubmit={() => void make()}
      acts={
        <>
          <Button type="submit" tone="primary" icon="key" isBusy={isBusy}>
            {act}
          </Button>
          {onLater && <Button onPress={onLater}>{enrolTexts.later}</Button>}
        </>
      }
    >
      <TextField
        label={enrolTexts.passkeyName}
        hint={enrolTexts.passkeyHint}
        name="passkeyName"
        value={name}
        onChange={setName}
        problem={nameProblem}
      />
    </Form>
  );
}
