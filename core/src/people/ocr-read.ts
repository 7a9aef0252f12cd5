import type { BusinessDay } from '../money/time.ts';
import { findAddress, isWholeAddress } from './ocr-address.ts';
import { findBirthDay } from './ocr-days.ts';
import { aadhaarName, panNames } from './ocr-names.ts';
import { findAadhaar, findPan } from './ocr-numbers.ts';

/** The pictures a borrower is asked for. Source: specification §3, step one. */
export type DocumentKind = 'panFront' | 'aadhaarFront' | 'aadhaarBack';

/**
 * What may be read off a document; days are 'YYYY-MM-DD', numbers are normalised, names as printed.
 */
export type OcrFields = {
  name?: string;
  fatherName?: string;
  birthDay?: BusinessDay;
  gender?: 'male' | 'female' | 'other';
  pan?: string;
  aadhaar?: string;
  address?: string;
  pin?: string;
};

/**
 * What the text turned out to be. 'missing' are fields the document should show and that were not
 * found.
 */
export type OcrReading =
  | { outcome: 'read'; fields: OcrFields; missing: (keyof OcrFields)[] }
  | { outcome: 'wrong_document'; seen: DocumentKind | 'other' }
  | { outcome: 'unreadable' };

const expected: Record<DocumentKind, readonly (keyof OcrFields)[]> = {
  panFront: ['pan', 'name', 'fatherName', 'birthDay'],
  aadhaarFront: ['aadhaar', 'name', 'birthDay', 'gender'],
  aadhaarBack: ['aadhaar', 'address', 'pin'],
};

/**
 * Fields out of recognised text, one text a pass, the best pass first. A pre-fill for the user to
 * confirm, never a decision: a number is given only when its grammar (PAN) or check digit (Aadhaar)
 * holds. Source: `docs/identity.md`, "Identity documents".
 */
export function readOcrText(texts: readonly string[], kind: DocumentKind): OcrReading {
  const passes = texts.map(toLines);
  const seen = identifyDocument(passes.flat());
  if (seen !== undefined && seen !== kind) return { outcome: 'wrong_document', seen };

  const fields = readFields(passes, kind);
  if (Object.keys(fields).length === 0) return { outcome: 'unreadable' };

  return {
    outcome: 'read',
    fields,
    missing: expected[kind].filter((field) => fields[field] === undefined),
  };
}

/** One pass over a picture: its text, and its words with the reader's confidence in each, 0–100. */
export type OcrPass = { text: string; words: readonly { text: string; confidence: number }[] };

/**
 * Below this a word is as likely wrong as right. Found on the sample photos: `bench/README.md`,
 * "Measured once".
 */
const DOUBT_BELOW = 60;

/**
 * Those of the fields read that a person should look at: passes disagree on them, or no pass was
 * sure of a word in them.
 */
export function doubtfulFields(
  fields: OcrFields,
  passes: readonly OcrPass[],
  kind: DocumentKind,
): (keyof OcrFields)[] {
  const each = passes.map(({ text }) => readFields([toLines(text)], kind));
  const words = passes
    .flatMap((pass) => pass.words)
    .map((word) => ({ ...word, text: bareText(word.text) }));
  const isSure = (token: string): boolean =>
    words.some(({ text, confidence }) => confidence >= DOUBT_BELOW && text.includes(token));

  return (Object.keys(fields) as (keyof OcrFields)[]).filter(
    (field) =>
      each.some((pass) => pass[field] !== undefined && pass[field] !== fields[field]) ||
      (field === 'address' && !isWholeAddress(fields.address)) ||
      !splitTokens(field, fields[field] ?? '').every(isSure),
  );
}

/** The tokens that must each occur as a word of the print for the field to be certain. */
function splitTokens(field: keyof OcrFields, value: string): string[] {
  if (field === 'birthDay') return [value.split('-').reverse().join('')];
  if (field === 'aadhaar') return value.match(/.{4}/g) ?? [];
  return value.split(/[\s,]+/).map(bareText);
}

const bareText = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

function toLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) =>
      line
        .replace(/[’‘`´]/g, "'")
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '');
}

function readFields(passes: string[][], kind: DocumentKind): OcrFields {
  const all = passes.flat();
  switch (kind) {
    case 'panFront':
      return {
        ...named('pan', findPan(all)),
        ...named(
          'name',
          findFirst(passes, (lines) => panNames(lines).name),
        ),
        ...named(
          'fatherName',
          findFirst(passes, (lines) => panNames(lines).fatherName),
        ),
        ...named('birthDay', findBirthDay(all)),
      };
    case 'aadhaarFront':
      return {
        ...named('aadhaar', findAadhaar(all)),
        ...named('name', findFirst(passes, aadhaarName)),
        ...named('birthDay', findBirthDay(all)),
        ...named('gender', findGender(all)),
      };
    case 'aadhaarBack':
      return { ...named('aadhaar', findAadhaar(all)), ...findFirst(passes, findAddress) };
    default:
      return kind satisfies never;
  }
}

function named<K extends keyof OcrFields>(key: K, value: OcrFields[K] | undefined): OcrFields {
  return value === undefined ? {} : { [key]: value };
}

function findFirst<T>(passes: string[][], find: (lines: string[]) => T | undefined): T | undefined {
  for (const lines of passes) {
    const found = find(lines);
    if (found !== undefined) return found;
  }

  return undefined;
}

const marks: { kind: DocumentKind | 'other'; marks: RegExp[] }[] = [
  {
    kind: 'panFront',
    marks: [/INC[O0]METAX|TAXDEPART/, /PERMANENTACC|ACCOUNTNUMBERCARD/, /FATHER'?SNAME/],
  },
  {
    kind: 'aadhaarFront',
    marks: [/GOVERNMENTOFINDIA/, /D[O0]B[:;.]?\d|YEAROFBIRTH/, /(?<!FE)MALE|FEMALE/],
  },
  { kind: 'aadhaarBack', marks: [/UNIQUEIDENT|IDENTIFICATIONAUTH/, /ADDRESS/, /UIDAI/] },
  {
    kind: 'other',
    marks: [/DRIVINGLICEN[CS]E/, /ELECTIONCOMMISSION|ELECTORPHOTO/, /REPUBLICOFINDIA|PASSPORT/],
  },
];

// Two marks of a kind name it; one mark of a foreign document does, since its other words are not
// known here.
function identifyDocument(lines: string[]): DocumentKind | 'other' | undefined {
  const text = lines.join('').toUpperCase().replace(/\s/g, '');
  const scored = marks
    .map(({ kind, marks: signs }) => ({
      kind,
      score: signs.filter((sign) => sign.test(text)).length * (kind === 'other' ? 2 : 1),
    }))
    .sort((a, b) => b.score - a.score);
  const [best, next] = [scored[0]!, scored[1]!];

  return best.score >= 2 && best.score > next.score ? best.kind : undefined;
}

function findGender(lines: string[]): 'male' | 'female' | 'other' | undefined {
  const text = lines.join('\n').toUpperCase();
  if (/TRANSGENDER|उभयलिंगी/.test(text)) return 'other';
  if (/FEMA[L1I]E|महिला/.test(text)) return 'female';
  return /\bMA[L1I]E\b|पुरुष/.test(text) ? 'male' : undefined;
}
