import { useState } from 'react';
import { useLocation } from 'wouter';
import { callStaffFile } from '../../api/file.ts';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { letterTexts } from '../../texts/letters.ts';
import { renewalTexts } from '../../texts/renewal.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Day } from '../../ui/figures.tsx';
import { Page } from '../../ui/layout.tsx';
import { Person } from '../../ui/person.tsx';
import type { Column } from '../../ui/table-model.ts';
import { HandleLetter } from './handle-letter.tsx';
import type { Letter } from './letter.ts';

const toId = ({ userId, dueDay, reminder }: Letter): string => `${userId}:${dueDay}:${reminder}`;

const FACTS: readonly Column<Letter>[] = [
  {
    id: 'person',
    isWrapped: true,
    header: letterTexts.person,
    cell: ({ maskedName, maskedPhone }) => (
      <Person maskedName={maskedName} maskedPhone={maskedPhone} />
    ),
  },
  {
    id: 'reminder',
    header: letterTexts.reminder,
    cell: ({ reminder }) => renewalTexts.reminder[reminder],
  },
  { id: 'due', header: letterTexts.due, cell: ({ dueDay }) => <Day day={dueDay} /> },
  { id: 'since', header: letterTexts.since, cell: ({ givenDay }) => <Day day={givenDay} /> },
  {
    id: 'address',
    header: letterTexts.address,
    cell: ({ hasAddress }) =>
      hasAddress ? letterTexts.hasAddress : <Badge tone="soon">{letterTexts.noAddress}</Badge>,
  },
  {
    id: 'print',
    isControl: true,
    header: letterTexts.print,
    cell: ({ userId, dueDay, reminder, hasAddress }) =>
      hasAddress && (
        <DownloadButton
          text={letterTexts.print}
          onFetch={() => callStaffFile('renewalLetter', { params: { userId, dueDay, reminder } })}
        />
      ),
  },
];

/** Letters that wait to be posted, oldest first. */
export function Letters() {
  const [, navigate] = useLocation();
  const [handled, setHandled] = useState<Letter | null>(null);
  const { paging, ...rows } = useStaffPages('lettersToPost', { query: {} }, pagesByNext<Letter>());

  const act: Column<Letter> = {
    id: 'act',
    isControl: true,
    header: letterTexts.act,
    cell: (letter) => <Button onPress={() => setHandled(letter)}>{letterTexts.handle}</Button>,
  };

  return (
    <Page title={letterTexts.title} about={letterTexts.about} isFlush>
      <DataTable
        label={letterTexts.list}
        columns={[...FACTS, act]}
        rows={rows}
        paging={paging}
        toId={toId}
        empty={letterTexts.none}
        onOpen={({ userId }) => navigate(`/people/${userId}`)}
      />
      <Dialog
        title={letterTexts.handleTitle}
        isOpen={handled !== null}
        onClose={() => setHandled(null)}
      >
        {handled && (
          <HandleLetter key={toId(handled)} letter={handled} onClose={() => setHandled(null)} />
        )}
      </Dialog>
    </Page>
  );
}
