import type { StaffProposal } from '@noren/contract/staff/approvals';
import { useState } from 'react';
import { ProposeDialog } from '../../shared/propose-dialog.tsx';
import { moneyTexts } from '../../texts/money.ts';
import { Page, Tabs, useTab } from '../../ui/layout.tsx';
import { Discrepancies } from './discrepancies.tsx';
import { MoneyIn } from './money-in.tsx';
import { MoneyOut } from './money-out.tsx';
import { Proofs } from './proofs.tsx';
import { Reconciliations } from './reconciliations.tsx';
import { Settlement } from './settlement.tsx';
import { Unclaimed } from './unclaimed.tsx';
import { UnmatchedEvents } from './unmatched-events.tsx';

const TABS = [
  'in',
  'unclaimed',
  'events',
  'proofs',
  'out',
  'discrepancies',
  'days',
  'accounts',
] as const;

/** Money in and out, discrepancies, and the daily reconciliation. */
export function MoneyScreen() {
  const tab = useTab(TABS);
  const [proposal, setProposal] = useState<StaffProposal | null>(null);

  return (
    <Page
      title={moneyTexts.title}
      bar={<Tabs label={moneyTexts.tabs} tabs={TABS.map((id) => ({ id, text: moneyTexts[id] }))} />}
    >
      {tab === 'in' && <MoneyIn onPropose={setProposal} />}
      {tab === 'unclaimed' && <Unclaimed onPropose={setProposal} />}
      {tab === 'events' && <UnmatchedEvents />}
      {tab === 'proofs' && <Proofs onPropose={setProposal} />}
      {tab === 'out' && <MoneyOut onPropose={setProposal} />}
      {tab === 'discrepancies' && <Discrepancies />}
      {tab === 'days' && <Reconciliations />}
      {tab === 'accounts' && <Settlement />}
      <ProposeDialog proposal={proposal} onClose={() => setProposal(null)} />
    </Page>
  );
}
