import { useState } from 'react';
import { useStaffSend } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { personTexts } from '../../texts/people.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmPanel } from '../../ui/confirm-panel.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Instant } from '../../ui/figures.tsx';
import { Acts } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';
import { useToast } from '../../ui/toast.tsx';
import { type PersonData, rowsOfPerson } from './person-data.ts';

type SessionRow = PersonData['sessions'][number];
const nameDevice = ({ operatingSystem }: SessionRow): string =>
  operatingSystem ?? personTexts.unknownDevice;

const FACT_COLUMNS: readonly Column<SessionRow>[] = [
  { id: 'device', header: personTexts.device, cell: nameDevice },
  { id: 'by', header: personTexts.by, cell: ({ assurance }) => personTexts.assurance[assurance] },
  { id: 'began', header: personTexts.began, cell: ({ createdAt }) => <Instant at={createdAt} /> },
  { id: 'used', header: personTexts.used, cell: ({ lastUsedAt }) => <Instant at={lastUsedAt} /> },
  {
    id: 'state',
    header: personTexts.state,
    cell: ({ endedAt }) =>
      endedAt === null ? (
        <Badge tone="good">{personTexts.open}</Badge>
      ) : (
        <>
          {personTexts.endedAt} <Instant at={endedAt} />
        </>
      ),
  },
];

/** The devices the person signed in on; staff can sign one out, such as a stolen phone. */
export function Sessions({ person: { userId, sessions } }: { readonly person: PersonData }) {
  const may = useMay();
  const end = useStaffSend('endBorrowerSessions');
  const toast = useToast();
  const [target, setTarget] = useState<SessionRow | 'all' | null>(null);

  const mayEnd = may('person.end_sessions');

  const confirm = async (reason: string): Promise<void> => {
    const filter = target === null || target === 'all' ? {} : { sessionId: target.sessionId };
    const answer = await end.send({ params: { userId }, body: { ...filter, reason } });
    if (!answer) return;

    setTarget(null);
    toast(personTexts.ended(answer.ended));
  };

  const columns: readonly Column<SessionRow>[] = [
    ...FACT_COLUMNS,
    {
      id: 'act',
      isControl: true,
      header: personTexts.end,
      cell: (row) =>
        mayEnd &&
        row.endedAt === null && (
          <Button
            tone="quiet"
            label={personTexts.endOf(nameDevice(row))}
            onPress={() => setTarget(row)}
          >
            {personTexts.end}
          </Button>
        ),
    },
  ];

  const title =
    target === null || target === 'all'
      ? personTexts.endAll
      : personTexts.endOf(nameDevice(target));

  return (
    <>
      {mayEnd && sessions.some(({ endedAt }) => endedAt === null) && (
        <Acts>
          <Button icon="out" onPress={() => setTarget('all')}>
            {personTexts.endAll}
          </Button>
        </Acts>
      )}
      <DataTable
        label={personTexts.sessions}
        columns={columns}
        rows={rowsOfPerson(sessions, { userId })}
        toId={({ sessionId }) => sessionId}
        empty={personTexts.noSessions}
      />
      <Dialog title={title} isOpen={target !== null} onClose={() => setTarget(null)}>
        <ConfirmPanel
          title={title}
          act={personTexts.end}
          tone="danger"
          isBusy={end.isBusy}
          error={end.error}
          onConfirm={(reason) => void confirm(reason)}
          onCancel={() => setTarget(null)}
        >
          <p>{personTexts.endAbout}</p>
        </ConfirmPanel>
      </Dialog>
    </>
  );
}
