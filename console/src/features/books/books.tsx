import { booksTexts } from '../../texts/books.ts';
import { Page, Tabs, useTab } from '../../ui/layout.tsx';
import { Exports } from './exports.tsx';
import { DayJournal, GeneralLedger } from './journals.tsx';
import { Periods } from './periods.tsx';
import { Portfolio } from './portfolio.tsx';
import { Statements } from './statements.tsx';
import { TrialBalance } from './trial-balance.tsx';

const TABS = [
  'trial',
  'statements',
  'journal',
  'ledger',
  'portfolio',
  'periods',
  'exports',
] as const;

const PARTS = {
  trial: TrialBalance,
  statements: Statements,
  journal: DayJournal,
  ledger: GeneralLedger,
  portfolio: Portfolio,
  periods: Periods,
  exports: Exports,
};

/** The ledger and reports made from it. */
export function Books() {
  const tab = useTab(TABS);
  const Part = PARTS[tab];
  const tabs = TABS.map((id) => ({ id, text: booksTexts.tabs[id] }));

  return (
    <Page title={booksTexts.title} bar={<Tabs label={booksTexts.parts} tabs={tabs} />}>
      <Part />
    </Page>
  );
}
