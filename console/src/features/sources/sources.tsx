import { addDays, businessDay, formatDay } from '@noren/core/money/time';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { useSignedIn } from '../../api/session.tsx';
import { sourceTexts } from '../../texts/sources.ts';
import { BarChart } from '../../ui/chart.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FilterBar, useAddressValues } from '../../ui/filter-bar.tsx';
import { Columns, Page, Panel } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';

type Figures = StaffAnswer<'signUpSources'>;
type Funnel = Figures['everybody'];
type Campaign = Figures['campaigns'][number];
type AnswerRow = Figures['heardFrom'][number];
type Field = Figures['fields'][number];

/** Days shown when no dates are chosen. */
const DAYS = 30;
const STEPS = ['signedUp', 'certified', 'applied', 'paidOut'] as const;

const FUNNEL_COLUMNS: readonly Column<Funnel>[] = STEPS.map((step) => ({
  id: step,
  header: sourceTexts[step],
  align: 'right',
  sortBy: (row) => row[step],
  cell: (row) =>
    step === 'signedUp'
      ? sourceTexts.count(row.signedUp)
      : sourceTexts.step(row[step], row.signedUp),
}));

function campaignText({ campaign, smaller }: Campaign): string {
  if (smaller > 0) return sourceTexts.smaller(smaller);

  return campaign ?? sourceTexts.noCampaign;
}

const CAMPAIGN_COLUMNS: readonly Column<Campaign>[] = [
  { id: 'campaign', header: sourceTexts.campaign, cell: campaignText },
  {
    id: 'clicks',
    header: sourceTexts.clicks,
    align: 'right',
    sortBy: ({ clicks }) => clicks,
    cell: ({ clicks }) => sourceTexts.count(clicks),
  },
  ...FUNNEL_COLUMNS,
];

const ANSWER_COLUMNS: readonly Column<AnswerRow>[] = [
  {
    id: 'answer',
    header: sourceTexts.answer,
    cell: ({ answer }) => sourceTexts.answers[answer] ?? answer,
  },
  ...FUNNEL_COLUMNS,
];

const FIELD_COLUMNS: readonly Column<Field>[] = [
  {
    id: 'field',
    header: sourceTexts.field,
    cell: ({ idName }) => sourceTexts.fieldNames[idName] ?? idName,
  },
  {
    id: 'visits',
    header: sourceTexts.visits,
    align: 'right',
    sortBy: ({ visits }) => visits,
    cell: ({ visits }) => sourceTexts.count(visits),
  },
  {
    id: 'people',
    header: sourceTexts.people,
    align: 'right',
    sortBy: ({ people }) => people,
    cell: ({ people }) => sourceTexts.count(people),
  },
  {
    id: 'mean',
    header: sourceTexts.meanTime,
    align: 'right',
    sortBy: ({ meanMs }) => meanMs,
    cell: ({ meanMs }) => sourceTexts.seconds(meanMs),
  },
];

/** Where the people who signed up in a period came from. The dates are in the address. */
export function Sources() {
  const [values] = useAddressValues();
  const { today } = useSignedIn();

  const to = values.to ?? today;
  const from = values.from ?? addDays(businessDay(today), 1 - DAYS);

  const sources = useStaffCall('signUpSources', { query: { from, to } });

  return (
    <Page
      title={sourceTexts.title}
      about={sourceTexts.about}
      bar={
        <FilterBar
          filters={[
            { name: 'from', label: sourceTexts.from, kind: 'day' },
            { name: 'to', label: sourceTexts.to, kind: 'day' },
          ]}
        />
      }
    >
      <Answer of={sources} lines={8}>
        {(figures) => <Tables sources={sources} figures={figures} />}
      </Answer>
    </Page>
  );
}

const dayText = (day: string): string => formatDay(businessDay(day));

interface TablesProps {
  readonly sources: ReturnType<typeof useStaffCall<'signUpSources'>>;
  readonly figures: Figures;
}

function Tables({ sources, figures }: TablesProps) {
  const { from, to, everybody, campaigns, heardFrom, fields } = figures;

  return (
    <>
      <p role="status">{sourceTexts.period(dayText(from), dayText(to))}</p>

      <Panel title={sourceTexts.campaigns} about={sourceTexts.campaignsAbout} isFlush>
        <DataTable
          label={sourceTexts.campaigns}
          columns={CAMPAIGN_COLUMNS}
          rows={{ ...sources, data: campaigns }}
          toId={campaignText}
          empty={sourceTexts.noCampaigns}
        />
      </Panel>

      <Panel title={sourceTexts.heardFrom} about={sourceTexts.heardFromAbout} isFlush>
        <DataTable
          label={sourceTexts.heardFrom}
          columns={ANSWER_COLUMNS}
          rows={{ ...sources, data: heardFrom }}
          toId={({ answer }) => answer}
          empty={sourceTexts.noAnswers}
        />
      </Panel>

      <Columns least={340}>
        <Panel title={sourceTexts.everybody}>
          <BarChart
            title={sourceTexts.everybody}
            labels={STEPS.map((step) => sourceTexts[step])}
            series={[{ name: sourceTexts.people, values: STEPS.map((step) => everybody[step]) }]}
            format={sourceTexts.count}
            isWhole
          />
        </Panel>
        <Panel title={sourceTexts.fields} about={sourceTexts.fieldsAbout} isFlush>
          <DataTable
            label={sourceTexts.fields}
            columns={FIELD_COLUMNS}
            rows={{ ...sources, data: fields }}
            toId={({ idName }) => idName}
            empty={sourceTexts.noFields}
          />
        </Panel>
      </Columns>
    </>
  );
}
