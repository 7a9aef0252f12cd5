import { borrowerNote } from '@noren/contract/staff/borrower-note';
import { useStaffSend } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { personTexts } from '../../texts/people.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Instant } from '../../ui/figures.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel, Timeline } from '../../ui/layout.tsx';
import { Empty } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useFields } from '../../ui/use-fields.ts';
import type { PersonData } from './person-data.ts';

/** Notes of colleagues, and a new note. */
export function Notes({ person: { userId, notes } }: { readonly person: PersonData }) {
  const may = useMay();
  return (
    <Panel title={personTexts.notes} about={personTexts.notesAbout}>
      {may('person.note') && <NoteForm userId={userId} />}
      {notes.length === 0 ? (
        <Empty title={personTexts.noNotes} />
      ) : (
        <Timeline
          events={notes.map(({ noteId, staffName, text, writtenAt }) => ({
            id: noteId,
            title: text,
            about: (
              <>
                {staffName}, <Instant at={writtenAt} />
              </>
            ),
          }))}
        />
      )}
    </Panel>
  );
}

function NoteForm({ userId }: { readonly userId: string }) {
  const add = useStaffSend('noteBorrower');
  const toast = useToast();
  const { values, set, problems, check, reset } = useFields({ text: '' }, borrowerNote);
  const submit = async (): Promise<void> => {
    const body = check();
    if (!body || !(await add.send({ params: { userId }, body }))) return;
    reset();
    toast(personTexts.noteAdded);
  };
  return (
    <Form
      label={personTexts.addNote}
      problems={problems}
      refusal={add.error}
      onSubmit={() => void submit()}
      acts={
        <Button type="submit" isBusy={add.isBusy}>
          {personTexts.addNote}
        </Button>
      }
    >
      <TextField
        label={personTexts.note}
        name="text"
        isLong
        value={values.text}
        onChange={(text) => set('text', text)}
        problem={problems.text}
      />
    </Form>
  );
}
