import { toSearchKeys } from '@noren/core/staff/search-key';
import { useLocation } from 'wouter';
import { wholeList } from '../../api/list-source.ts';
import { bizStatusText, findTexts, searchKindNames } from '../../texts/people.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Page, Panel } from '../../ui/layout.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import type { Column } from '../../ui/table-model.ts';
import { type FoundRow, personAddress, useFind } from './use-find.ts';

const COLUMNS: readonly Column<FoundRow>[] = [
  {
    id: 'person',
    isWrapped: true,
    header: findTexts.person,
    cell: ({ maskedName }) => maskedName ?? findTexts.unnamed,
  },
  { id: 'phone', header: findTexts.phone, cell: ({ maskedPhone }) => maskedPhone },
  { id: 'status', header: findTexts.status, cell: bizStatusText },
  { id: 'by', header: findTexts.by, cell: ({ foundBy }) => findTexts.searchKinds[foundBy] },
  { id: 'order', header: findTexts.order, cell: ({ repayId, ticketNo }) => repayId ?? ticketNo },
];

/** Finds borrowers by a whole phone, PAN, name, number or reference. */
export function Find() {
  const { data, error, isBusy, find } = useFind();
  const [, navigate] = useLocation();

  const search = async (text: string): Promise<void> => {
    const answer = await find(text);
    const [only] = answer?.rows ?? [];
    if (answer?.rows.length === 1 && only) navigate(personAddress(only));
  };

  return (
    <Page title={findTexts.title} about={findTexts.about}>
      <SearchForm
        label={findTexts.title}
        field={findTexts.field}
        hint={findTexts.hint}
        act={findTexts.act}
        isBusy={isBusy}
        refusal={error}
        findProblem={(text) => (toSearchKeys(text).length === 0 ? findTexts.notAKey : undefined)}
        onSearch={(text) => void search(text)}
      />
      {data && (
        <Panel title={findTexts.found} isFlush>
          <DataTable
            label={findTexts.found}
            columns={COLUMNS}
            rows={wholeList(data.rows, 'findBorrowers')}
            toId={({ userId, foundBy, repayId }) => `${userId} ${foundBy} ${repayId}`}
            empty={findTexts.none}
            emptyAbout={<p>{findTexts.noneAbout(searchKindNames(data.kinds))}</p>}
            onOpen={(row) => navigate(personAddress(row))}
          />
        </Panel>
      )}
    </Page>
  );
}
