import type { BusinessDay } from '../money/time.ts';
import { checkPinCode } from './identity-numbers.ts';
import { findAadhaar, findBirthDay, findPan, isDated } from './ocr-numbers.ts';

/** The pictures a borrower is asked for. Source: specification §3, step one. */
export type DocumentKind = 'panFront' | 'aadhaarFront' | 'aadhaarBack';

/** What may be read off a document; days are 'YYYY-MM-DD', numbers are normalised, names as printed. */
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

/** What the text turned out to be. 'missing' are fields the document should show and that were not found. */
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
 * Fields out of recognised text, one text a pass, the best pass first. A pre-fill for the user to confirm, never a decision:
 * a number is given only when its grammar (PAN) or check digit (Aadhaar) holds. Source: `docs/domain.md`, "Identity documents".
 */
export function readOcrText(texts: readonly string[], kind: DocumentKind): OcrReading {
  const passes = texts.map(toLines);
  const seen = identifyDocument(passes.flat());
  if (seen !== undefined && seen !== kind) return { outcome: 'wrong_document', seen };
  const fields = readFields(passes, kind);
  if (Object.keys(fields).length === 0) return { outcome: 'unreadable' };
  return { outcome: 'read', fields, missing: expected[kind].filter((field) => fields[field] === undefined) };
}

/** One pass over a picture: its text, and its words with the reader's confidence in each, 0–100. */
export type OcrPass = { text: string; words: readonly { text: string; confidence: number }[] };

/** Below this a word is as likely wrong as right. Found on the sample photos: `bench/README.md`, "Documents". */
const DOUBT_BELOW = 60;

/** Those of the fields read that a person should look at: passes disagree on them, or no pass was sure of a word in them. */
export function doubtfulFields(fields: OcrFields, passes: readonly OcrPass[], kind: DocumentKind): (keyof OcrFields)[] {
  const each = passes.map(({ text }) => readFields([toLines(text)], kind));
  const words = passes.flatMap((pass) => pass.words).map((word) => ({ ...word, text: bareText(word.text) }));
  const isSure = (token: string): boolean =>
    words.some(({ text, confidence }) => confidence >= DOUBT_BELOW && text.includes(token));
  return (Object.keys(fields) as (keyof OcrFields)[]).filter(
    (field) =>
      each.some((pass) => pass[field] !== undefined && pass[field] !== fields[field]) ||
      (field === 'address' && !endsInState(fields.address)) ||
      !tokensOf(field, fields[field] ?? '').every(isSure),
  );
}

const STATES =
  /(?:ANDHRA PRADESH|ARUNACHAL PRADESH|ASSAM|BIHAR|CHHATTISGARH|GOA|GUJARAT|HARYANA|HIMACHAL PRADESH|JHARKHAND|KARNATAKA|KERALA|MADHYA PRADESH|MAHARASHTRA|MANIPUR|MEGHALAYA|MIZORAM|NAGALAND|ODISHA|ORISSA|PUNJAB|RAJASTHAN|SIKKIM|TAMIL NADU|TELANGANA|TRIPURA|UTTAR PRADESH|UTTARAKHAND|UTTARANCHAL|WEST BENGAL|NICOBAR ISLANDS|CHANDIGARH|DAMAN AND DIU|DELHI|JAMMU AND KASHMIR|LADAKH|LAKSHADWEEP|PUDUCHERRY|PONDICHERRY)$/;

// An address ends in its state: one that does not has lost part of its lines, though each word of the rest is sure.
function endsInState(address = ''): boolean {
  return STATES.test(
    address
      .toUpperCase()
      .replace(/[^A-Z]+/g, ' ')
      .trim(),
  );
}

/** What must occur in single words of the print for a field to be certain. */
function tokensOf(field: keyof OcrFields, value: string): string[] {
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
          firstOf(passes, (lines) => panNames(lines).name),
        ),
        ...named(
          'fatherName',
          firstOf(passes, (lines) => panNames(lines).fatherName),
        ),
        ...named('birthDay', findBirthDay(all)),
      };
    case 'aadhaarFront':
      return {
        ...named('aadhaar', findAadhaar(all)),
        ...named('name', firstOf(passes, aadhaarName)),
        ...named('birthDay', findBirthDay(all)),
        ...named('gender', findGender(all)),
      };
    case 'aadhaarBack':
      return { ...named('aadhaar', findAadhaar(all)), ...firstOf(passes, findAddress) };
    default:
      return kind satisfies never;
  }
}

function named<K extends keyof OcrFields>(key: K, value: OcrFields[K] | undefined): OcrFields {
  return value === undefined ? {} : { [key]: value };
}

function firstOf<T>(passes: string[][], find: (lines: string[]) => T | undefined): T | undefined {
  for (const lines of passes) {
    const found = find(lines);
    if (found !== undefined) return found;
  }
  return undefined;
}

const marks: { kind: DocumentKind | 'other'; marks: RegExp[] }[] = [
  { kind: 'panFront', marks: [/INC[O0]METAX|TAXDEPART/, /PERMANENTACC|ACCOUNTNUMBERCARD/, /FATHER'?SNAME/] },
  { kind: 'aadhaarFront', marks: [/GOVERNMENTOFINDIA/, /D[O0]B[:;.]?\d|YEAROFBIRTH/, /(?<!FE)MALE|FEMALE/] },
  { kind: 'aadhaarBack', marks: [/UNIQUEIDENT|IDENTIFICATIONAUTH/, /ADDRESS/, /UIDAI/] },
  { kind: 'other', marks: [/DRIVINGLICEN[CS]E/, /ELECTIONCOMMISSION|ELECTORPHOTO/, /REPUBLICOFINDIA|PASSPORT/] },
];

// Two marks of a kind name it; one mark of a foreign document does, since its other words are not known here.
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

const printedCapitals = /[A-Z][A-Z'.]*(?: [A-Z][A-Z'.]*)*/g;
const printedName = /[A-Z][A-Za-z'.]*(?: [A-Z][A-Za-z'.]*)*/g;
const notAName =
  /INCOME|TAX|DEPART|GOV|INDIA|PERMANENT|ACCOUNT|NUMBER|CARD|SIGNATURE|SPECIMEN|DATE|BIRTH|DOB|AADHAAR|UNIQUE/i;

function nameIn(line: string, pattern: RegExp): string | undefined {
  if (notAName.test(line) || /\d{3}/.test(line)) return undefined;
  const mended = pattern === printedCapitals ? allCapitals(line) : capitalI(line);
  const runs = (mended.match(pattern) ?? []).filter((run) => run.replace(/[^A-Za-z]/g, '').length >= 3);
  return runs.sort((a, b) => b.length - a.length)[0];
}

// A capital I at the head of a word is often read as a small l, which no name or place begins with.
function capitalI(text: string): string {
  return text.replace(/(?<![A-Za-z'])l(?=[a-z])/g, 'I');
}

// A PAN card prints names in capitals: a hooked J comes out as a bracket, one letter of many as a small one.
function allCapitals(text: string): string {
  const hooked = text.replace(/(?<=[A-Z])[)\]](?=[A-Z]|\s|$)/g, 'J');
  return hooked.replace(/[A-Za-z]+/g, (word) => (/[A-Z].*[A-Z]/.test(word) ? word.toUpperCase() : word));
}

function panNames(lines: string[]): { name: string | undefined; fatherName: string | undefined } {
  const fatherAt = lines.findIndex((line) => /fath|ther|[a-z]'s/i.test(line));
  const nameAt = lines.findIndex((line, i) => i !== fatherAt && /\bname\b/i.test(line));
  const below = (at: number): string | undefined =>
    at < 0 ? undefined : firstName(lines.slice(at + 1, at + 3), printedCapitals);
  if (nameAt >= 0 || fatherAt >= 0) {
    const above = fatherAt > 0 ? firstName(lines.slice(0, fatherAt).reverse(), printedCapitals) : undefined;
    return { name: below(nameAt) ?? above, fatherName: below(fatherAt) };
  }
  // The older card has no labels: the holder's name, then the father's, between the heading and the day.
  const dayAt = lines.findIndex(isDated);
  const numberAt = lines.findIndex((line) => /permanent|account/i.test(line));
  // With the number above, this is the newer card with its labels lost: which name is whose is not known.
  if (numberAt >= 0 && numberAt < dayAt) return { name: undefined, fatherName: undefined };
  const bare = lines.slice(0, Math.max(dayAt, 0)).flatMap((line) => nameIn(line, printedCapitals) ?? []);
  return { name: bare.at(-2), fatherName: bare.at(-1) };
}

function firstName(lines: string[], pattern: RegExp): string | undefined {
  return lines.map((line) => nameIn(line, pattern)).find((name) => name !== undefined);
}

function aadhaarName(lines: string[]): string | undefined {
  const at = lines.findIndex((line) => /D[O0]B|birth/i.test(line) || isDated(line));
  return at <= 0 ? undefined : firstName(lines.slice(Math.max(0, at - 3), at).reverse(), printedName);
}

function findGender(lines: string[]): 'male' | 'female' | 'other' | undefined {
  const text = lines.join('\n').toUpperCase();
  if (/TRANSGENDER/.test(text)) return 'other';
  if (/FEMA[L1I]E/.test(text)) return 'female';
  return /\bMA[L1I]E\b/.test(text) ? 'male' : undefined;
}

function findAddress(lines: string[]): Pick<OcrFields, 'address' | 'pin'> | undefined {
  const start = lines.findIndex((line) => /addr?ess/i.test(line));
  if (start < 0) return undefined;
  const block: string[] = [];
  for (const line of [lines[start]!.replace(/^.*?addr?ess *[:;.]?/i, ''), ...lines.slice(start + 1)]) {
    if (/\d{4} ?\d{4} ?\d{4}|uidai|www\./i.test(line)) break;
    block.push(line);
    if (/(?<!\d)[1-9]\d{2} ?\d{3}(?!\d)/.test(line)) break;
  }
  const text = capitalI(block.join(' ')).replace(/\s+/g, ' ').trim();
  const pin = [...text.matchAll(/(?<!\d)([1-9]\d{2}) ?(\d{3})(?!\d)/g)].at(-1);
  const address = (pin === undefined ? text : text.slice(0, pin.index))
    .replace(/[\s,.:-]+$/, '')
    .replace(/^[\s,.:-]+/, '');
  const checked = pin === undefined ? undefined : checkPinCode(`${pin[1]}${pin[2]}`);
  return {
    ...named('address', address.length >= 10 ? address : undefined),
    ...named('pin', checked?.ok ? checked.value : undefined),
  };
}
