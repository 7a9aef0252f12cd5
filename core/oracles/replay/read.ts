import { type Paise, paise } from '../../src/money/money.ts';
import { type BusinessDay, businessDay, daysBetween } from '../../src/money/time.ts';

/** One case of a suite of another system's figures, as read from its file. */
export type OracleCase = { id: string } & Record<string, unknown>;

/** Collects where what is got differs from what is expected. */
export class Differences {
  readonly found: string[] = [];

  /** Notes a difference of two values, compared as JSON. */
  same(what: string, got: unknown, expected: unknown): void {
    const [a, b] = [JSON.stringify(got), JSON.stringify(expected)];
    if (a !== b) this.found.push(`${what}: ${a}, expected ${b}`);
  }

  /** Notes a difference greater than allowed. */
  near(what: string, got: number, expected: number, within: number): void {
    if (!(Math.abs(got - expected) <= within))
      this.found.push(`${what}: ${got}, expected ${expected} ± ${within}`);
  }
}

/**
 * A decimal (`-1,115.01`) in whole parts of 10^-places; what is finer must be zero. Throws
 * RangeError otherwise.
 */
export function scaled(text: string | number, places: number): bigint {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text).replaceAll(',', '').trim());
  if (!parts) throw new RangeError(`not a decimal: ${text}`);

  const fraction = (parts[3] ?? '').padEnd(places, '0');
  if (/[1-9]/.test(fraction.slice(places)))
    throw new RangeError(`finer than ${places} places: ${text}`);

  const size = BigInt(parts[2]! + fraction.slice(0, places));
  return parts[1] === '-' ? -size : size;
}

/** An amount of the source's currency in its hundredths. */
export function parseAmount(text: unknown): Paise {
  return paise(Number(scaled(text as string, 2)));
}

/** A date as sources write it: `2022-11-01`, `01 November 2022`, `1 November 2022`. */
export function parseDay(text: unknown): BusinessDay {
  const written = String(text).trim();
  const named = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(written);
  if (!named) return businessDay(written.slice(0, 10));

  const month = months.indexOf(named[2]!.slice(0, 3)) / 3 + 1;
  return businessDay(`${named[3]}-${String(month).padStart(2, '0')}-${named[1]!.padStart(2, '0')}`);
}

const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** Days from a date to a date, both as sources write them. */
export function daysFrom(start: unknown, day: unknown): number {
  return daysBetween(parseDay(start), parseDay(day));
}
