import { paise } from '@noren/core/money/money';
import { Link } from 'wouter';
import { kitTexts } from '../texts/kit.ts';
import style from './evidence.module.css';
import { moneyText } from './figures.tsx';

export interface Journal {
  readonly id: string;
  /** Its kind, order and value day, in words. */
  readonly title: string;
  /** Where the title leads. */
  readonly to?: string;
  readonly lines: readonly {
    readonly account: string;
    readonly side: 'debit' | 'credit';
    /** In paise. */
    readonly amount: number;
  }[];
}

interface JournalTableProps {
  readonly label: string;
  readonly journals: readonly Journal[];
}

/** Whether the address leads to this journal. */
const isChosen = (id: string): boolean => window.location.hash === `#${id}`;

function scrollHere(body: HTMLElement | null): void {
  body?.scrollIntoView({ block: 'center' });
}

/** Journals: debits, then indented credits, and totals with whether they agree. */
export function JournalTable({ label, journals }: JournalTableProps) {
  const debit = sumSide(journals, 'debit');
  const credit = sumSide(journals, 'credit');
  const difference = Math.abs(debit - credit);

  return (
    <table className={style.journal} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{kitTexts.account}</th>
          <th scope="col" data-align="right">
            {kitTexts.debit}
          </th>
          <th scope="col" data-align="right">
            {kitTexts.credit}
          </th>
        </tr>
      </thead>
      {journals.map(({ id, title, to, lines }) => (
        <tbody
          key={id}
          data-chosen={isChosen(id) || undefined}
          ref={isChosen(id) ? scrollHere : undefined}
        >
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {to === undefined ? title : <Link to={to}>{title}</Link>}
            </th>
          </tr>
          {lines.map(({ account, side, amount }, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a posted journal's lines never change
            <tr key={line}>
              <td data-side={side}>{account}</td>
              <td data-align="right">{side === 'debit' ? moneyText(paise(amount), true) : ''}</td>
              <td data-align="right">{side === 'credit' ? moneyText(paise(amount), true) : ''}</td>
            </tr>
          ))}
        </tbody>
      ))}
      <tfoot data-wrong={difference !== 0 || undefined}>
        <tr>
          <td>
            {difference === 0
              ? kitTexts.balanced
              : kitTexts.notBalanced(moneyText(paise(difference)))}
          </td>
          <td data-align="right">{moneyText(paise(debit), true)}</td>
          <td data-align="right">{moneyText(paise(credit), true)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function sumSide(journals: readonly Journal[], side: 'debit' | 'credit'): number {
  return journals
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => (line.side === side ? sum + line.amount : sum), 0);
}
