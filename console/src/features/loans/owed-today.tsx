import { paise } from '@noren/core/money/money';
import { businessDay, formatDay } from '@noren/core/money/time';
import type { StaffAnswer } from '../../api/client.ts';
import { loanTexts } from '../../texts/loans.ts';
import { Day, Money, moneyText } from '../../ui/figures.tsx';
import { Panel } from '../../ui/layout.tsx';
import style from './owed-today.module.css';

type Line = StaffAnswer<'loan'>['owed'][number];

/**
 * The amount owed, line by line: charged, paid, waived, left, and how each charge was calculated.
 */
export function OwedToday({ loan }: { readonly loan: StaffAnswer<'loan'> }) {
  const { owed, owedPaise, overpaidPaise, asOfDay } = loan;

  return (
    <Panel title={loanTexts.owedToday} about={<Day day={asOfDay} />} isFlush>
      <p className={style.sum}>
        <Money amount={owedPaise} />
      </p>

      <table className={style.owed} aria-label={loanTexts.owedToday}>
        <thead>
          <tr>
            <th scope="col">{loanTexts.line}</th>
            {[loanTexts.charged, loanTexts.covered, loanTexts.waived, loanTexts.left].map(
              (text) => (
                <th key={text} scope="col" data-align="right">
                  {text}
                </th>
              ),
            )}
          </tr>
        </thead>

        <tbody>
          {owed.map((line) => (
            <OwedRow key={line.of} line={line} />
          ))}
        </tbody>

        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              {loanTexts.total}
            </th>
            <td data-align="right">
              <Money amount={owedPaise} isBare />
            </td>
          </tr>
        </tfoot>
      </table>

      {overpaidPaise > 0 && (
        <p className={style.note}>{loanTexts.credit(moneyText(paise(overpaidPaise)))}</p>
      )}
    </Panel>
  );
}

function OwedRow({
  line: { of, chargedPaise, coveredPaise, waivedPaise, owedPaise, workings },
}: {
  readonly line: Line;
}) {
  return (
    <tr>
      <th scope="row">
        {loanTexts.lines[of]}
        {workings.map(({ basePaise, ppmPerDay, days, lastDay }) => (
          <small key={lastDay}>
            {loanTexts.working(
              moneyText(paise(basePaise)),
              formatPpm(ppmPerDay),
              days,
              formatDay(businessDay(lastDay)),
            )}
          </small>
        ))}
      </th>
      {[chargedPaise, coveredPaise, waivedPaise, owedPaise].map((amount, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified only by its position
        <td key={index} data-align="right">
          <Money amount={amount} isBare />
        </td>
      ))}
    </tr>
  );
}

/** Millionths as per cent: 1000 is "0.1%". */
export function formatPpm(ppm: number): string {
  return `${Number((ppm / 10_000).toFixed(4))}%`;
}
