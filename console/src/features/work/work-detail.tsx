import type { WorkItem, WorkItemAnswer } from '@noren/contract/staff/work';
import { formatDay, formatTime, toBusinessDay } from '@noren/core/money/time';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useStaffCall } from '../../api/hooks.ts';
import { useMay } from '../../api/session.tsx';
import { codeText } from '../../texts/codes.ts';
import {
  actionText,
  KIND_REASONS,
  languageName,
  reasonText,
  TICKET_TYPES,
  workTexts,
} from '../../texts/work.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { useNow } from '../../ui/clock.tsx';
import { Day, Due, Instant } from '../../ui/figures.tsx';
import { Icon } from '../../ui/icon.tsx';
import { KeyValues } from '../../ui/layout.tsx';
import { Person } from '../../ui/person.tsx';
import { Answer } from '../../ui/states.tsx';
import type { Claims } from './use-claims.ts';
import style from './work.module.css';
import { toWorkPath } from './work-address.ts';
import { amountText, describeKind, describeSubject, pickIcon } from './work-words.ts';

interface WorkDetailProps {
  readonly item: WorkItem;
  readonly claims: Claims;
}

/** The selected item: why it needs a person, known facts, and who claimed it. */
export function WorkDetail({ item, claims }: WorkDetailProps) {
  const { kind, subject } = item;
  const loaded = useStaffCall(
    'workItem',
    { params: { kind, subject } },
    { refreshEveryMs: 30_000 },
  );
  const now = useNow();
  const current = loaded.data?.item ?? item;

  return (
    <div className={style.detail}>
      <div className={style.head}>
        <Badge tone="chosen" icon={pickIcon(current)}>
          {describeKind(current, now)}
        </Badge>
        <span className={`${style.muted} ${style.small}`}>
          <ClaimText claim={current.claim} />
        </span>
      </div>
      <div>
        <h2>
          <PersonLink item={current} />
        </h2>
        <Due at={current.due} />
      </div>
      <Why item={current} />
      {loaded.error?.code === 'not_found' ? (
        <p className={style.muted}>{workTexts.gone}</p>
      ) : (
        <Answer of={loaded} lines={4}>
          {(answer) => <Known {...answer} />}
        </Answer>
      )}
      <DetailActs item={current} claims={claims} />
    </div>
  );
}

function ClaimText({ claim }: { readonly claim: WorkItem['claim'] }) {
  const now = useNow();
  if (claim === null || claim.until <= now) return workTexts.free;

  const time = formatTime(claim.until);

  return claim.isMine ? workTexts.yours(time) : workTexts.theirs(claim.name, time);
}

function PersonLink({ item }: { readonly item: WorkItem }) {
  const may = useMay();
  const { userId, maskedName, maskedPhone } = item;
  if (userId === null || maskedPhone === null) return describeSubject(item);

  const person = <Person maskedName={maskedName} maskedPhone={maskedPhone} />;

  return may('person.read') ? <Link to={`/people/${userId}`}>{person}</Link> : person;
}

function Why({ item: { kind, facts } }: { readonly item: WorkItem }) {
  const reasons = facts.reasons?.length ? facts.reasons.map(reasonText) : [KIND_REASONS[kind]];

  return (
    <section>
      <h3>{workTexts.why}</h3>
      <ul className={style.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>
            <Icon name="late" size={14} />
            {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Known({ item, borrower, history }: WorkItemAnswer) {
  return (
    <>
      <section>
        <h3>{workTexts.facts}</h3>
        <KeyValues rows={[...factRows(item), ...borrowerRows(borrower)]} />
      </section>
      <section>
        <h3>{workTexts.history}</h3>
        <ol className={style.history}>
          <li>
            <Instant at={item.since} show={isToday(item.since) ? 'time' : 'day-and-time'} />
            <span>{workTexts.came}</span>
          </li>
          {history.map(({ at, action, staffName }) => (
            <li key={`${at} ${action}`}>
              <Instant at={at} show={isToday(at) ? 'time' : 'day-and-time'} />
              <span>
                {actionText(action)}
                {staffName && `, ${staffName}`}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </>
  );

  function isToday(at: number): boolean {
    const last = history.at(-1)?.at ?? item.since;
    return toBusinessDay(at) === toBusinessDay(last) && last > item.since;
  }
}

type Row = readonly [key: string, value: ReactNode];

function factRows({ kind, repayId, facts }: WorkItem): Row[] {
  const rows: (readonly [string, ReactNode | undefined | null])[] = [
    [workTexts.loan, repayId && <Link to={`/loans/${repayId}`}>{repayId}</Link>],
    [workTexts.amount, facts.amountPaise === undefined ? undefined : amountText(facts.amountPaise)],
    [kind === 'proof' ? workTexts.paidOn : workTexts.day, facts.day && <Day day={facts.day} />],
    [workTexts.channel, facts.channel && codeText(facts.channel)],
    [workTexts.provider, facts.provider],
    [workTexts.state, facts.state && codeText(facts.state)],
    [
      workTexts.reason,
      facts.reason && (facts.check || facts.day ? facts.reason : codeText(facts.reason)),
    ],
    [facts.check ? workTexts.problems : workTexts.attempts, facts.attempts],
    [workTexts.stored, valueText(facts.what, facts.stored)],
    [workTexts.reported, valueText(facts.what, facts.reported)],
    [workTexts.kind, facts.type && TICKET_TYPES[facts.type]],
    [workTexts.pictures, facts.pictures || undefined],
    [workTexts.proposedBy, facts.makerName],
  ];

  return rows.flatMap(([key, value]) =>
    value === undefined || value === null || value === '' ? [] : [[key, value]],
  );
}

/** The two values of a discrepancy: paise for a payment, a state for a payout or refund. */
function valueText(what: string | undefined, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (what === 'payment' && Number.isSafeInteger(value)) return amountText(value as number);

  return typeof value === 'string' ? codeText(value) : JSON.stringify(value);
}

function borrowerRows(borrower: WorkItemAnswer['borrower']): Row[] {
  if (borrower === null) return [];

  const { since, language, loans, openLoans, earlierReviews, openTickets } = borrower;

  return [
    [workTexts.borrower, formatDay(toBusinessDay(since))],
    [workTexts.language, languageName(language)],
    [workTexts.loans, loans === 0 ? workTexts.none : workTexts.loansOf(loans, openLoans)],
    [workTexts.reviews, earlierReviews === 0 ? workTexts.none : earlierReviews],
    ...(openTickets === 0 ? [] : [[workTexts.tickets, openTickets] as const]),
  ];
}

function DetailActs({ item, claims }: WorkDetailProps) {
  const isMine = item.claim?.isMine === true;

  return (
    <div className={style.buttons}>
      <LinkButton to={toWorkPath(item)} tone="primary" icon="right">
        {workTexts.open}
      </LinkButton>
      {!item.mayTake && <p className={style.muted}>{workTexts.mayNot}</p>}
      {item.mayTake && isMine && (
        <div className={style.pair}>
          <Button shortcut="U" isBusy={claims.isBusy} onPress={() => void claims.release(item)}>
            {workTexts.release}
          </Button>
          <Button shortcut="C" isBusy={claims.isBusy} onPress={() => void claims.claim(item)}>
            {workTexts.keep}
          </Button>
        </div>
      )}
      {item.mayTake && item.claim === null && (
        <Button shortcut="C" isBusy={claims.isBusy} onPress={() => void claims.claim(item)}>
          {workTexts.claim}
        </Button>
      )}
    </div>
  );
}
