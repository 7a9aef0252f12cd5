/** How two spellings of a person's name agree: the same, partly (a person looks at it), or not. */
export type NameMatch = 'match' | 'partial' | 'mismatch';

/** Titles and relations that documents put around a name. */
const notNames = new Set(['MR', 'MRS', 'MS', 'MISS', 'SHRI', 'SRI', 'SMT', 'DR', 'SO', 'DO', 'WO', 'CO']);

/**
 * Words that so many names share that they identify nobody: second names given to most women or men of a region,
 * forms of Muhammad, and the most common surnames. @ASSUMED list.
 */
const commonWords = new Set(
  (
    'AGARWAL AHMAD AHMED ALI ANSARI BABU BAI BANO BEGUM BEN BHAI BIBI CHAND CHANDRA CHAUDHARY CHAUHAN CHOUDHARY DAS DEVI ' +
    'GHOSH GUPTA HUSSAIN JAIN JHA JOSHI KAUR KHAN KHATOON KHATUN KUMAR KUMARI LAL MAHTO MALIK MANDAL MAURYA MEENA MISHRA ' +
    'MOHAMMAD MOHAMMED MOHD MONDAL MUHAMMAD NAIK NAIR NATH PAL PANDEY PASWAN PATEL PATIL PRAJAPATI PRASAD RAJ RAJPUT RAM ' +
    'RANI RAO RATHOD RAWAT RAY REDDY ROY SAH SAHU SARKAR SHAH SHAIK SHAIKH SHARMA SHEIKH SINGH SONI SRIVASTAVA TIWARI ' +
    'VERMA VARMA YADAV'
  ).split(' '),
);

/**
 * Compares names from two documents. Case, marks, punctuation, titles and the order of the parts do not matter; an
 * initial agrees with any part it begins; parts written together agree with the same written apart.
 * 'match': every part of the shorter name agrees, among them a whole part that is no common word or two initials, and
 * the longer has no more left than initials and one whole part, which is not its distinctive first.
 * 'partial': fewer parts agree, but a whole part that is no common word does, or a common one beside an initial.
 * 'mismatch': all else; a shared surname or a shared "Devi" is none.
 * Source: `docs/domain.md`, "Names ... are compared"; the threshold is @ASSUMED.
 */
export function matchNames(a: string, b: string): NameMatch {
  const [one, two] = [partsOf(a), partsOf(b)];
  if (one.length === 0 || two.length === 0) return 'mismatch';
  if (joined(one) === joined(two)) return 'match';
  const [few, many] = one.length <= two.length ? [one, two] : [two, one];
  const pairing = pairParts(few, many);
  const leftOfMany = pairing.leftOfMany.filter((part) => part.length > 1);
  const isWhole = pairing.leftOfFew.length === 0 && leftOfMany.length <= 1 && few.length > 1;
  if (isWhole && leftOfMany.length === 0 && pairing.initialPairs === 0) return 'match';
  const isDistinctive = pairing.wholePairs.some((part) => !commonWords.has(part));
  if (!isDistinctive && isWhole && pairing.initialPairs > 0 && pairing.wholePairs.length > 0)
    return pairing.initialPairs > 1 && leftOfMany.length === 0 ? 'match' : 'partial';
  if (!isDistinctive) return 'mismatch';
  const lacksFirstName = leftOfMany.some((part) => part === many[0] && !commonWords.has(part));
  return isWhole && !lacksFirstName ? 'match' : 'partial';
}

const worstFirst = ['mismatch', 'partial', 'match'] as const satisfies readonly NameMatch[];

/**
 * How a bank account's names agree with the confirmed identity: the worse of the holder as typed and, once the bank
 * has given it, the holder as the bank has it. Either one differing is enough for a review.
 * Source: `docs/domain.md`, "Names on PAN, Aadhaar and bank account are compared".
 */
export function matchAccountNames(names: { confirmed: string; typed: string; atBank: string | null }): NameMatch {
  const { confirmed, typed, atBank } = names;
  const byHand = matchNames(confirmed, typed);
  return atBank === null ? byHand : worseMatch(byHand, matchNames(confirmed, atBank));
}

/** The one of two that agrees less. */
export function worseMatch(a: NameMatch, b: NameMatch): NameMatch {
  return worstFirst.find((match) => match === a || match === b)!;
}

/** A name as it may be shown to someone who may not be its owner: `A**** K****`. A lone initial stays. */
export function maskName(name: string): string {
  const words = name.split(/[^\p{L}\p{M}]+/u).filter((word) => word !== '');
  return words.map((word) => ([...word].length === 1 ? word : `${[...word][0]}****`)).join(' ');
}

function partsOf(name: string): string[] {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/['’`]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{Mc}]+/u)
    .filter((word) => word !== '');
  const named = words.filter((word) => !notNames.has(word));
  return named.length > 0 ? named : words;
}

/** The whole name in a form that is equal however it is written: case, marks, titles, spaces and the order of its parts. */
export function nameKey(name: string): string {
  return partsOf(name).sort().join(' ');
}

function joined(parts: readonly string[]): string {
  return parts.join('');
}

/** Pairs equal parts first, then initials with what they begin. Parts of one letter never make a whole pair. */
function pairParts(few: readonly string[], many: readonly string[]) {
  const leftOfMany = [...many];
  const wholePairs: string[] = [];
  const unpaired = few.filter((part) => {
    const at = leftOfMany.indexOf(part);
    if (at < 0) return true;
    leftOfMany.splice(at, 1);
    if (part.length > 1) wholePairs.push(part);
    return false;
  });
  const leftOfFew = unpaired.filter((part) => {
    const at = leftOfMany.findIndex((other) => isInitialOf(part, other) || isInitialOf(other, part));
    if (at < 0) return true;
    leftOfMany.splice(at, 1);
    return false;
  });
  return { leftOfFew, leftOfMany, wholePairs, initialPairs: unpaired.length - leftOfFew.length };
}

function isInitialOf(initial: string, part: string): boolean {
  return initial.length === 1 && part.startsWith(initial);
}
