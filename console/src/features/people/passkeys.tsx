import { useState } from 'react';
import { useStaffSend } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { personTexts } from '../../texts/people.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmPanel } from '../../ui/confirm-panel.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Instant } from '../../ui/figures.tsx';
import { Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';
import { useToast } from '../../ui/toast.tsx';
import { type PersonData, rowsOfPerson } from './person-data.ts';

type PasskeyRow = PersonData['passkeys'][number];

/**
 * The passkeys that the person confirms with in place of a code; one of a lost phone is removed
 * here.
 */
export function Passkeys({ person: { userId, passkeys } }: { readonly person: PersonData }) {
  const may = useMay();
  const remove = useStaffSend('removeBorrowerPasskey');
  const toast = useToast();
  const [asked, setAsked] = useState<PasskeyRow | null>(null);

  const confirm = async (reason: string): Promise<void> => {
    if (!asked) return;
    if (!(await remove.send({ params: { userId }, body: { passkeyId: asked.passkeyId, reason } })))
      return;

    setAsked(null);
    toast(personTexts.removed);
  };

  const columns: readonly Column<PasskeyRow>[] = [
    { id: 'name', isWrapped: true, header: personTexts.passkey, cell: ({ name }) => name },
    { id: 'added', header: personTexts.added, cell: ({ addedAt }) => <Instant at={addedAt} /> },
    {
      id: 'used',
      header: personTexts.used,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? personTexts.neverUsed : <Instant at={lastUsedAt} />,
    },
  ];

  const removing: Column<PasskeyRow> = {
    id: 'act',
    isControl: true,
    header: personTexts.act,
    cell: (row) => (
      <Button tone="quiet" label={personTexts.removeOf(row.name)} onPress={() => setAsked(row)}>
        {personTexts.remove}
      </Button>
    ),
  };

  const title = personTexts.removeOf(asked?.name ?? '');

  return (
    <>
      <Panel title={personTexts.passkeys} isFlush>
        <DataTable
          label={personTexts.passkeys}
          columns={may('person.remove_passkey') ? [...columns, removing] : columns}
          rows={rowsOfPerson(passkeys, { userId })}
          toId={({ passkeyId }) => passkeyId}
          empty={personTexts.noPasskeys}
        />
      </Panel>
      <Dialog title={title} isOpen={asked !== null} onClose={() => setAsked(null)}>
        <ConfirmPanel
          title={title}
          act={personTexts.remove}
          tone="danger"
          isBusy={remove.isBusy}
          error={remove.error}
          onConfirm={(reason) => void confirm(reason)}
          onCancel={() => setAsked(null)}
        >
          <p>{personTexts.removeAbout}</p>
        </ConfirmPanel>
      </Dialog>
    </>
  );
}
