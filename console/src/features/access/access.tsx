import { useState } from 'react';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall, useStaffSend } from '../../api/hooks.ts';
import { accessTexts } from '../../texts/sign-in.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Instant } from '../../ui/figures.tsx';
import { Columns, Page, Panel } from '../../ui/layout.tsx';
import { TroubleState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { useToast } from '../../ui/toast.tsx';
import { PasskeyForm } from './passkey-form.tsx';

type Passkey = StaffAnswer<'myAccess'>['passkeys'][number];
type OwnSession = StaffAnswer<'myAccess'>['sessions'][number];

const PASSKEY_COLUMNS: readonly Column<Passkey>[] = [
  { id: 'name', isWrapped: true, header: accessTexts.name, cell: ({ name }) => name },
  { id: 'made', header: accessTexts.made, cell: ({ createdAt }) => <Instant at={createdAt} /> },
  {
    id: 'used',
    header: accessTexts.used,
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? accessTexts.never : <Instant at={lastUsedAt} />,
  },
];

const SESSION_COLUMNS: readonly Column<OwnSession>[] = [
  { id: 'browser', header: accessTexts.browser, cell: ({ browser }) => browser },
  { id: 'began', header: accessTexts.began, cell: ({ createdAt }) => <Instant at={createdAt} /> },
  { id: 'seen', header: accessTexts.seen, cell: ({ lastSeenAt }) => <Instant at={lastSeenAt} /> },
];

/** The reader's own passkeys and sessions: add a passkey, end a session. */
export function Access() {
  const access = useStaffCall('myAccess');
  const end = useStaffSend('endMySession');
  const toast = useToast();

  const endSession = async ({ sessionId }: OwnSession): Promise<void> => {
    if (await end.send({ body: { sessionId } })) toast(accessTexts.ended);
  };

  const act: Column<OwnSession> = {
    id: 'act',
    isControl: true,
    header: accessTexts.act,
    cell: (session) => (
      <SessionAct session={session} isBusy={end.isBusy} onEnd={() => void endSession(session)} />
    ),
  };

  return (
    <Page title={accessTexts.title}>
      {end.error && <TroubleState trouble={end.error} />}
      <Columns least={420}>
        <Panel title={accessTexts.passkeys} acts={<AddPasskey />} isFlush>
          <DataTable
            label={accessTexts.passkeys}
            columns={PASSKEY_COLUMNS}
            rows={{ ...access, data: access.data?.passkeys }}
            toId={({ passkeyId }) => passkeyId}
            empty={accessTexts.noPasskey}
            foot={access.data?.passkeys.length === 1 ? accessTexts.onePasskey : undefined}
          />
        </Panel>
        <Panel title={accessTexts.sessions} isFlush>
          <DataTable
            label={accessTexts.sessions}
            columns={[...SESSION_COLUMNS, act]}
            rows={{ ...access, data: access.data?.sessions }}
            toId={({ sessionId }) => sessionId}
            empty={accessTexts.sessions}
          />
        </Panel>
      </Columns>
    </Page>
  );
}

interface SessionActProps {
  readonly session: OwnSession;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function SessionAct({ session: { isThis, browser }, isBusy, onEnd }: SessionActProps) {
  if (isThis) return <Badge tone="chosen">{accessTexts.thisOne}</Badge>;

  return (
    <Button tone="quiet" label={accessTexts.endOf(browser)} isDisabled={isBusy} onPress={onEnd}>
      {accessTexts.end}
    </Button>
  );
}

function AddPasskey() {
  const [isOpen, setOpen] = useState(false);
  const begin = useStaffSend('beginPasskey');
  const add = useStaffSend('addPasskey');
  const toast = useToast();

  return (
    <>
      <Button icon="plus" onPress={() => setOpen(true)}>
        {accessTexts.add}
      </Button>
      <Dialog title={accessTexts.add} isOpen={isOpen} onClose={() => setOpen(false)}>
        <PasskeyForm
          act={accessTexts.add}
          initialName=""
          onOptions={async () => (await begin.sendOrThrow({ body: {} })).options}
          onMade={async (attestation, passkeyName) => {
            await add.sendOrThrow({ body: { attestation, passkeyName } });
            setOpen(false);
            toast(accessTexts.added);
          }}
        />
      </Dialog>
    </>
  );
}
