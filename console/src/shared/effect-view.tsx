import { LANGUAGES, type Language } from '@noren/contract/languages';
import type { StaffEffect } from '@noren/contract/staff/approvals';
import { businessDay, formatDay } from '@noren/core/money/time';
import { effectTexts } from '../texts/approvals.ts';
import { factName, factValue, isFactMoney } from '../texts/facts.ts';
import { kitTexts } from '../texts/kit.ts';
import { accountName, journalName, statusName } from '../texts/ledger.ts';
import { Diff } from '../ui/compare.tsx';
import { Money } from '../ui/figures.tsx';
import { type Journal, JournalTable } from '../ui/journal-table.tsx';
import { Columns, Panel } from '../ui/layout.tsx';
import style from './effect-view.module.css';

type Figures = StaffEffect['orders'][number]['before'];

/** Effect of a request: orders before and after, journals, and messages to borrowers. */
export function EffectView({ effect }: { readonly effect: StaffEffect }) {
  const { orders, journals, messages, facts = [] } = effect;
  return (
    <div className={style.effect}>
      {facts.length > 0 && <Facts facts={facts} />}
      {orders.length === 0 ? (
        <p>{effectTexts.noOrders}</p>
      ) : (
        <Columns>
          {orders.map(({ before, after }) => (
            <Panel key={before.repayId} title={effectTexts.order(before.repayId)}>
              <Diff
                labels={[effectTexts.owes, effectTexts.wouldOwe]}
                before={<OrderFigures of={before} />}
                now={<OrderFigures of={after} />}
                isChanged={before.owedPaise !== after.owedPaise || before.status !== after.status}
              />
            </Panel>
          ))}
        </Columns>
      )}
      <Panel title={effectTexts.journals} about={effectTexts.journalsAbout} isFlush={journals.length > 0}>
        {journals.length === 0 ? (
          <p>{effectTexts.noJournals}</p>
        ) : (
          <JournalTable label={effectTexts.journals} journals={journals.map(toShownJournal)} />
        )}
      </Panel>
      <Panel title={effectTexts.messages}>
        {messages.length === 0 && <p>{effectTexts.noMessages}</p>}
        {messages.map(({ to, kind, language, title, text }) => (
          <article key={`${to} ${kind}`} className={style.message}>
            <h3>{effectTexts.message(to, languageName(language))}</h3>
            <p lang={language}>
              <strong>{title}</strong> {text}
            </p>
          </article>
        ))}
      </Panel>
    </div>
  );
}

/** Changed facts besides orders, such as a limit. */
function Facts({ facts }: { readonly facts: NonNullable<StaffEffect['facts']> }) {
  return (
    <Columns>
      {facts.map(({ what, before, after }) => (
        <Panel key={what} title={factName(what)}>
          <Diff
            labels={[kitTexts.before, kitTexts.now]}
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

function OrderFigures({ of: { owedPaise, status, overdueDays } }: { readonly of: Figures }) {
  return (
    <span className={style.figures}>
      <Money amount={owedPaise} />
      <small>{overdueDays > 0 ? effectTexts.overdue(overdueDays) : statusName(status)}</small>
    </span>
  );
}

function toShownJournal({ repayId, kind, valueDay, lines }: StaffEffect['journals'][number], index: number): Journal {
  return {
    id: String(index),
    title: effectTexts.journal(journalName(kind), repayId, formatDay(businessDay(valueDay))),
    lines: toShownLines(lines),
  };
}

/** Lines of a journal, debits first. */
export function toShownLines(lines: readonly (readonly [account: string, amountPaise: number])[]): Journal['lines'] {
  const shown = lines.map(([account, amount]) => ({
    account: accountName(account),
    side: amount > 0 ? ('debit' as const) : ('credit' as const),
    amount: Math.abs(amount),
  }));
  return [...shown.filter(({ side }) => side === 'debit'), ...shown.filter(({ side }) => side === 'credit')];
}

function languageName(code: string): string {
  return LANGUAGES[code as Language]?.name ?? code;
}
