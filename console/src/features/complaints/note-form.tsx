import { useState } from 'react';
import { useStaffSend } from '../../api/hooks.ts';
import { complaintTexts } from '../../texts/complaints.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useToast } from '../../ui/toast.tsx';

const LEAST = 5;

/** A note that only staff can read. */
export function NoteForm({ ticketNo }: { readonly ticketNo: string }) {
  const [text, setText] = useState('');
  const [isShort, setShort] = useState(false);
  const note = useStaffSend('noteOnComplaint');
  const toast = useToast();

  const save = async (): Promise<void> => {
    const isTooShort = text.trim().length < LEAST;
    setShort(isTooShort);

    if (isTooShort || (await note.send({ body: { ticketNo, text } })) === undefined) return;

    toast(complaintTexts.noted);
    setText('');
  };

  const problem = isShort ? complaintTexts.short : undefined;

  return (
    <Form
      label={complaintTexts.note}
      problems={problem === undefined ? {} : { note: problem }}
      refusal={note.error}
      onSubmit={() => void save()}
      acts={
        <Button type="submit" isBusy={note.isBusy}>
          {complaintTexts.addNote}
        </Button>
      }
    >
      <TextField
        label={complaintTexts.note}
        hint={complaintTexts.noteHint}
        name="note"
        isLong
        value={text}
        onChange={setText}
        problem={problem}
      />
    </Form>
  );
}
