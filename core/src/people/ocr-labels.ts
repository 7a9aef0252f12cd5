/**
 * What a line of a document's print says about the name, if anything, that is on it or below it.
 */
export type NameLabel = 'name' | 'father' | 'mother' | 'unclear';

const lookAlike: Record<string, string> = { 0: 'O', 1: 'I', '|': 'I', '!': 'I', 5: 'S', 8: 'B' };

/** Longer lines hold more than a label; longer words are scraps. */
const MOST_OF_LINE = 120;
const MOST_OF_WORD = 24;

/** The letters of a text in capitals, digits that look like letters among them. */
function lettersIn(text: string): string {
  return [...text.toUpperCase()]
    .map((char) => lookAlike[char] ?? char)
    .filter((char) => /[A-Z]/.test(char))
    .join('');
}

function wordsIn(text: string): string[] {
  return text.length > MOST_OF_LINE
    ? []
    : text
        .split(/[^A-Za-z0-9'|!]+/)
        .map(lettersIn)
        .filter((word) => word !== '');
}

/**
 * Whether at most so many letters of a word have to be put in, taken out or replaced to make it the
 * other.
 */
export function isLike(word: string, wanted: string, most: number): boolean {
  if (word.length > MOST_OF_WORD || Math.abs(word.length - wanted.length) > most) return false;

  let row = Array.from({ length: wanted.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...word].entries()) {
    const next = [i + 1];
    for (let at = 1; at <= wanted.length; at += 1) {
      const replaced = row[at - 1]! + (letter === wanted[at - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[at]! + 1, next[at - 1]! + 1));
    }

    row = next;
  }

  return row[wanted.length]! <= most;
}

const word = (alternatives: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${alternatives})(?![\\p{L}\\p{M}])`, 'u');
const hindiFather = word('पिता');
const hindiMother = word('माता');
const hindiName = word('नाम');
const hindiRelation = word('पिता|पति|माता|पत्नी|अभिभावक|संरक्षक|आत्मज|आत्मजा|सुपुत्र|सुपुत्री|पुत्र|पुत्री|द्वारा');

/**
 * The label of a name on a PAN card. Names are printed there in capitals, labels are not, so that
 * "CATHERINE" and "D'SOUZA" are names though they hold parts of "Father's".
 */
export function findNameLabel(line: string): NameLabel | undefined {
  if (line.length > MOST_OF_LINE) return undefined;

  const hindi = findHindiLabel(line);
  if (hindi) return hindi;

  // Hindi that was read as Latin letters stands before the stroke.
  const text = line.split(/[/|]/).findLast((part) => lettersIn(part).length >= 3) ?? line;
  const isPrint = text.replace(/[^a-z]/g, '').length > text.replace(/[^A-Z]/g, '').length;
  const damage = isPrint ? 1 : 0;
  const [all, words] = [lettersIn(text), wordsIn(text)];
  if (isNameWord(all, damage)) return 'name';

  const nameAt = words.findIndex((each) => isNameWord(each, damage));
  const before = words.slice(0, Math.max(nameAt, 0)).join('');
  if (nameAt >= 0 && before.length <= 2) return 'name';

  const parent = findParent(nameAt >= 0 ? before : all, text, isPrint);
  return parent ?? (nameAt >= 0 && isPrint ? 'unclear' : undefined);
}

/** The label "Name". Its m is often read as rn. */
function isNameWord(letters: string, damage: number): boolean {
  return isLike(letters.replace('RN', 'M'), 'NAME', damage);
}

function findHindiLabel(line: string): NameLabel | undefined {
  if (hindiFather.test(line)) return 'father';
  if (hindiMother.test(line)) return 'mother';
  return hindiName.test(line) && wordsIn(line).length === 0 ? 'name' : undefined;
}

function findParent(
  letters: string,
  text: string,
  isPrint: boolean,
): 'father' | 'mother' | undefined {
  const damage = isPrint ? 2 : 1;
  const isLabel = (parent: string): boolean =>
    ['', 'S', 'NAME', 'SNAME'].some((ending) => isLike(letters, `${parent}${ending}`, damage));
  if (letters.startsWith('M') && isLabel('MOTHER')) return 'mother';

  const mayBeLabel = isPrint || letters.startsWith('F') || /'S/.test(text);
  if (mayBeLabel && isLabel('FATHER')) return 'father';

  return isPrint && /fath|ther|[a-z]'s/i.test(text) ? 'father' : undefined;
}

const relationMarks = [
  String.raw`[SDWCHFM5]\s?[/|\\]\s?[O0](?![a-z0-9])`,
  String.raw`[8$]\s?[/|\\]\s?O(?![a-z0-9])`,
  String.raw`[SDW][/|\\]O(?=[a-z]{3})`,
  String.raw`[SDWC]\s?-\s?O(?![a-z0-9])`,
  String.raw`[SDWCH5]\.\s?[O0]\.?(?![.a-z0-9]|\s?B\b)`,
  String.raw`(?:son|daughter|wife|care|ward)\s?(?:[/|\\]\s?)?of?(?![a-z])`,
  String.raw`[SDW]\s+of\b`,
  String.raw`[FHM][\s./]{0,2}name(?![a-z])`,
];
const relationMark = new RegExp(`(?<![a-z0-9])(?:${relationMarks.join('|')})`, 'i');

/** The stroke was read as a letter, or not at all. "Sio" and "Dio" are names. */
const marksMisread = [
  String.raw`(?:[SDWCHsdwch](?:[I1l!J][O0]|[1l!]o)|[Ww]io)(?:\s*[:;.,]|\s+(?=[A-Z]))`,
  String.raw`[SDWCHsdwch][O0]\s*[:;]`,
];
const relationMarkMisread = new RegExp(`^(?:${marksMisread.join('|')})`);
const parents = ['FATHER', 'HUSBAND', 'MOTHER', 'GUARDIAN', 'SPOUSE', 'PARENT'];

/** A relation's word after a name and before another. */
const relationInside = /(?<=[a-z]{2}\W+)(?:father|husband|mother|guardian|spouse)(?:'?s)?\W+[a-z]/i;

/**
 * Where a relation's label begins in a line ("S/O", "Husband:", "Father's Name"); -1 where there is
 * none.
 */
export function findRelation(line: string): number {
  if (line.length > MOST_OF_LINE) return -1;
  if (hindiRelation.test(line) || relationMarkMisread.test(line)) return 0;

  const marked = line.search(relationMark);
  if (marked >= 0) return marked;
  if (startsWithRelation(line)) return 0;

  return line.search(relationInside);
}

function startsWithRelation(line: string): boolean {
  const [, first = '', second = ''] =
    /^\W*([A-Za-z0-9|!]+)(?:'?\s?[sS]\b)?\s*([A-Za-z]*)/.exec(line) ?? [];
  const letters = lettersIn(first);
  const isLabelled = /^\W*[A-Za-z0-9|!' ]+[:;]/.test(line) || isNameWord(lettersIn(second), 1);

  const isRelation = parents.some((parent) =>
    [parent, `${parent}S`].some(
      (wanted) => letters === wanted || (isLabelled && isLike(letters, wanted, 2)),
    ),
  );

  return (
    isRelation ||
    (isLabelled && letters === 'WIFE') ||
    (letters.startsWith('F') && isLike(letters, 'FATHER', 1)) ||
    isLike(letters, 'HUSBAND', 1)
  );
}

/** What is printed after a relation's label: empty where its name is on the next line. */
export function relationName(line: string): string {
  const after = line.slice(Math.max(0, findRelation(line)));
  // The label's word alone, damaged as it may be.
  if (startsWithRelation(after) && /^\W*\w+\W*$/.test(after)) return '';

  return after
    .replace(relationMark, '')
    .replace(relationMarkMisread, '')
    .replace(/^\W*[A-Za-z0-9|!]+(?:'?\s?[sS])?(?:\s*name)?\s*[:;]/i, '')
    .replace(
      /^\W*(?:father|husband|mother|guardian|spouse|parent|wife)(?:'?s)?(?:\s*name)?(?![a-z])/i,
      '',
    )
    .replace(/[^A-Za-z]/g, '');
}

/** "Fernando B" is a name, though it ends in "do B", as "Jason" does in "as on". */
const birthLabel =
  /(?:D[O0Q]|(?<![A-Za-z])D\.?\s?[O0Q]\.?\s?)[B8](?![A-Za-z])|birth|(?<![A-Za-z])Y\.?[O0]\.?B(?![A-Za-z])|जन्म/gi;
const yearLabel =
  /ye?ar\W{0,3}(?:of|0f)?\W{0,3}birth|(?<![A-Za-z])Y\.?[O0]\.?B(?![A-Za-z])|जन्म\s?वर्ष|birth\W*(?:19|20)\d\d\W*$/i;
const otherLabel =
  /[il1|!]ssu[ei]|down\s?load|print|generat|enrol|updat|renew|valid|expir|appl[iy]|regist|(?<![a-z])as\s?on(?![a-z])|जारी|निर्ग|डाउनलोड|मुद्र|प्रिंट|नामांक|अद्यतन/gi;

/**
 * Whose day a text before a printed day names last: the birth's, another's (issue, download,
 * enrolment), or neither.
 */
export function findDayLabel(text: string): 'birth' | 'other' | undefined {
  const [birth, other] = [lastIndexIn(text, birthLabel), lastIndexIn(text, otherLabel)];
  if (birth >= 0 || other >= 0) return birth > other ? 'birth' : 'other';

  const words = wordsIn(text);
  if (words.some((each) => isLike(each, 'BIRTH', 1))) return 'birth';

  const isOther = ['ISSUE', 'ISSUED', 'DOWNLOAD', 'ENROLMENT'].some((wanted) =>
    words.some((each) => isLike(each, wanted, 1)),
  );
  return isOther ? 'other' : undefined;
}

function lastIndexIn(text: string, pattern: RegExp): number {
  return [...text.slice(0, MOST_OF_LINE).matchAll(pattern)].at(-1)?.index ?? -1;
}

/** Whether a line gives the year of birth alone, as older cards do. */
export function isYearOfBirth(line: string): boolean {
  return yearLabel.test(line.slice(0, MOST_OF_LINE));
}
