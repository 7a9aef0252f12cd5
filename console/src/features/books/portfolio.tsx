import { paise } from '@noren/core/money/money';
import type { StaffAnswer } from '../../api/client.ts';
import { useStaffCall } from '../../api/hooks.ts';
import { booksTexts } from '../../texts/books.ts';
import { BarChart } from '../../ui/chart.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Money, moneyText, shortMoney } from '../../ui/figures.tsx';
import { Columns, KeyValues, Panel } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-model.ts';
import { PortfolioTrend } from './portfolio-trend.tsx';

type Figures = StaffAnswer<'portfolio'>;
type Vintage = Figures['vintages'][number];

/** A share in tenths of a percent; null when the whole is zero. */
function shareText(part: number, whole: number): string {
  return whole === 0 ? booksTexts.none : booksTexts.percent(Math.round((part / whole) * 1000) / 10);
}

const rightColumn = (
  id: string,
  header: string,
  cell: Column<Vintage>['cell'],
): Column<Vintage> => ({
  id,
  header,
  align: 'right',
  cell,
});

const VINTAGE_COLUMNS: readonly Column<Vintage>[] = [
  { id: 'month', header: booksTexts.month, cell: ({ month }) => month },
  rightColumn('loans', booksTexts.loans, ({ loans }) => booksTexts.count(loans)),
  rightColumn('lent', booksTexts.lent, ({ lent }) => <Money amount={lent} isBare />),
  rightColumn('out', booksTexts.stillOut, ({ outstanding }) => (
    <Money amount={outstanding} isBare />
  )),
  rightColumn('late', booksTexts.late30, ({ late30, loans }) => shareText(late30, loans)),
  rightColumn('first', booksTexts.firstDefault, ({ firstPaymentDefault, due }) =>
    shareText(firstPaymentDefault, due),
  ),
];

/** The portfolio: outstanding principal, overdue loans, collections. */
export function Portfolio() {
  const portfolio = useStaffCall('portfolio');

  return (
    <Answer of={portfolio}>
      {(figures) => (
        <>
          <Columns least={340}>
            <Today figures={figures} />
            <Panel title={booksTexts.atRisk}>
              <BarChart
                title={booksTexts.atRisk}
                labels={figures.atRisk.map(({ days }) => booksTexts.atRiskDays(days))}
                series={[
                  {
                    name: booksTexts.principal,
                    values: figures.atRisk.map(({ principal }) => principal),
                  },
                ]}
                format={(value) => moneyText(paise(Math.round(value)))}
                axis={shortMoney}
              />
            </Panel>
            <Panel title={booksTexts.funnel}>
              <BarChart
                title={booksTexts.funnel}
                labels={figures.funnel.map(({ step }) => booksTexts.steps[step])}
                series={[
                  { name: booksTexts.people, values: figures.funnel.map(({ people }) => people) },
                ]}
                format={booksTexts.count}
                isWhole
              />
            </Panel>
          </Columns>

          <PortfolioTrend />

          <Panel title={booksTexts.vintages} isFlush>
            <DataTable
              label={booksTexts.vintages}
              columns={VINTAGE_COLUMNS}
              rows={{ ...portfolio, data: figures.vintages }}
              toId={({ month }) => month}
              empty={booksTexts.nothing}
            />
          </Panel>
        </>
      )}
    </Answer>
  );
}

function Today({ figures }: { readonly figures: Figures }) {
  const { outstanding, loans, collections, decisions } = figures;

  return (
    <Panel title={booksTexts.outstanding}>
      <KeyValues
        rows={[
          [booksTexts.outstanding, <Money key="out" amount={outstanding} />],
          [booksTexts.loans, booksTexts.count(loans)],
          [booksTexts.collected, shareText(collections.collected, collections.due)],
          [
            booksTexts.approvalRate,
            shareText(decisions.approved, decisions.approved + decisions.declined),
          ],
          ...figures.atRisk.map(
            ({ days, principal }) =>
              [booksTexts.atRiskDays(days), shareText(principal, outstanding)] as const,
          ),
        ]}
      />

      <p>{booksTexts.collectedAbout}</p>
      <p>{booksTexts.approvalAbout(decisions.approved, decisions.declined)}</p>
    </Panel>
  );
}
