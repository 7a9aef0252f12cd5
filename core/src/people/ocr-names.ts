import { findBirthDay, findDays, isDated } from './ocr-days.ts';
import { findDayLabel, findNameLabel, findRelation, relationName } from './ocr-labels.ts';
import { findPan } from './ocr-numbers.ts';

const printedCapitals = /[A-Z][A-Z'.]*(?:[ -][A-Z][A-Z'.]*)*/g;
const printedName = /[A-Z][A-Za-z'.]*(?:[ -][A-Z][A-Za-z'.]*)*/g;

/**
 * Words of the cards themselves. Where a name may begin with the same letters (Govind, Cardozo,
 * Dobhal), whole words.
 */
const ofTheCard =
  /INCOME|\bTAX|DEPART|\bGOVT?\b|\bG[O0]V[A-Z]{3,6}MENT|\bINDIA\b|OF ?[IL]NDIA|PERMANENT|ACCOUNT|NUMBER|\bCARD\b|SIGNATURE|SPECIMEN|\bDATE\b(?! ?$)|^\W*DATE\W*$|BIRTH|\bDOB\b|AADHAA?R|UNIQUE|IDENTIFICATION/i;

/** The longest run of words that may be a name. */
function nameIn(line: string, pattern: RegExp): string | undefined {
  if (ofTheCard.test(line) || /\d{3}/.test(line)) return undefined;

  const mended = pattern === printedCapitals ? allCapitals(line) : capitalI(line);
  const runs = (mended.match(pattern) ?? []).filter(
    (run) => run.replace(/[^A-Za-z]/g, '').length >= 3,
  );

  return runs.sort((a, b) => b.length - a.length)[0];
}

/**
 * A capital I at the head of a word is often read as a small l, which no name or place begins with.
 */
export function capitalI(text: string): string {
  return text.replace(/(?<![A-Za-z'])l(?=[a-z])/g, 'I');
}

// A PAN card prints names in capitals: a hooked J comes out as a bracket, one letter of many as a
// small one.
function allCapitals(text: string): string {
  const hooked = text.replace(/(?<=[A-Z])[)\]](?=[A-Z]|\s|$)/g, 'J');
  return hooked.replace(/[A-Za-z]+/g, (word) =>
    /[A-Z].*[A-Z]/.test(word) ? word.toUpperCase() : word,
  );
}

function firstName(lines: string[], pattern: RegExp): string | undefined {
  return lines.map((line) => nameIn(line, pattern)).find((name) => name !== undefined);
}

/** The holder's and the father's name on a PAN card, each only where it is clear whose it is. */
export function panNames(print: string[]): {
  name: string | undefined;
  fatherName: string | undefined;
} {
  const lines = print.filter((line, i) => !isSaidAgain(line, print[i + 1]));
  const { nameAt, parentAt, parent } = findPanLabels(lines);
  if (nameAt < 0 && parentAt < 0) return unlabelledNames(lines);

  const isLabel = (line: string): boolean =>
    findNameLabel(line) !== undefined || findDayLabel(line) !== undefined;

  const until = (some: string[]): string[] => {
    const end = some.findIndex(isLabel);
    return end < 0 ? some : some.slice(0, end);
  };

  const below = (at: number, most: number): string | undefined =>
    at < 0 ? undefined : firstName(until(lines.slice(at + 1, at + 1 + most)), printedCapitals);
  // Without the other label, only the next line is sure to be the holder's.
  const own = below(nameAt, parentAt < 0 ? 1 : 2);
  const above =
    parentAt < 0
      ? undefined
      : firstName(
          until(lines.slice(Math.max(0, parentAt - 4), parentAt).reverse()),
          printedCapitals,
        );

  return { name: own ?? above, fatherName: parent === 'father' ? below(parentAt, 2) : undefined };
}

/** Whether a label is said again on the line below: in Hindi, then in English. */
function isSaidAgain(line: string, below = ''): boolean {
  const label = findNameLabel(line);
  return label !== undefined && label === findNameLabel(below);
}

type PanLabels = { nameAt: number; parentAt: number; parent: 'father' | 'mother' };

function findPanLabels(lines: string[]): PanLabels {
  const labels = lines.map(findNameLabel);
  const linesWith = (...wanted: (typeof labels)[number][]): number[] =>
    labels.flatMap((label, at) => (wanted.includes(label) ? [at] : []));
  const parents = linesWith('father', 'mother');
  // A damaged label is taken for one only where no whole one is.
  const parentAt = parents.find((at) => /n[ao]\s?m/i.test(lines[at]!)) ?? parents[0];
  const parent = parentAt !== undefined && labels[parentAt] === 'mother' ? 'mother' : 'father';

  const others = linesWith('name', 'unclear');
  const clear = labels.indexOf('name');
  if (parentAt !== undefined) {
    const nameAt = clear >= 0 ? clear : others.find((at) => at < parentAt);
    return { nameAt: nameAt ?? -1, parentAt, parent };
  }

  const [first = -1, second] = others;
  if (second !== undefined) return { nameAt: first, parentAt: second, parent };

  // A label that only ends in "Name" is the father's where the holder's name stands above it; so
  // may "Name" alone be.
  const above = firstName(lines.slice(0, Math.max(first, 0)), printedCapitals);
  if (clear >= 0 && above !== undefined && /[A-Z]{3} [A-Z]{3}/.test(above))
    return { nameAt: -1, parentAt: -1, parent };

  const isFathers = clear < 0 && above !== undefined;
  return isFathers
    ? { nameAt: -1, parentAt: first, parent }
    : { nameAt: first, parentAt: -1, parent };
}

/**
 * The older card has no labels: the holder's name, then the father's, between the heading and the
 * day.
 */
function unlabelledNames(lines: string[]): {
  name: string | undefined;
  fatherName: string | undefined;
} {
  const dayAt = lines.findIndex(isDated);
  const numberAt = lines.findIndex(
    (line) => /permanent|account/i.test(line) || findPan([line.slice(0, 60)]) !== undefined,
  );

  const names = lines
    .slice(0, Math.max(dayAt, 0))
    .flatMap((line) => nameIn(line, printedCapitals) ?? []);
  // With the number above, this is the newer card with its labels lost: which name is whose is not
  // known. Nor is one alone.
  const isNewer = numberAt >= 0 && numberAt < dayAt;

  return isNewer || names.length < 2
    ? { name: undefined, fatherName: undefined }
    : { name: names.at(-2), fatherName: names.at(-1) };
}

/**
 * The holder's name on the front of an Aadhaar card: the nearest above the birth line that is not a
 * relation's.
 */
export function aadhaarName(lines: string[]): string | undefined {
  const at = findBirthLine(lines);
  if (at <= 0) return undefined;

  const own = lines
    .slice(0, at)
    .flatMap((line, i, above) => (isRelationName(above[i - 1]) ? [] : (ownPart(line) ?? [])));

  const [nearest, other] = own
    .slice(-3)
    .reverse()
    .flatMap((text) => nameIn(text, printedName) ?? []);

  return nearest !== undefined && other !== undefined && mayBeRelation(nearest, other)
    ? undefined
    : nearest;
}

/**
 * Whether the nearest name may be a relation's whose label was lost or damaged: the name above it
 * is a whole one too.
 */
function mayBeRelation(nearest: string, above: string): boolean {
  if (/^[SDWCH][iIl1!]?[oO0] [A-Z]/.test(nearest)) return /^[A-Z][A-Za-z]{2}/.test(above);

  const isWhole =
    /^[A-Z][a-z]{2,}(?: [A-Z][A-Za-z'.]*)+$/.test(above) ||
    /^(?:[A-Z]\. ?)+[A-Z][a-z]{2,}/.test(above);
  const areCapitals = [above, nearest].every((name) => /^[A-Z]{3,}(?: [A-Z']+)+$/.test(name));
  const hasParts = /^[A-Z][A-Za-z']{2,} [A-Z]|^(?:[A-Z]\. ?)+[A-Z][a-z]{2,}/.test(nearest);

  return (isWhole || areCapitals) && hasParts;
}

/** Whether the line below this one has only the name of a relation. */
function isRelationName(line: string | undefined): boolean {
  return line !== undefined && findRelation(line) === 0 && relationName(line).length < 3;
}

/** The holder's part of a line, without a relation's name or another label. */
function ownPart(line: string): string | undefined {
  const relationAt = findRelation(line);
  const text = relationAt < 0 ? line : line.slice(0, relationAt);
  if (findDayLabel(text) === 'other' || text.trim() === '') return undefined;

  const [, label = '', value = ''] = /^([^:;]*)[:;](.*)$/.exec(text) ?? [];
  const isLabelled = /\p{L}[^\p{L}]*[\p{L}\p{M}]/u.test(label) && /[A-Za-z].*[A-Za-z]/.test(value);
  if (!isLabelled) return text;

  return findNameLabel(label) === 'name' ? value : undefined;
}

function findBirthLine(lines: string[]): number {
  const labelledAt = lines.findIndex((line) => findDayLabel(line) === 'birth');
  if (labelledAt >= 0) return labelledAt;

  const birthDay = findBirthDay(lines);
  if (birthDay !== undefined)
    return lines.findIndex((line) => findDays(line).some(({ day }) => day === birthDay));

  return lines.findIndex((line) => /\b(?:FE)?MA[L1I]E\b/i.test(line));
}
