import { borrowerNote } from '@noren/contract/staff/borrower-note';
import { useStaffSend } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { TextForm } from '../../shared/text-form.tsx';
import { personTexts } from '../../texts/people.ts';
import { Instant } from '../../ui/figures.tsx';
import { Panel, Timeline } from '../../ui/layout.tsx';
import { Empty } from '../../ui/states.tsx';
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

  return (
    <TextForm
      label={personTexts.note}
      act={personTexts.addNote}
      schema={borrowerNote}
      sending={add}
      onSend={(body) => add.send({ params: { userId }, body })}
      done={personTexts.noteAdded}
    />
  );
}
