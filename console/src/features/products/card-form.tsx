import type { StaffProposal } from '@noren/contract/staff/approvals';
import type { Scorecard } from '@noren/core/lending/scorecard';
import { checkScorecard } from '@noren/core/lending/scorecard-bounds';
import { paise } from '@noren/core/money/money';
import { addDays, businessDay } from '@noren/core/money/time';
import { useState } from 'react';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { cardTexts, productTexts } from '../../texts/products.ts';
import { faultText } from '../../texts/terms-faults.ts';
import { DayField } from '../../ui/fields.tsx';
import { Columns, Page, Panel } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';
import { BackTest } from './back-test.tsx';
import { listWrongPlaces } from './card-places.ts';
import { CardChanges, CardTable } from './card-table.tsx';
import { CheckForm } from './check-form.tsx';
import style from './products.module.css';
import { ProposePanel } from './propose-panel.tsx';

/** Form of a new scorecard version, filled from the newest one, with a back-test. */
export function NewCard() {
  const versions = useStaffCall('scorecardVersions');

  return (
    <Page
      title={cardTexts.newTitle}
      crumbs={[{ to: '/products?tab=scorecard', text: cardTexts.title }]}
    >
      <Answer of={versions}>{(data) => <CardForm data={data} />}</Answer>
    </Page>
  );
}

function CardForm({ data }: { readonly data: StaffAnswer<'scorecardVersions'> }) {
  const [newest] = data.rows;
  if (newest === undefined) throw new Error('there is no scorecard');

  const before = newest.card as unknown as Scorecard;
  const latest = newest.effectiveFrom > data.today ? newest.effectiveFrom : data.today;
  const [day, setDay] = useState<string>(addDays(businessDay(latest), 1));
  const [edited, setEdited] = useState(before);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isChecked, setChecked] = useState(false);

  const card = { ...edited, version: `${day.slice(0, 7)}/${data.rows.length + 1}` };

  const check = (): void => {
    const wrong = listWrongPlaces(card).map((path) => [path, cardTexts.wrongNumber] as const);
    const faults = checkScorecard(card, before, paise(data.maxLoanPaise)).map(
      ({ field, fault }) => [field, faultText(fault)] as const,
    );

    const newProblems = Object.fromEntries([
      ...(day <= latest ? [['effectiveFrom', productTexts.tooSoon] as const] : []),
      ...(wrong.length > 0 ? wrong : faults),
    ]);

    setProblems(newProblems);
    setChecked(Object.keys(newProblems).length === 0);
  };

  const proposal = {
    kind: 'scorecard_version',
    card,
    effectiveFrom: day,
  } as unknown as StaffProposal;

  return (
    <Columns least={420}>
      {isChecked ? (
        <ProposePanel proposal={proposal} onCancel={() => setChecked(false)}>
          <CardChanges before={before} after={card} />
        </ProposePanel>
      ) : (
        <Panel title={card.version}>
          <div className={style.wide}>
            <CheckForm label={cardTexts.formLabel} problems={problems} onSubmit={check}>
              <DayField
                label={cardTexts.effectiveFrom}
                name="effectiveFrom"
                value={day}
                least={addDays(businessDay(latest), 1)}
                problem={problems.effectiveFrom}
                onChange={setDay}
              />
              <CardTable card={edited} onChange={setEdited} problems={problems} />
            </CheckForm>
          </div>
        </Panel>
      )}
      <BackTest card={card} />
    </Columns>
  );
}
