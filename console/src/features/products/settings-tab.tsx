import type { StaffProposal } from '@noren/contract/staff/approvals';
import { useState } from 'react';
import { Link } from 'wouter';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { productTexts, settingTexts } from '../../texts/products.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Day } from '../../ui/figures.tsx';
import { Columns, KeyValues, Panel } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import style from './products.module.css';
import { ProposalView } from './proposal-view.tsx';
import { ProposePanel } from './propose-panel.tsx';

type Card = StaffAnswer<'appSettings'>['cards'][number];

const COLUMNS: readonly Column<Card>[] = [
  { id: 'card', header: settingTexts.card, cell: ({ cardId }) => cardId },
  {
    id: 'title',
    header: settingTexts.cardTitle,
    cell: ({ card }) => card.texts?.en?.title ?? settingTexts.ofProgram,
  },
  {
    id: 'target',
    header: settingTexts.target,
    cell: ({ card }) => settingTexts.targets[card.target],
  },
  { id: 'from', header: settingTexts.from, cell: ({ card }) => <Day day={card.effectiveFrom} /> },
  {
    id: 'until',
    header: settingTexts.until,
    cell: ({ card }) =>
      card.effectiveTo === null ? productTexts.open : <Day day={card.effectiveTo} />,
  },
];

const CHANGE: Column<Card> = {
  id: 'change',
  isControl: true,
  header: settingTexts.change,
  cell: ({ cardId }) => (
    <Link to={`/products/card?of=${cardId}`}>{settingTexts.changeOf(cardId)}</Link>
  ),
};

/** What the lender changes in the app without a new version of the program. */
export function SettingsTab() {
  const settings = useStaffCall('appSettings');
  const mayPropose = useMay()('propose.configuration');

  const columns = mayPropose ? [...COLUMNS, CHANGE] : COLUMNS;
  const newCard = mayPropose && (
    <LinkButton to="/products/card" icon="plus">
      {settingTexts.newCard}
    </LinkButton>
  );

  return (
    <>
      <Columns least={420}>
        <Panel title={settingTexts.switches}>
          <Answer of={settings} lines={2}>
            {({ gpGuideShow }) => <GuideSwitch isShown={gpGuideShow} mayPropose={mayPropose} />}
          </Answer>
        </Panel>
        <Panel title={settingTexts.holidays}>
          <p>{settingTexts.holidaysAbout}</p>
        </Panel>
      </Columns>
      <div className={style.after}>
        <Panel title={settingTexts.cards} acts={newCard} isFlush>
          <DataTable
            label={settingTexts.cards}
            columns={columns}
            rows={{ ...settings, data: settings.data?.cards }}
            toId={({ cardId }) => cardId}
            empty={settingTexts.noCards}
          />
        </Panel>
      </div>
    </>
  );
}

function GuideSwitch({
  isShown,
  mayPropose,
}: {
  readonly isShown: boolean;
  readonly mayPropose: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const proposal = {
    kind: 'configuration',
    change: { setting: 'gpGuideShow', before: isShown, after: !isShown },
  } as const satisfies StaffProposal;

  return (
    <>
      <KeyValues
        rows={[
          [
            settingTexts.gpGuideShow,
            <Badge key="is" tone={isShown ? 'good' : 'plain'}>
              {isShown ? settingTexts.shown : settingTexts.hidden}
            </Badge>,
          ],
        ]}
      />
      {mayPropose && !isOpen && (
        <Button onPress={() => setOpen(true)}>
          {isShown ? settingTexts.hideThem : settingTexts.showThem}
        </Button>
      )}
      {isOpen && (
        <ProposePanel proposal={proposal} onCancel={() => setOpen(false)}>
          <ProposalView kind="configuration" detail={proposal} />
        </ProposePanel>
      )}
    </>
  );
}
