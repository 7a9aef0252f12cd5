/** How two spellings of a person's name agree: the same, partly (a person looks at it), or not. */
export type NameMatch = 'match' | 'partial' | 'mismatch';

/**
 * Titles and relations that documents put around a name. Stored keys of names lack them: the list
 * stays as it is.
 */
const titles = new Set([
  'MR',
  'MRS',
  'MS',
  'MISS',
  'SHRI',
  'SRI',
  'SMT',
  'DR',
  'SO',
  'DO',
  'WO',
  'CO',
]);

/** Further titles, which only the comparison leaves out. */
const furtherTitles = new Set(['SRIMATI', 'KUM', 'KM', 'TMT', 'PROF', 'ADV']);

/**
 * Put before or after the name of somebody who has died: such an account is never the same person's
 * unseen.
 */
const DEAD = 'LATE';

/**
 * Words that so many names share that they identify nobody: second names given to most women or men
 * of a region, forms of Muhammad, and the most common surnames. @ASSUMED list.
 */
const commonWords = new Set(
  (
    'AGARWAL AHMAD AHMED ALI ANSARI BABU BAI BANO BEGUM BEN BHAI BIBI CHAND CHANDRA CHAUDHARY CHAUHAN CHOUDHARY DAS DEVI ' +
    'GHOSH GUPTA HUSSAIN JAIN JHA JOSHI KAUR KHAN KHATOON KHATUN KUMAR KUMARI LAL MAHTO MALIK MANDAL MAURYA MD MEENA MISHRA ' +
    'MOHAMMAD MOHAMMED MOHD MONDAL MUHAMMAD NAIK NAIR NATH PAL PANDEY PASWAN PATEL PATIL PRAJAPATI PRASAD RAJ RAJPUT RAM ' +
    'RANI RAO RATHOD RAWAT RAY REDDY ROY SAH SAHU SARKAR SHAH SHAIK SHAIKH SHARMA SHEIKH SINGH SK SONI SRIVASTAVA TIWARI ' +
    'VERMA VARMA YADAV'
  ).split(' '),
);

/** One name, as cards and banks write and shorten it. @ASSUMED list. */
const muhammad = /^(?:MD|MOHD|MOHA?MM?[AE]D|MUHAMM?[AE]D)$/;

/**
 * Compares names from two documents. Case, marks, punctuation and the order of the parts do not
 * matter, nor does a relation's name after "S/O"; an initial agrees with any part it begins. The
 * same letters agree whether they are written apart or together, so a title is left out only once
 * it is known to begin no name of the other document. "Md" and "Mohd" are Muhammad in each of its
 * spellings, unless the other document has them as initials. 'match': every part of the shorter name
 * agrees, among them a whole part that is no common word or two initials, and the longer has no
 * more left than initials and one whole part, which is neither its distinctive first nor "Late".
 * 'partial': fewer parts agree, but a whole part that is no common word does, or a common one
 * beside an initial. 'mismatch': all else; a shared surname or a shared "Devi" is none. Source:
 * `docs/identity.md`, "Names ... are compared"; the threshold is @ASSUMED.
 */
export function matchNames(a: string, b: string): NameMatch {
  const words = [comparedWords(a), comparedWords(b)] as const;
  if (words.some((each) => each.length === 0)) return 'mismatch';
  if (haveSameLetters(...words)) return 'match';

  const aligned = alignWords(...words);
  const [one, two] = aligned.map((parts) => withoutTitles(parts).map(spellOut)) as [
    NamePart[],
    NamePart[],
  ];
  if (one.length === 1 && two.length === 1 && one[0]!.text === two[0]!.text)
    return aligned.some(mayLoseItsFirstName) ? 'partial' : 'match';

  const [few, many] = one.length <= two.length ? [one, two] : [two, one];
  const pairing = pairParts(few, many);
  const leftOfMany = pairing.leftOfMany.filter(({ text }) => text.length > 1);
  const isWhole =
    pairing.leftOfFew.length === 0 && leftOfMany.length <= 1 && few.flatMap(wordsIn).length > 1;
  if (isWhole && leftOfMany.length === 0 && pairing.initialPairs === 0) return 'match';

  const isDistinctive = pairing.wholePairs.some(isDistinctivePart);
  if (!isDistinctive && isWhole && pairing.initialPairs > 0 && pairing.wholePairs.length > 0)
    return pairing.initialPairs > 1 && leftOfMany.length === 0 ? 'match' : 'partial';
  if (!isDistinctive) return 'mismatch';

  const isDoubtful = leftOfMany.some(
    (part) => part.text === DEAD || (part.text === many[0]!.text && isDistinctivePart(part)),
  );
  return isWhole && !isDoubtful ? 'match' : 'partial';
}

const worstFirst = ['mismatch', 'partial', 'match'] as const satisfies readonly NameMatch[];

/**
 * How a bank account's names agree with the confirmed identity: the worse of the holder as typed
 * and, once the bank has given it, the holder as the bank has it. Either one differing is enough
 * for a review. Source: `docs/identity.md`, "Names on PAN, Aadhaar and bank account are compared".
 */
export function matchAccountNames(names: {
  confirmed: string;
  typed: string;
  atBank: string | null;
}): NameMatch {
  const { confirmed, typed, atBank } = names;
  const byHand = matchNames(confirmed, typed);
  return atBank === null ? byHand : worseMatch(byHand, matchNames(confirmed, atBank));
}

export function worseMatch(a: NameMatch, b: NameMatch): NameMatch {
  return worstFirst.find((match) => match === a || match === b)!;
}

/**
 * A name as it may be shown to someone who may not be its owner: `A**** K****`. A lone initial
 * stays.
 */
export function maskName(name: string): string {
  const words = name.split(/[^\p{L}\p{M}]+/u).filter((word) => word !== '');
  return words.map((word) => ([...word].length === 1 ? word : `${[...word][0]}****`)).join(' ');
}

/**
 * The whole name in a form that is equal however it is written: case, marks, titles, spaces and the
 * order of its parts.
 */
export function nameKey(name: string): string {
  const words = splitWords(name);
  const named = words.filter((word) => !titles.has(word));
  return (named.length > 0 ? named : words).sort().join(' ');
}

function splitWords(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/['’`]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{Mc}]+/u)
    .filter((word) => word !== '');
}

/** From here on the name is a relation's: "S/O", "wife of". */
const relation =
  /(?<!\p{L})(?:[SDWCH]\s*[/|\\]\s*[O0]|(?:SON|DAUGHTER|WIFE|CARE)\s+OF)(?!\p{L}).*$/isu;

/**
 * A name's words as they are compared: without a relation's name, and with one spelling of SRI,
 * SHRI, SREE and SHREE.
 */
function comparedWords(name: string): string[] {
  return splitWords(name.replace(relation, '')).map((word) => word.replace(/SH?R(?:I|EE)/g, 'SRI'));
}

/** A name's words in capitals, without a relation's name, and without titles unless it has no more. */
export function nameWords(name: string): string[] {
  const words = comparedWords(name);
  const named = words.filter((word) => !titles.has(word) && !furtherTitles.has(word));
  return named.length > 0 ? named : words;
}

/** Whether so many names share a word, in capitals, that it identifies nobody. */
export function isCommonWord(word: string): boolean {
  return commonWords.has(word);
}

/** A part of a name, and the words that it is written as in one of the two documents. */
type NamePart = { text: string; words: readonly string[] };

const wordsIn = ({ words }: NamePart): readonly string[] => words;
const single = (word: string): NamePart => ({ text: word, words: [word] });

function isDistinctivePart({ text, words }: NamePart): boolean {
  return !commonWords.has(text) && words.some((word) => word.length > 1 && !commonWords.has(word));
}

function isTitle({ text, words }: NamePart): boolean {
  return words.length === 1 && (titles.has(text) || furtherTitles.has(text));
}

function withoutTitles(parts: readonly NamePart[]): NamePart[] {
  const named = parts.filter((part) => !isTitle(part));
  return named.length > 0 ? named : [...parts];
}

function spellOut(part: NamePart): NamePart {
  return muhammad.test(part.text) ? { ...part, text: 'MUHAMMAD' } : part;
}

/** "Sri Devi" may be Mrs Devi, or somebody whose first name is Sri. */
function mayLoseItsFirstName(parts: readonly NamePart[]): boolean {
  return parts.length === 2 && parts.some(({ text }) => text === 'SRI');
}

/** Two or three consonants are initials written together: "KR". */
const initialsTogether = /^[BCDFGHJ-NP-TVWXZ]{2,3}$/;

function asInitials(part: NamePart): NamePart[] {
  const isInitials =
    initialsTogether.test(part.text) && !commonWords.has(part.text) && !isTitle(part);
  return isInitials ? [...part.text].map(single) : [part];
}

/**
 * The words of both names as parts: what one writes together and the other apart is one part of
 * both.
 */
function alignWords(one: readonly string[], two: readonly string[]): [NamePart[], NamePart[]] {
  const sides = [one.map(single), two.map(single)] as [NamePart[], NamePart[]];
  const joined = [...without(one, two), ...without(two, one)].sort(
    (a, b) => b.length - a.length || (a < b ? -1 : 1),
  );

  for (const whole of joined) joinApart(sides, whole);
  splitSecondName(sides[0], sides[1]);
  splitSecondName(sides[1], sides[0]);

  return [sides[0].flatMap(asInitials), sides[1].flatMap(asInitials)];
}

function joinApart(sides: [NamePart[], NamePart[]], whole: string): void {
  const at = sides.findIndex((parts, i) => isUnpaired(parts, sides[1 - i]!, whole));
  if (at < 0) return;

  const [holder, other] = [sides[at]!, sides[1 - at]!];
  const free = other.filter(
    ({ words, text }) => words.length === 1 && isUnpaired(other, holder, text),
  );

  const words = compose(
    free.map(({ text }) => text),
    whole,
  );
  if (words === undefined) return;

  // Letters alone are initials, which are compared one by one.
  const together = words.every((word) => word.length === 1)
    ? words.map(single)
    : [{ text: whole, words }];
  replaceParts(holder, [whole], together);
  replaceParts(other, words, together);
}

/**
 * Words that are written behind a first name, together with it or apart, or left out: "Rameshbhai",
 * "Ramesh".
 */
const secondName = /(?<=^\p{L}{3,})(?:KUMAR|KUMARI|BHAI|BEN|BAI|DEVI|BEGUM|BANO|BIBI|KAUR|SINGH)$/u;

function splitSecondName(parts: NamePart[], others: readonly NamePart[]): void {
  for (const { text } of [...parts]) {
    const first = text.replace(secondName, '');
    const isShared =
      first !== text && isUnpaired(parts, others, text) && isUnpaired(others, parts, first);
    if (isShared && isDistinctivePart(single(first)) && !isTitle(single(first)))
      replaceParts(parts, [text], [single(first), single(text.slice(first.length))]);
  }
}

function isUnpaired(
  parts: readonly NamePart[],
  others: readonly NamePart[],
  text: string,
): boolean {
  const count = (among: readonly NamePart[]): number =>
    among.filter((part) => part.text === text).length;
  return count(parts) > count(others);
}

/** Replaces the first word by parts. */
function replaceParts(parts: NamePart[], words: readonly string[], by: readonly NamePart[]): void {
  const findWord = (word: string): number => parts.findIndex(({ text }) => text === word);
  const first = Math.min(...words.map(findWord));
  for (const word of words) parts.splice(findWord(word), 1);
  parts.splice(first, 0, ...by);
}

/** Multiset difference: the words of `all` without those of `others`. */
function without(all: readonly string[], others: readonly string[]): string[] {
  const left = [...others];

  return all.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function haveSameLetters(one: readonly string[], two: readonly string[]): boolean {
  const [a, b] = [one.join(''), two.join('')];
  if (a.length !== b.length) return false;
  return a === b || compose(one, b) !== undefined || compose(two, a) !== undefined;
}

/** Beyond this many words, orders are not tried: no name has so many. */
const MOST_WORDS = 12;

/** Two or more of the words which written together, in any order, are the text. */
function compose(words: readonly string[], text: string): string[] | undefined {
  if (words.length > MOST_WORDS) return undefined;

  const failed = new Set<string>();

  const search = (left: readonly string[], rest: string): string[] | undefined => {
    if (rest === '') return [];

    const state = left.join(' ');
    if (failed.has(state)) return undefined;

    for (const [i, word] of left.entries()) {
      if (!rest.startsWith(word)) continue;
      const found = search([...left.slice(0, i), ...left.slice(i + 1)], rest.slice(word.length));
      if (found) return [word, ...found];
    }

    failed.add(state);

    return undefined;
  };

  const found = search([...words].sort(), text);
  return found && found.length > 1 ? found : undefined;
}

/**
 * Pairs equal parts first, then initials with what they begin. Parts of one letter never make a
 * whole pair.
 */
function pairParts(few: readonly NamePart[], many: readonly NamePart[]) {
  const leftOfMany = [...many];
  const wholePairs: NamePart[] = [];
  const unpaired = few.filter((part) => {
    const at = leftOfMany.findIndex(({ text }) => text === part.text);
    if (at < 0) return true;

    leftOfMany.splice(at, 1);
    if (part.text.length > 1) wholePairs.push(part);

    return false;
  });

  const leftOfFew = unpaired.filter((part) => {
    const at = leftOfMany.findIndex(
      (other) => matchesInitial(part, other) || matchesInitial(other, part),
    );
    if (at < 0) return true;

    leftOfMany.splice(at, 1);

    return false;
  });

  return { leftOfFew, leftOfMany, wholePairs, initialPairs: unpaired.length - leftOfFew.length };
}

function matchesInitial(initial: NamePart, part: NamePart): boolean {
  return initial.text.length === 1 && part.text.startsWith(initial.text);
}
