import { LANGUAGES, type Language } from '@noren/contract/languages';
import type { DoneEffect, RequestMoney, StaffEffect } from '@noren/contract/staff/approvals';
import { businessDay, formatDay } from '@noren/core/money/time';
import { effectTexts } from '../texts/approvals.ts';
import { factName, factValue, isFactMoney } from '../texts/facts.ts';
import { kitTexts } from '../texts/kit.ts';
import { accountName, journalName, statusName } from '../texts/ledger.ts';
import { moneyRequestTexts } from '../texts/request-money.ts';
import { Diff } from '../ui/compare.tsx';
import { Day, Money } from '../ui/figures.tsx';
import { type Journal, JournalTable } from '../ui/journal-table.tsx';
import { Columns, KeyValues, Panel } from '../ui/layout.tsx';
import style from './effect-view.module.css';

type Figures = StaffEffect['orders'][number]['before'];

interface EffectViewProps {
  readonly effect: StaffEffect | DoneEffect;
  /** What an approval did; otherwise what a request would do. */
  readonly isDone?: boolean;
}

/** Effect of a request: its money, orders before and after, journals, and messages to borrowers. */
export function EffectView({ effect, isDone = false }: EffectViewProps) {
  const { orders, journals, messages, facts = [], money } = effect;
  const words = isDone ? DONE : PLANNED;

  return (
    <div className={style.effect}>
      {money && <MoneyFacts money={money} />}
      {facts.length > 0 && <Facts facts={facts} />}

      {orders.length > 0 && (
        <Columns>
          {orders.map(({ before, after }) => (
            <Panel key={before.repayId} title={effectTexts.order(before.repayId)}>
              <Diff
                labels={words.owes}
                before={<OrderFigures figures={before} />}
                now={<OrderFigures figures={after} />}
                isChanged={before.owedPaise !== after.owedPaise || before.status !== after.status}
              />
            </Panel>
          ))}
        </Columns>
      )}

      {journals.length > 0 && (
        <Panel title={words.journals} about={words.journalsAbout} isFlush>
          <JournalTable label={words.journals} journals={journals.map(toShownJournal)} />
        </Panel>
      )}

      {messages.length > 0 && (
        <Panel title={words.messages}>
          {messages.map(({ to, kind, language, title, text }) => (
            <article key={`${to} ${kind}`} className={style.message}>
              <h3>{effectTexts.message(to, languageName(language))}</h3>
              <p lang={language}>
                <strong>{title}</strong> {text}
              </p>
            </article>
          ))}
        </Panel>
      )}

      <Nothing effect={effect} words={words.nothing} />
    </div>
  );
}

const PLANNED = {
  owes: [effectTexts.owes, effectTexts.wouldOwe],
  journals: effectTexts.journals,
  journalsAbout: effectTexts.journalsAbout,
  messages: effectTexts.messages,
  nothing: effectTexts.nothing,
} as const;

const DONE = {
  owes: [effectTexts.owed, effectTexts.owesAfter],
  journals: effectTexts.journalsDone,
  journalsAbout: effectTexts.journalsDoneAbout,
  messages: effectTexts.messagesDone,
  nothing: effectTexts.nothingDone,
} as const;

interface NothingProps {
  readonly effect: StaffEffect | DoneEffect;
  readonly words: (typeof PLANNED | typeof DONE)['nothing'];
}

/** What it does not do, in one sentence: an empty panel for each says nothing. */
function Nothing({ effect: { orders, journals, messages }, words }: NothingProps) {
  const parts = [
    ...(orders.length === 0 ? [words.orders] : []),
    ...(journals.length === 0 ? [words.journals] : []),
    ...(messages.length === 0 ? [words.messages] : []),
  ];

  return parts.length === 0 ? null : <p className={style.nothing}>{effectTexts.itDoes(parts)}</p>;
}

/** The money of a request: how much, by which transfer, on which day, whose. */
function MoneyFacts({
  money: { amountPaise, utrLast4, day, person },
}: {
  readonly money: RequestMoney;
}) {
  return (
    <Panel title={moneyRequestTexts.title}>
      <KeyValues
        rows={[
          [moneyRequestTexts.amount, <Money key="amount" amount={amountPaise} />],
          [moneyRequestTexts.utr, utrLast4 === null ? moneyRequestTexts.noUtr : `··${utrLast4}`],
          [
            moneyRequestTexts.day,
            day === null ? moneyRequestTexts.noDay : <Day key="day" day={day} />,
          ],
          [moneyRequestTexts.person, person ?? moneyRequestTexts.nobody],
        ]}
      />
    </Panel>
  );
}

/** Changed facts besides orders, such as a limit. */
function Facts({ facts }: { readonly facts: NonNullable<StaffEffect['facts']> }) {
  return (
    <Columns>
      {facts.map(({ what, before, after }) => (
        <Panel key={what} title={factName(what)}>
          <Diff
            labels={[kitTexts.before, kitTexts.after]}
            before={<FactValue what={what} value={before} />}
            now={<FactValue what={what} value={after} />}
            isChanged={before !== after}
          />
        </Panel>
      ))}
    </Columns>
  );
}

function FactValue({ what, value }: { readonly what: string; readonly value: string }) {
  return isFactMoney(what) ? <Money amount={Number(value)} /> : factValue(value);
}

function OrderFigures({
  figures: { owedPaise, status, overdueDays },
}: {
  readonly figures: Figures;
}) {
  return (
    <span className={style.figures}>
      <Money amount={owedPaise} />
      <small>{overdueDays > 0 ? effectTexts.overdue(overdueDays) : statusName(status)}</small>
    </span>
  );
}

type EffectJournal = StaffEffect['journals'][number] & { readonly journalId?: string };

/** A posted journal leads to itself: in its loan, or in the day of the books. */
function toShownJournal(
  { journalId, repayId, kind, valueDay, lines }: EffectJournal,
  index: number,
): Journal {
  const at = repayId === null ? `/books?tab=journal&day=${valueDay}` : `/loans/${repayId}`;

  return {
    id: journalId ?? String(index),
    ...(journalId && { to: `${at}#${journalId}` }),
    title: effectTexts.journal(journalName(kind), repayId, formatDay(businessDay(valueDay))),
    lines: toShownLines(lines),
  };
}

/** Lines of a journal, debits first. */
export function toShownLines(
  lines: readonly (readonly [account: string, amountPaise: number])[],
): Journal['lines'] {
  const postings = lines.map(([account, amount]) => ({
    account: accountName(account),
    side: amount > 0 ? ('debit' as const) : ('credit' as const),
    amount: Math.abs(amount),
  }));

  return [
    ...postings.filter(({ side }) => side === 'debit'),
    ...postings.filter(({ side }) => side === 'credit'),
  ];
}

function languageName(code: string): string {
  return LANGUAGES[code as Language]?.name ?? code;
}
