import { checkPinCode } from './identity-numbers.ts';
import { findRelation, isLike } from './ocr-labels.ts';
import { capitalI } from './ocr-names.ts';
import { toDigits } from './ocr-numbers.ts';
import { listPinStarts, STATE_NAMES } from './states.ts';

const STATES = STATE_NAMES.map(([name]) => name);

const capitals = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z]+/g, ' ')
    .trim();

/** Whether a text ends in the name of a state: exactly, or with a damaged letter or two of many. */
function endsInState(text: string, damage: 'whole' | 'damaged'): boolean {
  const words = capitals(text.slice(-60))
    .replace(/ INDIA$/, '')
    .split(' ');

  return STATES.some((state) => {
    const last = words.slice(-state.split(' ').length).join(' ');
    return (
      last === state || (damage === 'damaged' && isLike(last, state, Math.floor(state.length / 6)))
    );
  });
}

/** An address ends in its state. Without it, lines are missing, even if each word is certain. */
export function isWholeAddress(address = ''): boolean {
  return endsInState(address, 'whole');
}

const stateName = new RegExp(`\\b(?:${STATES.join('|').replaceAll(' ', '\\W+')})\\b`, 'gi');

/** The first state named soon after a place in the text. */
function findState(after: string): { from: number; to: number } | undefined {
  const [found] = after.slice(0, 80).matchAll(stateName);
  return found ? { from: found.index, to: found.index + found[0].length } : undefined;
}

const footer = /\d{4} ?\d{4} ?\d{4}|uidai|www\.|help ?@|\bVID\b|box no\.? ?1947|1800 ?300/i;
/** More lines than an address takes. */
const MOST_LINES = 12;

/** The address on the back of an Aadhaar card, and its PIN code apart. */
export function findAddress(lines: string[]): { address?: string; pin?: string } | undefined {
  const start = findStart(lines);
  if (start === undefined) return undefined;

  const following = lines.slice(start.at + 1, start.at + MOST_LINES);
  const end = following.findIndex((line) => footer.test(line));
  const block = footer.test(start.text)
    ? []
    : [start.text, ...following.slice(0, end < 0 ? undefined : end)];
  const text = capitalI(block.join(' ')).replace(/\s+/g, ' ').trim();

  const group = findPinGroup(text);
  const address = trimAddress(group === undefined ? text : withoutGroup(text, group));
  const checked = group === undefined ? undefined : checkPinCode(group.digits);

  return { ...(address.length >= 10 && { address }), ...(checked?.ok && { pin: checked.value }) };
}

/**
 * The address's first line, after its label; without a label an address begins with the relation.
 */
function findStart(lines: string[]): { at: number; text: string } | undefined {
  const labels = [
    /^.*?addr?ess *[:;.]?/i,
    /^.*?(?<![A-Za-z])ad+r?[a-z]?[es]{2,4} *[:;.]/i,
    /^.*?पता *[:;.]?/,
  ];

  for (const label of labels) {
    const at = lines.findIndex((line) => label.test(line));
    if (at >= 0) return { at, text: lines[at]!.replace(label, '') };
  }

  const at = lines.findIndex((line) => findRelation(line) === 0);
  return at < 0 ? undefined : { at, text: lines[at]! };
}

/** Letters behind a group in which its state is looked for. */
const MOST_AFTER = 300;

/** Six digits of an address, and how likely they are its PIN code. */
type PinGroup = { digits: string; from: number; to: number; rank: number };

const DIGITS = '[0-9OoQIl|SBZ]';

const sixDigits = new RegExp(
  `(?<!\\d)([1-9IlZSB]${DIGITS}{2})[ -]?(${DIGITS}{3})(?![\\dA-Za-z])`,
  'g',
);

const pinLabel = /(?:P[I1l]N\.?\s?(?:CODE|NO\.?)?|पिन(?:\s?कोड)?)\W*$/i;
/** Words before a number of the house, the plot or the land. */
const houseLabel =
  /(?:(?:^|[^A-Za-z])(?:plot|house|flat|door|survey|khasra|khata|khatauni|khatian|gat|gut|shop|unit|room|quarter|qtrs?|block|ward|building|bldg|tower|bungalow|villa|site|society|soc|gali|lane|pole|lig|mig|hig|vtc|holding|dag|patta|municipal|property|premises|apartment|apt|hno|kh|sy|mobile|mob|phone|ph|tel|ref|id|no|nos|number|[A-Z])\b|#)[\s.:,/#-]*$/i;

/**
 * The last group of six digits that is not the house's; before others one labelled or beside the
 * state.
 */
function findPinGroup(text: string): PinGroup | undefined {
  const zone = findZone(text);
  const groups = [...text.matchAll(sixDigits)].flatMap((match) => {
    const digits = toDigits(`${match[1]}${match[2]}`);
    const [from, to] = [match.index, match.index + match[0].length];
    const rank = rankGroup(digits, text.slice(0, from), text.slice(to, to + MOST_AFTER), zone);
    const read = match[0].replace(/\D/g, '').length;

    return rank === 0 || read < 4 || (read < 6 && rank === 1) ? [] : [{ digits, from, to, rank }];
  });

  return groups.sort((a, b) => b.rank - a.rank || b.from - a.from)[0];
}

function rankGroup(
  digits: string,
  before: string,
  after: string,
  zone: string | undefined,
): number {
  const near = before.slice(-60);
  if (pinLabel.test(near)) return 4;
  if (endsInState(near, 'damaged') && /[A-Za-z]\W*$/.test(near)) return 3;

  // The house stands first, or beside the relation's name.
  const isFirst =
    !/[A-Za-z]{2}/.test(before) || (findRelation(before) === 0 && /^[^,-]*,?\s*$/.test(before));
  const isHouse = houseLabel.test(near) || /\d\s?\/\s?$/.test(near) || /^\s?[/\\]\s?\w/.test(after);
  if (isFirst || isHouse || (zone !== undefined && !zone.includes(digits[0]!))) return 0;

  const stateAt = after.search(stateName);
  if (stateAt < 0) return 1;
  if (/^\W*$/.test(after.slice(0, stateAt))) return 2;

  // Amid an address a PIN code stands behind its place and a dash; other numbers are the house's.
  return /\p{Pd}\s*$/u.test(before) ? 1 : 0;
}

/** The first digits that a PIN code of the address's state may have. */
function findZone(text: string): string | undefined {
  const state = [...text.matchAll(stateName)].at(-1);
  if (state === undefined) return undefined;

  const named = capitals(state[0]);
  const starts = STATE_NAMES.filter(([name]) => name === named).flatMap(([, code]) =>
    listPinStarts(code),
  );
  return starts.map(([digit]) => digit).join('');
}

/** The address around its PIN code: what follows it is noise, unless the state does. */
function withoutGroup(text: string, { from, to }: PinGroup): string {
  const [before, after] = [trimAddress(text.slice(0, from).replace(pinLabel, '')), text.slice(to)];
  const state = endsInState(before, 'damaged') ? undefined : findState(after);
  return state === undefined ? before : `${before}, ${trimAddress(after.slice(0, state.to))}`;
}

function trimAddress(text: string): string {
  return text.replace(/[\s,.:;-]+$/, '').replace(/^[\s,.:;-]+/, '');
}
