import type * as z from 'zod/mini';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Form, type Refusal } from '../ui/form.tsx';
import { useToast } from '../ui/toast.tsx';
import { useFields } from '../ui/use-fields.ts';

interface TextFormProps {
  /** What the text is called, and the button that sends it. */
  readonly label: string;
  readonly act: string;
  readonly hint?: string;
  /** Of the body, which is `{ text }`. */
  readonly schema: z.ZodMiniType;
  readonly sending: { readonly error: Refusal | null; readonly isBusy: boolean };
  /** Sends the text; undefined when it was refused. */
  readonly onSend: (body: { text: string }) => Promise<unknown>;
  /** The toast after it. */
  readonly done: string;
}

/**
 * A text that staff write under something: a note, a comment. The field is empty again once it is
 * sent.
 */
export function TextForm({ label, act, hint, schema, sending, onSend, done }: TextFormProps) {
  const toast = useToast();
  const { values, set, problems, check, reset } = useFields({ text: '' }, schema);

  const submit = async (): Promise<void> => {
    const body = check();
    if (!body || (await onSend(body)) === undefined) return;

    reset();
    toast(done);
  };

  return (
    <Form
      label={act}
      problems={problems}
      refusal={sending.error}
      onSubmit={() => void submit()}
      acts={
        <Button type="submit" isBusy={sending.isBusy}>
          {act}
        </Button>
      }
    >
      <TextField
        label={label}
        {...(hint !== undefined && { hint })}
        name="text"
        isLong
        value={values.text}
        onChange={(text) => set('text', text)}
        problem={problems.text}
      />
    </Form>
  );
}
