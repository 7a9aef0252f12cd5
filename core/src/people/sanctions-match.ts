import { isCommonWord, nameWords } from './name-match.ts';
import { type ListedName, mayBeBornIn, type SanctionsEntry } from './sanctions-entry.ts';

/** How a part of a name and one of a listed name agree. */
export const PART_MATCHES = ['same', 'alike', 'initial', 'none'] as const;
export type PartMatch = (typeof PART_MATCHES)[number];

/** A part of each name that belong together, or one that is left over. */
export interface ComparedPart {
  readonly own: string | null;
  readonly listed: string | null;
  readonly match: PartMatch;
}

/** An entry whose name is so like a person's that it may be theirs. */
export interface SanctionsHit {
  readonly entry: SanctionsEntry;
  /** The listed name that agrees best. */
  readonly name: ListedName;
  readonly parts: readonly ComparedPart[];
  /** 0–100: how much of both names agrees. */
  readonly score: number;
  /** Whether the list says a year in which the person may have been born. */
  readonly isYearNear: boolean;
}

/** What a person is screened by. */
export interface ScreenedPerson {
  readonly name: string;
  readonly birthYear: number;
}

/** Particles that are written or left out as it comes. */
const PARTICLES = new Set('AL EL UL UR UD BIN BINT BINTE BINTI IBN'.split(' '));

/** Words that are one name in many spellings, or are shortened by custom. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^(?:M[UO]H[AUO]M{1,2}[AEUI]D|MOHD|MUHD|MD)$/, 'MUHAMMAD'],
  [/^(?:SK|SHAIKH?|SHEIKH?|SHEKH)$/, 'SHEIKH'],
  [/^ABD[UAE][LRSD]$/, 'ABD'],
  [/^ABD[UAE]L(?=[^L]..)/, 'ABD'],
];

/** Letters that several scripts write in Latin in more than one way. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/PH/g, 'F'],
  [/CH/g, '4'],
  [/[KQ]H?|CK|C/g, 'K'],
  [/[ZJ]H?/g, 'J'],
  [/([GSTDB])H/g, '$1'],
  [/W/g, 'V'],
  [/(?!^)[AEIOUYH]/g, ''],
  [/^[AEIOU]/, 'A'],
  [/(.)\1+/g, '$1'],
];

/** Shorter ones would make "Ram" and "Rima" one name. */
const LEAST_SOUND = 3;

/**
 * A key that is equal for the usual spellings of one word: Yousuf and Yusef, Rehman and Rahman. A
 * word with few consonants, or in another script, has only itself.
 */
export function toSound(word: string): string {
  const spelling = replaceAll(word, SPELLINGS);
  const sound = replaceAll(spelling, SOUNDS);
  return /^[A-Z]+$/.test(spelling) && sound.length >= LEAST_SOUND ? sound : spelling;
}

function replaceAll(text: string, by: readonly (readonly [RegExp, string])[]): string {
  return by.reduce((changed, [pattern, to]) => changed.replace(pattern, to), text);
}

/** A word of a name, or two that the other name writes as one. */
interface Token {
  readonly text: string;
  readonly sound: string;
  /** How many words it is written as. */
  readonly words: number;
}

function readTokens(name: string): Token[] {
  const all = nameWords(name);
  const named = all.filter((word) => !PARTICLES.has(word));

  return (named.length > 0 ? named : all).map((text) => ({
    text,
    sound: toSound(text),
    words: 1,
  }));
}

function join(one: Token, two: Token): Token {
  const spelling = `${replaceAll(one.text, SPELLINGS)}${two.text}`;
  return { text: `${one.text} ${two.text}`, sound: toSound(spelling), words: 2 };
}

/** Each token, and each two neighbours as one. */
const withJoined = (tokens: readonly Token[]): Token[] => [
  ...tokens,
  ...tokens.slice(1).map((token, at) => join(tokens[at]!, token)),
];

const WEIGHTS: Readonly<Record<PartMatch, number>> = { same: 1, alike: 0.9, initial: 0.5, none: 0 };

interface NameComparison {
  readonly parts: readonly ComparedPart[];
  readonly score: number;
  /** Whole words that agree, and whether one of them is no common word. */
  readonly wholePairs: number;
  readonly isDistinctive: boolean;
  /** Whole words that are left over of each name. */
  readonly leftOwn: number;
  readonly leftListed: number;
}

interface Pair {
  readonly own: Token;
  readonly listed: Token;
  readonly match: PartMatch;
}

function compareTokens(own: readonly Token[], listed: readonly Token[]): NameComparison {
  const left = { own: [...own], listed: [...listed] };
  const pairs = [
    ...takePairs(left, 'same', (a, b) => a.text === b.text),
    ...takePairs(left, 'alike', (a, b) => a.sound === b.sound),
    ...takeJoinedPairs(left),
    ...takePairs(left, 'initial', isInitialPair),
  ];

  const agreed = pairs.reduce(
    (sum, pair) => sum + WEIGHTS[pair.match] * (pair.own.words + pair.listed.words),
    0,
  );
  const whole = pairs.filter(({ match }) => match !== 'initial');
  const countWhole = (tokens: readonly Token[]): number =>
    tokens.filter(({ text }) => text.length > 1).length;

  return {
    parts: [
      ...pairs.map(({ own: mine, listed: theirs, match }) => ({
        own: mine.text,
        listed: theirs.text,
        match,
      })),
      ...left.own.map(({ text }) => ({ own: text, listed: null, match: 'none' as const })),
      ...left.listed.map(({ text }) => ({ own: null, listed: text, match: 'none' as const })),
    ],
    score: Math.round((100 * agreed) / (own.length + listed.length)),
    wholePairs: whole.reduce((sum, pair) => sum + Math.max(pair.own.words, pair.listed.words), 0),
    isDistinctive: whole.some((pair) => !isCommonWord(pair.own.text)),
    leftOwn: countWhole(left.own),
    leftListed: countWhole(left.listed),
  };
}

interface LeftTokens {
  readonly own: Token[];
  readonly listed: Token[];
}

/** Takes out of both names the tokens that agree. */
function takePairs(
  left: LeftTokens,
  match: PartMatch,
  agree: (own: Token, listed: Token) => boolean,
): Pair[] {
  return [...left.own].flatMap((own) => {
    const at = left.listed.findIndex((listed) => agree(own, listed));
    if (at < 0) return [];

    const [listed] = left.listed.splice(at, 1);
    left.own.splice(left.own.indexOf(own), 1);

    return [{ own, listed: listed!, match }];
  });
}

/** The same for two neighbours of one name that the other writes together. */
function takeJoinedPairs(left: LeftTokens): Pair[] {
  const ofOwn = takeJoined(left.own, left.listed).map(({ joined, single }) => ({
    own: joined,
    listed: single,
    match: 'alike' as const,
  }));

  const ofListed = takeJoined(left.listed, left.own).map(({ joined, single }) => ({
    own: single,
    listed: joined,
    match: 'alike' as const,
  }));

  return [...ofOwn, ...ofListed];
}

function takeJoined(apart: Token[], together: Token[]): { joined: Token; single: Token }[] {
  return [...together].flatMap((single) => {
    const at = apart.findIndex(
      (token, i) => i > 0 && join(apart[i - 1]!, token).sound === single.sound,
    );
    if (at < 0) return [];

    const [one, two] = apart.splice(at - 1, 2);
    together.splice(together.indexOf(single), 1);

    return [{ joined: join(one!, two!), single }];
  });
}

function isInitialPair({ text: one }: Token, { text: other }: Token): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.length === 1 && long.startsWith(short);
}

/** With this many whole words that agree, each name may have one more that does not. */
const ENOUGH_PAIRS = 3;

/**
 * Whether two names may be one person's: every whole word of both agrees; or every one of the
 * shorter name's, two at least, among them one that identifies somebody; or three agree and each
 * has one more. A weak alias agrees wholly or not at all.
 */
function isNameHit(comparison: NameComparison, { quality }: ListedName): boolean {
  const { wholePairs, isDistinctive, leftOwn, leftListed } = comparison;
  if (wholePairs === 0) return false;
  if (leftOwn === 0 && leftListed === 0) return true;
  if (quality === 'low' || !isDistinctive) return false;

  const isShorterWhole = leftOwn === 0 || leftListed === 0;
  return isShorterWhole
    ? wholePairs >= 2
    : wholePairs >= ENOUGH_PAIRS && leftOwn <= 1 && leftListed <= 1;
}

interface IndexedName {
  readonly entry: SanctionsEntry;
  readonly name: ListedName;
  readonly tokens: readonly Token[];
}

/** A list in a form in which a person is looked up without reading all of it. */
export interface SanctionsIndex {
  /** The entries that may be this person, the likest first; each with its likest name. */
  find(person: ScreenedPerson): SanctionsHit[];
}

/** Organisations are no people: nobody is compared with them. */
export function buildSanctionsIndex(entries: readonly SanctionsEntry[]): SanctionsIndex {
  const names: IndexedName[] = entries
    .filter(({ kind }) => kind === 'person')
    .flatMap((entry) => entry.names.map((name) => ({ entry, name, tokens: readTokens(name.text) })))
    .filter(({ tokens }) => tokens.length > 0);
  const bySound = new Map<string, number[]>();

  for (const [at, { tokens }] of names.entries())
    for (const sound of soundsIn(tokens)) {
      const places = bySound.get(sound);
      if (places) places.push(at);
      else bySound.set(sound, [at]);
    }

  return {
    find: (person) => {
      const own = readTokens(person.name);
      const near = findNear(own, bySound, names);
      return keepLikest(near.flatMap((name) => compareWith(person, own, name)));
    },
  };
}

const soundsIn = (tokens: readonly Token[]): Set<string> =>
  new Set(withJoined(tokens).map(({ sound }) => sound));

/** Only names with two words that sound alike can agree, or one where a name has no more. */
function findNear(
  own: readonly Token[],
  bySound: ReadonlyMap<string, readonly number[]>,
  names: readonly IndexedName[],
): IndexedName[] {
  const shared = new Map<number, number>();
  for (const sound of soundsIn(own))
    for (const at of bySound.get(sound) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);

  return [...shared].flatMap(([at, count]) => {
    const name = names[at]!;
    return count >= 2 || Math.min(own.length, name.tokens.length) === 1 || countLong(own) === 1
      ? [name]
      : [];
  });
}

const countLong = (tokens: readonly Token[]): number =>
  tokens.filter(({ text }) => text.length > 1).length;

function compareWith(
  { birthYear }: ScreenedPerson,
  own: readonly Token[],
  { entry, name, tokens }: IndexedName,
): SanctionsHit[] {
  const comparison = compareTokens(own, tokens);
  if (!isNameHit(comparison, name)) return [];

  const { parts, score } = comparison;
  return [{ entry, name, parts, score, isYearNear: mayBeBornIn(entry.births, birthYear) }];
}

function keepLikest(hits: readonly SanctionsHit[]): SanctionsHit[] {
  const likest = new Map<string, SanctionsHit>();
  for (const hit of hits) {
    const before = likest.get(hit.entry.entryId);
    if (!before || hit.score > before.score) likest.set(hit.entry.entryId, hit);
  }

  return [...likest.values()].sort((a, b) => b.score - a.score);
}

/** A person beside one entry, for somebody who decides; null where no name of it is like theirs. */
export function compareWithEntry(
  person: ScreenedPerson,
  entry: SanctionsEntry,
): SanctionsHit | null {
  return buildSanctionsIndex([entry]).find(person)[0] ?? null;
}
