/** A position in a built file; line and column count from 1. */
export interface Frame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const MAX_FRAMES = 8;
const MAX_MESSAGE_LENGTH = 200;
/** A position in one of the app's built files, as any browser writes it in a stack. */
const OWN_POSITION = /\/assets\/([\w-]+(?:\.[\w-]+)*\.js)(?:\?[^\s:)]*)?:(\d+):(\d+)/;

/**
 * The stack frames in the app's own files. Frames of browser extensions and other scripts are
 * dropped: they would tell us what else the person uses.
 * @param stack as Chrome, Firefox or Safari write it
 */
export function parseFrames(stack: string): Frame[] {
  return stack
    .split('\n')
    .flatMap((text) => {
      const [, file, line, column] = OWN_POSITION.exec(text) ?? [];
      return file === undefined ? [] : [{ file, line: Number(line), column: Number(column) }];
    })
    .slice(0, MAX_FRAMES);
}

/**
 * Parts that help to find the fault and are safe to keep: the name of a property, the number of a
 * React error. A person may have typed anything else that stands in quotes.
 */
const TECHNICAL = /(\((?:reading|setting) '[A-Za-z_$][\w$]{0,30}'\)|Minified React error #\d{1,4})/;
const QUOTED = /"[^"]*"?|'[^']*'|`[^`]*`|“[^”]*”|‘[^’]*’/g;
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi;
/** A word with three digits in a row, an `@`, or a character outside ASCII. */
const REVEALING = /\S*(?:\p{Nd}{3}|@|[^\x20-\x7e…])\S*/gu;
/**
 * A capitalised word inside a sentence, which may be a person's name. Words in camel case, and those
 * with one of these endings, come from the browser's engine.
 */
const NAME =
  /(?<=\S\s+)[A-Z][a-z]+(?![A-Za-z])(?<!Error|Promise|Object|Array|Window|Storage|String|Number)/g;

/**
 * Removes everything from an error's message that may be personal: quoted text, long numbers,
 * addresses, names, and text in any script but Latin.
 * @param message as the browser gave it
 */
export function scrubMessage(message: string): string {
  const [line = ''] = message.split('\n', 1);
  const parts = line.slice(0, 1_000).split(TECHNICAL);

  return parts
    .map((part, index) => (index % 2 === 1 ? part : scrubPart(part)))
    .join('')
    .slice(0, MAX_MESSAGE_LENGTH);
}

function scrubPart(part: string): string {
  return part.replace(QUOTED, '…').replace(ADDRESS, '…').replace(REVEALING, '…').replace(NAME, '…');
}

/** A part of a route that is not an id; ids are personal. */
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

/** The browser's family and major version, such as 'chrome 120'; neither identifies a phone. */
export function browserFamily(userAgent: string): string {
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }

  return 'other';
}
