import { searchKeysOf } from '@noren/core/staff/search-key';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { bizStatusText, findTexts, searchKindNames } from '../../texts/people.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Page, Panel } from '../../ui/layout.tsx';
import type { Column } from '../../ui/table-model.ts';
import { type FoundRow, personAddress, useFind } from './use-find.ts';

const COLUMNS: readonly Column<FoundRow>[] = [
  { id: 'person', header: findTexts.person, cell: ({ maskedName }) => maskedName ?? findTexts.unnamed },
  { id: 'phone', header: findTexts.phone, cell: ({ maskedPhone }) => maskedPhone },
  { id: 'status', header: findTexts.status, cell: bizStatusText },
  { id: 'by', header: findTexts.by, cell: ({ foundBy }) => findTexts.searchKinds[foundBy] },
  { id: 'order', header: findTexts.order, cell: ({ repayId, ticketNo }) => repayId ?? ticketNo },
];

/** Finds borrowers by a whole phone, PAN, name, number or reference. */
export function Find() {
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { data, error, isBusy, find } = useFind();
  const [, navigate] = useLocation();
  const problem = isWrong ? findTexts.notAKey : undefined;
  const search = async (): Promise<void> => {
    const isNoKey = searchKeysOf(text).length === 0;
    setWrong(isNoKey);
    if (isNoKey) return;
    const found = await find(text);
    const [only] = found?.rows ?? [];
    if (found?.rows.length === 1 && only) navigate(personAddress(only));
  };
  return (
    <Page title={findTexts.title} about={findTexts.about}>
      <Form
        label={findTexts.title}
        problems={problem === undefined ? {} : { text: problem }}
        refusal={error?.message}
        onSubmit={() => void search()}
        isInline
        acts={
          <Button type="submit" tone="primary" icon="search" isBusy={isBusy}>
            {findTexts.act}
          </Button>
        }
      >
        <TextField
          label={findTexts.field}
          hint={findTexts.hint}
          name="text"
          kind="search"
          value={text}
          onChange={setText}
          problem={problem}
        />
      </Form>
      {data && (
        <Panel title={findTexts.found} isFlush>
          <DataTable
            label={findTexts.found}
            columns={COLUMNS}
            rows={{ data: data.rows, error: null, refetch: () => undefined }}
            idOf={({ userId, foundBy, repayId }) => `${userId} ${foundBy} ${repayId}`}
            empty={findTexts.none}
            emptyAbout={<p>{findTexts.noneAbout(searchKindNames(data.kinds))}</p>}
            onOpen={(row) => navigate(personAddress(row))}
          />
        </Panel>
      )}
    </Page>
  );
}
