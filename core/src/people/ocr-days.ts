import { type BusinessDay, isBusinessDay } from '../money/time.ts';
import { findDayLabel, isYearOfBirth } from './ocr-labels.ts';
import { toDigits } from './ocr-numbers.ts';

const dayPart = '[0-9OoQIl|SBZ]';
/** A printed day, DD/MM/YYYY, with the digits and strokes that OCR misreads. */
const dated = new RegExp(`(${dayPart}{2}) ?[/.,-] ?(${dayPart}{2}) ?[/.,-] ?(${dayPart}{4})`, 'g');
// A stroke is often read as a 1 or a 7, which leaves ten digits in a row.
const datedWithoutStrokes = /(?<!\d)(\d{2})[17Il|/](\d{2})[17Il|/](\d{4})(?!\d)/g;

/** Whether a line contains a printed day. */
export function isDated(line: string): boolean {
  return line.search(dated) >= 0 || line.search(datedWithoutStrokes) >= 0;
}

/** A day that is printed on a line, with the text before it, and whether its strokes were read. */
type PrintedDay = { day: BusinessDay; before: string; hasStrokes: boolean };

/** The days on a line. */
export function findDays(line: string): PrintedDay[] {
  return [dated, datedWithoutStrokes].flatMap((pattern) => {
    let from = 0;

    return [...line.matchAll(pattern)].flatMap((match) => {
      const before = line.slice(from, match.index);
      from = match.index + match[0].length;
      const day = toDay(match);
      return day === undefined ? [] : [{ day, before, hasStrokes: pattern === dated }];
    });
  });
}

/**
 * The day beside or below a birth label; else, unless the year of birth stands alone, the earliest
 * day that is not labelled otherwise: an issue date is always later than a birth.
 */
export function findBirthDay(lines: string[]): BusinessDay | undefined {
  const days = lines.flatMap((line, i) =>
    findDays(line).map((printed) => ({
      ...printed,
      label: findDayLabel(printed.before) ?? labelAbove(printed, lines[i - 1]),
    })),
  );
  const labelled = days.filter(({ label }) => label === 'birth');
  const unlabelled = lines.some(isYearOfBirth)
    ? []
    : days.filter(({ label }) => label === undefined);

  for (const among of [labelled, unlabelled])
    for (const hasStrokes of [true, false]) {
      const found = among
        .filter((printed) => printed.hasStrokes === hasStrokes)
        .map(({ day }) => day);
      if (found.length > 0) return mostFrequentEarliest(found);
    }

  return undefined;
}

/** The label on the line above, where a day begins its own line. */
function labelAbove({ before }: PrintedDay, above = ''): 'birth' | 'other' | undefined {
  return /[A-Za-z]{3}/.test(before) || isDated(above) ? undefined : findDayLabel(above);
}

function mostFrequentEarliest(days: BusinessDay[]): BusinessDay {
  const count = (day: BusinessDay): number => days.filter((other) => other === day).length;
  return [...days].sort((a, b) => count(b) - count(a) || a.localeCompare(b))[0]!;
}

function toDay([, day, month, year]: RegExpMatchArray): BusinessDay | undefined {
  const iso = `${toDigits(year!)}-${toDigits(month!)}-${toDigits(day!)}`;
  return /^(19|20)/.test(iso) && isBusinessDay(iso) ? iso : undefined;
}
