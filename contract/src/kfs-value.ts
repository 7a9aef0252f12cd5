import { formatPercent, formatRate, formatRupees, paise } from '@noren/core/money/money';
import { formatDay, isBusinessDay } from '@noren/core/money/time';
import type { KfsWordId } from './loan-words.ts';

/** A row of a Key Facts Statement, as the wire and the store carry it. */
export interface KfsLine {
  readonly id: string;
  readonly kind: string;
  readonly value: string | number;
  readonly note?: string | undefined;
}

/** Returns the text of an id; an id without a text is returned as it is. */
export type SayKfs = (id: KfsWordId, values?: Record<string, string | number>) => string;

/** Rates quoted with two decimals; the others as short as they are. */
const TWO_DECIMALS = new Set(['apr', 'interestPerDay', 'interestPerYear', 'penalChargePerDay']);

/** A row's label, with its note in brackets. */
export function kfsLabel({ id, note }: KfsLine, say: SayKfs): string {
  const label = translateWord(say, 'row', id);
  return note === undefined ? label : `${label} (${translateWord(say, 'note', note)})`;
}

/**
 * A row's formatted value: `paise`, `percent` (parts per million), `days`, `number`, `day`,
 * `choice`, `text`.
 */
export function kfsValue({ id, kind, value }: KfsLine, say: SayKfs): string {
  if (typeof value === 'string') {
    if (kind === 'choice') return translateWord(say, 'choice', value);
    return kind === 'day' && isBusinessDay(value) ? formatDay(value) : value;
  }
  if (kind === 'paise') return formatRupees(paise(value), { paise: 'always' });
  if (kind === 'percent') return TWO_DECIMALS.has(id) ? formatPercent(value) : formatRate(value);

  return kind === 'days' ? say('kfs.days', { days: value }) : String(value);
}

/** The name of a part of the key facts statement. */
export function kfsSection(id: string, say: SayKfs): string {
  return translateWord(say, 'section', id);
}

function translateWord(say: SayKfs, of: 'row' | 'note' | 'choice' | 'section', id: string): string {
  const key = `kfs.${of}.${id}` as KfsWordId;
  const text = say(key);
  return text === key ? id : text;
}
