import { name } from '@noren/contract/fields';
import { useState } from 'react';
import * as z from 'zod/mini';
import { makePasskey } from '../../api/passkey.ts';
import type { StaffError } from '../../api/staff-error.ts';
import { enrolTexts } from '../../texts/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useFields } from '../../ui/use-fields.ts';

interface PasskeyFormProps {
  readonly act: string;
  readonly initialName: string;
  /** Requests the options of the browser's `credentials.create`, as JSON. */
  readonly onOptions: () => Promise<unknown>;
  readonly onMade: (attestation: Record<string, unknown>, passkeyName: string) => Promise<unknown>;
  readonly onLater?: () => void;
}

const SCHEMA = z.object({ passkeyName: name });

/** A form that asks for a passkey's name and creates the passkey. */
export function PasskeyForm({ act, initialName, onOptions, onMade, onLater }: PasskeyFormProps) {
  const fields = useFields({ passkeyName: initialName }, SCHEMA);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<StaffError | null>(null);

  const make = async (): Promise<void> => {
    const values = fields.check();
    if (!values) return;

    setBusy(true);
    setError(null);

    try {
      await onMade(await makePasskey(await onOptions()), values.passkeyName);
    } catch (cause) {
      setError(cause as StaffError);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form
      label={act}
      problems={fields.problems}
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
        {...fields.field('passkeyName', enrolTexts.passkeyName)}
        hint={enrolTexts.passkeyHint}
      />
    </Form>
  );
}
