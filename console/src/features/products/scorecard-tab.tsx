import type { Scorecard } from '@noren/core/lending/scorecard';
import { useStaffCall } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { cardTexts } from '../../texts/products.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Day } from '../../ui/figures.tsx';
import { useAddressValues } from '../../ui/filter-bar.tsx';
import { Columns, KeyValues, Panel } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';
import { BackTest } from './back-test.tsx';
import { CardTable } from './card-table.tsx';
import style from './products.module.css';

/** Versions of the scorecard, with a table of the selected one. */
export function ScorecardTab() {
  const versions = useStaffCall('scorecardVersions');
  const mayPropose = useMay()('propose.scorecard_version');
  const [{ card: wanted = '' }, change] = useAddressValues();

  return (
    <Answer of={versions}>
      {({ rows, inForce }) => {
        const version = rows.find(({ card }) => card.version === (wanted || inForce)) ?? rows[0];
        if (version === undefined) return null;

        const card = version.card as unknown as Scorecard;

        return (
          <Columns least={420}>
            <Panel
              title={cardTexts.title}
              about={card.version === inForce && <Badge tone="good">{cardTexts.inForce}</Badge>}
              acts={
                mayPropose && (
                  <LinkButton to="/products/scorecard" icon="edit">
                    {cardTexts.newVersion}
                  </LinkButton>
                )
              }
            >
              <SelectField
                label={cardTexts.version}
                name="card"
                value={card.version}
                options={rows.map(({ card: { version } }) => ({ id: version, text: version }))}
                onChange={(version) => change({ card: version })}
              />
              <KeyValues
                rows={[[cardTexts.from, <Day key="from" day={version.effectiveFrom} />]]}
              />
              <CardTable card={card} />
            </Panel>
            <div>
              <Panel title={cardTexts.hardRules}>
                <p className={style.note}>{cardTexts.hardRuleList}</p>
              </Panel>
              <BackTest key={card.version} card={card} />
            </div>
          </Columns>
        );
      }}
    </Answer>
  );
}
