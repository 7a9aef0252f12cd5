import type { PortfolioPoint } from '@noren/contract/staff/books';
import { paise } from '@noren/core/money/money';
import { businessDay, formatDay } from '@noren/core/money/time';
import { useStaffCall } from '../../api/hooks.ts';
import { booksTexts } from '../../texts/books.ts';
import { BarChart, findAxisEnd, LineChart } from '../../ui/chart.tsx';
import { moneyText, shortMoney } from '../../ui/figures.tsx';
import { Columns, Panel } from '../../ui/layout.tsx';
import { Answer, Empty } from '../../ui/states.tsx';

const PAR_LINES = [30, 60, 90];
/** The newest vintages, beside each other on one scale. */
const VINTAGES = 6;

const axisDay = (day: string): string => formatDay(businessDay(day)).slice(0, 5);

/** A share in tenths of a percent; null where there is nothing to share. */
function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
}

/** The portfolio over time: what is out, what is at risk, and how each month of loans went. */
export function PortfolioTrend() {
  const trend = useStaffCall('portfolioTrend');

  return (
    <Answer of={trend} lines={4}>
      {({ days }) =>
        days.length < 2 ? (
          <Empty title={booksTexts.noTrend}>{booksTexts.noTrendWhy}</Empty>
        ) : (
          <Trends days={days} />
        )
      }
    </Answer>
  );
}

function Trends({ days }: { readonly days: readonly PortfolioPoint[] }) {
  const labels = days.map(({ day }) => axisDay(day));

  return (
    <>
      <Columns least={340}>
        <Panel title={booksTexts.outstandingTrend}>
          <BarChart
            title={booksTexts.outstandingTrend}
            labels={labels}
            series={[
              { name: booksTexts.principal, values: days.map(({ outstanding }) => outstanding) },
            ]}
            format={(value) => moneyText(paise(Math.round(value)))}
            axis={shortMoney}
          />
        </Panel>
        <Panel title={booksTexts.atRiskTrend} about={booksTexts.atRiskShare}>
          <LineChart
            title={booksTexts.atRiskTrend}
            labels={labels}
            series={PAR_LINES.map((line) => ({
              name: booksTexts.atRiskDays(line),
              values: days.map(({ atRisk, outstanding }) =>
                share(atRisk.find((one) => one.days === line)?.principal ?? 0, outstanding),
              ),
            }))}
            format={booksTexts.percent}
          />
        </Panel>
      </Columns>
      <Vintages days={days} labels={labels} />
    </>
  );
}

interface VintagesProps {
  readonly days: readonly PortfolioPoint[];
  readonly labels: readonly string[];
}

function Vintages({ days, labels }: VintagesProps) {
  const months = (days.at(-1)?.vintages ?? [])
    .map(({ month }) => month)
    .toSorted()
    .slice(-VINTAGES);

  const lines = months.map((month) => ({
    name: month,
    values: days.map(({ vintages }) => {
      const vintage = vintages.find((one) => one.month === month);
      return vintage ? share(vintage.late30, vintage.loans) : null;
    }),
  }));

  const top = findAxisEnd(lines);

  return (
    <Panel title={booksTexts.vintageTrend} about={booksTexts.vintageScale}>
      <Columns least={240}>
        {lines.map((line) => (
          <LineChart
            key={line.name}
            title={booksTexts.vintage(line.name)}
            labels={labels}
            series={[line]}
            format={booksTexts.percent}
            top={top}
          />
        ))}
      </Columns>
    </Panel>
  );
}
