import {
  financialStatements,
  findFinancialYear,
  type StatementLine,
} from '@noren/core/lending/chart-of-accounts';
import { businessDay, formatDay } from '@noren/core/money/time';
import { useStaffCall } from '../../api/hooks.ts';
import { useSignedIn } from '../../api/session.tsx';
import { booksTexts } from '../../texts/books.ts';
import { accountName } from '../../texts/ledger.ts';
import { Money } from '../../ui/figures.tsx';
import { FilterBar, useAddressValues } from '../../ui/filter-bar.tsx';
import { Columns, KeyValues, Panel } from '../../ui/layout.tsx';
import { Answer } from '../../ui/states.tsx';

const dayText = (day: string): string => formatDay(businessDay(day));
const sumLines = (lines: readonly StatementLine[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

/** Balance sheet of a day, and profit and loss of its financial year to date. */
export function Statements() {
  const [values] = useAddressValues();
  const { today } = useSignedIn();

  const to = values.to ?? today;
  const from = values.from ?? findFinancialYear(to).from;

  const balances = useStaffCall('bookBalances', { query: { from, to } });

  return (
    <>
      <FilterBar
        filters={[
          { name: 'from', label: booksTexts.from, kind: 'day' },
          { name: 'to', label: booksTexts.to, kind: 'day' },
        ]}
      />
      <p>{booksTexts.financialYear}</p>
      <Answer of={balances}>
        {({ accounts }) => {
          const { assets, liabilities, result, income, expense, profit } =
            financialStatements(accounts);

          return (
            <Columns least={380}>
              <Panel title={booksTexts.balanceSheet(dayText(to))}>
                <Lines title={booksTexts.assets} lines={assets} />
                <Lines
                  title={booksTexts.liabilities}
                  lines={liabilities}
                  more={[[booksTexts.result, <Money key="result" amount={result} />]]}
                  total={sumLines(liabilities) + result}
                />
              </Panel>
              <Panel title={booksTexts.profitAndLoss(dayText(from), dayText(to))}>
                <Lines title={booksTexts.income} lines={income} />
                <Lines title={booksTexts.expense} lines={expense} />
                <KeyValues
                  rows={[
                    [
                      profit < 0 ? booksTexts.loss : booksTexts.profit,
                      <Money key="p" amount={Math.abs(profit)} />,
                    ],
                  ]}
                />
              </Panel>
            </Columns>
          );
        }}
      </Answer>
    </>
  );
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly StatementLine[];
  readonly more?: Parameters<typeof KeyValues>[0]['rows'];
  readonly total?: number;
}

function Lines({ title, lines, more = [], total = sumLines(lines) }: LinesProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <KeyValues
        rows={[
          ...lines.map(
            ({ account, amount }) =>
              [accountName(account), <Money key={account} amount={amount} />] as const,
          ),
          ...more,
          [booksTexts.total, <strong key="total">{<Money amount={total} />}</strong>],
        ]}
      />
    </section>
  );
}
