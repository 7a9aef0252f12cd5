import type { BookJournal } from '@noren/contract/staff/books';
import { CHART_OF_ACCOUNTS, type LedgerAccount } from '@noren/core/lending/chart-of-accounts';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffPages } from '../../api/hooks.ts';
import { pagesByNext } from '../../api/pages.ts';
import { useSignedIn } from '../../api/session.tsx';
import { booksTexts } from '../../texts/books.ts';
import { kitTexts } from '../../texts/kit.ts';
import { accountName, journalName } from '../../texts/ledger.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Day, Money } from '../../ui/figures.tsx';
import { FilterBar, useAddressValues } from '../../ui/filter-bar.tsx';
import { type Journal, JournalTable } from '../../ui/journal-table.tsx';
import { Panel } from '../../ui/layout.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';

/** All journals of a value day, with debits and credits. */
export function DayJournal() {
  const [values] = useAddressValues();
  const { today } = useSignedIn();
  const day = values.day ?? today;
  const pages = useStaffPages('dayJournal', { query: { day } }, pagesByNext<BookJournal>());

  return (
    <>
      <FilterBar filters={[{ name: 'day', label: booksTexts.day, kind: 'day' }]} />
      <Answer of={pages}>
        {(journals) =>
          journals.length === 0 ? (
            <Empty title={booksTexts.nothing} />
          ) : (
            <Panel title={booksTexts.tabs.journal} isFlush>
              <JournalTable label={booksTexts.tabs.journal} journals={journals.map(shownJournal)} />
              {pages.paging.hasMore && (
                <Button
                  onPress={() => void pages.paging.loadMore()}
                  isBusy={pages.paging.isLoadingMore}
                >
                  {kitTexts.more}
                </Button>
              )}
            </Panel>
          )
        }
      </Answer>
    </>
  );
}

function shownJournal({ journalId, kind, repayId, lines }: BookJournal): Journal {
  return {
    id: journalId,
    title: booksTexts.journalTitle(journalName(kind), repayId ?? booksTexts.ownJournal),
    lines: lines.map(({ account, amount }) => ({
      account: accountName(account),
      side: amount > 0 ? 'debit' : 'credit',
      amount: Math.abs(amount),
    })),
  };
}

type Entry = StaffAnswer<'generalLedger'>['rows'][number];

const ENTRY_COLUMNS: readonly Column<Entry>[] = [
  {
    id: 'day',
    header: booksTexts.valueDay,
    width: 110,
    cell: ({ valueDay }) => <Day day={valueDay} />,
  },
  { id: 'kind', header: booksTexts.kind, cell: ({ kind }) => journalName(kind) },
  {
    id: 'order',
    header: booksTexts.order,
    cell: ({ repayId }) => repayId ?? booksTexts.ownJournal,
  },
  {
    id: 'debit',
    header: booksTexts.debit,
    align: 'right',
    cell: ({ amount }) => (amount > 0 ? <Money amount={amount} isBare /> : ''),
  },
  {
    id: 'credit',
    header: booksTexts.credit,
    align: 'right',
    cell: ({ amount }) => (amount < 0 ? <Money amount={-amount} isBare /> : ''),
  },
];

const ACCOUNT_OPTIONS = CHART_OF_ACCOUNTS.map(({ account }) => ({
  id: account,
  text: accountName(account),
}));

/** The entries of one account in a period. */
export function GeneralLedger() {
  const [values] = useAddressValues();
  const { today } = useSignedIn();

  const account = (ACCOUNT_OPTIONS.find(({ id }) => id === values.account)?.id ??
    'loan_principal') as LedgerAccount;
  const query = { account, from: values.from ?? `${today.slice(0, 7)}-01`, to: values.to ?? today };

  const { paging, ...rows } = useStaffPages('generalLedger', { query }, pagesByNext<Entry>());

  return (
    <>
      <FilterBar
        filters={[
          { name: 'account', label: booksTexts.account, kind: 'choice', options: ACCOUNT_OPTIONS },
          { name: 'from', label: booksTexts.from, kind: 'day' },
          { name: 'to', label: booksTexts.to, kind: 'day' },
        ]}
      />
      <Panel title={accountName(account)} about={booksTexts.choose} isFlush>
        <DataTable
          label={accountName(account)}
          columns={ENTRY_COLUMNS}
          rows={rows}
          paging={paging}
          toId={({ journalId }) => journalId}
          empty={booksTexts.nothing}
        />
      </Panel>
    </>
  );
}
