/** How two spellings of a person's name agree: the same, partly (a person looks at it), or not. */
export type NameMatch = 'match' | 'partial' | 'mismatch';

/** Titles and relations that documents put around a name. */
const notNames = new Set(['MR', 'MRS', 'MS', 'MISS', 'SHRI', 'SRI', 'SMT', 'DR', 'SO', 'DO', 'WO', 'CO']);

/**
 * Compares names from two documents. Case, marks, punctuation, titles and the order of the parts do not matter; an
 * initial matches any part it begins; parts written together agree with the same written apart. Every part of the
 * shorter name must then be in the longer: 'match' when nothing but initials or one middle part is left over and at
 * least one whole part agrees, 'partial' when some whole part agrees, else 'mismatch'.
 * Source: `docs/domain.md`, "Names ... are compared (tolerant of order and initials)"; the threshold is @ASSUMED.
 */
export function matchNames(a: string, b: string): NameMatch {
  const [one, two] = [partsOf(a), partsOf(b)];
  if (one.length === 0 || two.length === 0) return 'mismatch';
  if (joined(one) === joined(two)) return 'match';
  const [few, many] = one.length <= two.length ? [one, two] : [two, one];
  const left = leftAfterPairing(few, many);
  if (left.wholePairs === 0) return 'mismatch';
  const isClose = left.few.length === 0 && left.many.filter((part) => part.length > 1).length <= 1;
  return isClose && few.length > 1 ? 'match' : 'partial';
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

function joined(parts: readonly string[]): string {
  return parts.join('');
}

/** Pairs equal parts first, then initials; what stays unpaired is left. */
function leftAfterPairing(few: readonly string[], many: readonly string[]) {
  const open = [...many];
  let wholePairs = 0;
  const unpaired = few.filter((part) => {
    const at = open.indexOf(part);
    if (at < 0) return true;
    open.splice(at, 1);
    if (part.length > 1) wholePairs += 1;
    return false;
  });
  const alone = unpaired.filter((part) => {
    const at = open.findIndex((other) => isInitialOf(part, other) || isInitialOf(other, part));
    if (at < 0) return true;
    open.splice(at, 1);
    return false;
  });
  return { few: alone, many: open, wholePairs };
}

function isInitialOf(initial: string, part: string): boolean {
  return initial.length === 1 && part.startsWith(initial);
}
