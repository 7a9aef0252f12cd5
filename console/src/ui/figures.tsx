import { formatRupees, type Paise, paise } from '@noren/core/money/money';
import { businessDay as asDay, formatDay, formatTime, toBusinessDay } from '@noren/core/money/time';
import { formatWeekday, kitTexts } from '../texts/kit.ts';
import { useNow } from './clock.tsx';
import style from './figures.module.css';
import { Icon } from './icon.tsx';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
/** How long before its due time an item counts as due soon. */
const SOON_MS = 2 * HOUR_MINUTES * MINUTE_MS;

interface MoneyProps {
  /** In paise. */
  readonly amount: number;
  /** Without the rupee sign, for columns with the sign in the heading. */
  readonly isBare?: boolean;
  readonly tone?: 'bad';
}

/** An amount with two decimals and Indian grouping. */
export function Money({ amount, isBare, tone }: MoneyProps) {
  return (
    <span className={style.money} data-tone={tone}>
      {moneyText(paise(amount), isBare)}
    </span>
  );
}

/** An amount as text, with two decimals. */
export function moneyText(amount: Paise, isBare = false): string {
  const text = formatRupees(amount, { paise: 'always' });
  return isBare ? text.replace('₹', '') : text;
}

const LAKH_PAISE = 1_00_000_00;
const CRORE_PAISE = 100 * LAKH_PAISE;

/** An amount for the axis of a chart: "₹4.5 lakh". */
export function shortMoney(amount: number): string {
  const [unit, word] =
    amount >= CRORE_PAISE
      ? [CRORE_PAISE, ' cr']
      : amount >= LAKH_PAISE
        ? [LAKH_PAISE, ' L']
        : [100, ''];

  return `₹${Math.round((amount / unit) * 10) / 10}${word}`;
}

interface DayProps {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly withWeekday?: boolean;
}

/** A business day as DD/MM/YYYY. */
export function Day({ day, withWeekday }: DayProps) {
  return (
    <time dateTime={day} className={style.instant}>
      {withWeekday ? `${formatWeekday(day)} ` : ''}
      {formatDay(asDay(day))}
    </time>
  );
}

interface InstantProps {
  /** UTC milliseconds. */
  readonly at: number;
  readonly show?: 'day-and-time' | 'time';
}

/** A moment in India's time. */
export function Instant({ at, show = 'day-and-time' }: InstantProps) {
  const day = show === 'time' ? '' : `${formatDay(toBusinessDay(at))} `;

  return (
    <time dateTime={toIso(at)} className={style.instant} title={momentText(at)}>
      {day}
      {formatTime(at)}
    </time>
  );
}

/** Time since an instant: "1 d 3 h". */
export function Age({ since }: { readonly since: number }) {
  const now = useNow();

  return (
    <time dateTime={toIso(since)} className={style.instant} title={momentText(since)}>
      {durationText(now - since)}
    </time>
  );
}

/** Due time in words, in the colour of its urgency. */
export function Due({ at }: { readonly at: number }) {
  const now = useNow();
  const left = at - now;
  const tone = left < 0 ? 'bad' : left < SOON_MS ? 'soon' : undefined;
  const icon = tone === 'bad' ? 'late' : tone === 'soon' ? 'clock' : 'calendar';

  return (
    <span className={style.due} data-tone={tone}>
      <Icon name={icon} size={14} />
      <time dateTime={toIso(at)} title={momentText(at)}>
        {dueText(at, now)}
      </time>
    </span>
  );
}

export function dueText(at: number, now: number): string {
  if (at < now) return kitTexts.late(durationText(now - at));
  if (at - now < SOON_MS) return kitTexts.inTime(formatTime(at), durationText(at - now));

  const day = toBusinessDay(at);
  if (day === toBusinessDay(now)) return kitTexts.todayAt(formatTime(at));

  return `${formatWeekday(day)} ${formatDay(day).slice(0, 5)}, ${formatTime(at)}`;
}

/** "4 min", "3 h 5 min", "1 d 3 h". */
export function durationText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  if (minutes < HOUR_MINUTES) return kitTexts.minutes(minutes);
  if (minutes < DAY_MINUTES)
    return kitTexts.hours(Math.floor(minutes / HOUR_MINUTES), minutes % HOUR_MINUTES);

  return kitTexts.days(
    Math.floor(minutes / DAY_MINUTES),
    Math.floor((minutes % DAY_MINUTES) / HOUR_MINUTES),
  );
}

/** "Mon 23/11/2026, 11:42 IST". */
export function momentText(at: number): string {
  const day = toBusinessDay(at);
  return `${formatWeekday(day)} ${formatDay(day)}, ${kitTexts.ist(formatTime(at))}`;
}

function toIso(at: number): string {
  return new Date(at).toISOString();
}
