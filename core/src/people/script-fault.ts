/** A place in a built file: its name, line and column, both from 1. */
export interface Frame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const MAX_FRAMES = 8;
const LONGEST_WORDS = 200;
/** A place in one of our own built files, as any browser's stack names it. */
const OWN_PLACE = /\/assets\/([\w-]+(?:\.[\w-]+)*\.js)(?:\?[^\s:)]*)?:(\d+):(\d+)/;

/**
 * The places of a stack that lie in the app's own files: what an extension or another script did is
 * not ours to know.
 * @param stack as Chrome, Firefox or Safari write it
 */
export function parseFrames(stack: string): Frame[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, file, at, column] = OWN_PLACE.exec(line) ?? [];
      return file === undefined ? [] : [{ file, line: Number(at), column: Number(column) }];
    })
    .slice(0, MAX_FRAMES);
}

/**
 * What says what broke: a property's name, React's number. Anything else in quotes may have been
 * typed by a person.
 */
const TECHNICAL = /(\((?:reading|setting) '[A-Za-z_$][\w$]{0,30}'\)|Minified React error #\d{1,4})/;
const QUOTED = /"[^"]*"?|'[^']*'|`[^`]*`|“[^”]*”|‘[^’]*’/g;
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi;
const REVEALING = /\S*(?:\p{Nd}{3}|@|[^\x20-\x7e…])\S*/gu;
/**
 * A word with a capital inside a sentence may be a name; one that is built of several, or ends so,
 * is the engine's.
 */
const NAME =
  /(?<=\S\s+)[A-Z][a-z]+(?![A-Za-z])(?<!Error|Promise|Object|Array|Window|Storage|String|Number)/g;

/**
 * An error's words without what may be a person's: nothing in quotes, no number, address, name or
 * letters of a language.
 * @param message as the browser gave it
 */
export function scrubWords(message: string): string {
  const [line = ''] = message.split('\n', 1);
  const parts = line.slice(0, 1_000).split(TECHNICAL);

  return parts
    .map((part, at) => (at % 2 === 1 ? part : scrubPart(part)))
    .join('')
    .slice(0, LONGEST_WORDS);
}

function scrubPart(part: string): string {
  return part.replace(QUOTED, '…').replace(ADDRESS, '…').replace(REVEALING, '…').replace(NAME, '…');
}

/** Words of a route; an id in it is personal. */
const ROUTE_WORD = /^[a-z]+(?:-[a-z]+)*$/;

/**
 * The route of an address, without query and ids.
 * @param hash of the address, as `#/repay/AB12?x=1`
 */
export function toScreen(hash: string): string {
  const [path = ''] = hash.replace(/^#/, '').split('?');
  const words = path.split('/').slice(1, 4);
  return `/${words.map((word) => (ROUTE_WORD.test(word) ? word : word === '' ? '' : ':id')).join('/')}`;
}

const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['samsung', /\bSamsungBrowser\/(\d+)/],
  ['edge', /\bEdg(?:A|iOS)?\/(\d+)/],
  ['opera', /\bOPR\/(\d+)/],
  ['firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['chrome', /\b(?:Chrome|CriOS)\/(\d+)/],
  ['safari', /\bVersion\/(\d+)\S* (?:Mobile\/\S+ )?Safari\//],
];

/** The browser's family and main version, as 'chrome 120': nothing that identifies a phone. */
export function browserFamily(userAgent: string): string {
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }

  return 'other';
}
