import { FileRefusalError } from './file-refusal.ts';

/** An element of a document that has nothing but elements, attributes and text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Of the element itself, without what its children hold. */
  readonly text: string;
  /** Offsets of its first character in the document, and of the one after its last. */
  readonly start: number;
  readonly end: number;
}

type Building = { -readonly [K in keyof XmlElement]: XmlElement[K] } & {
  attributes: Map<string, string>;
  children: XmlElement[];
};

const MAX_ELEMENTS = 60;
const MAX_DEPTH = 8;

const TEXT = /[^<]*/y;
const NAME = '[A-Za-z_][A-Za-z0-9_.:-]*';
const VALUE = `"[^"<]*"|'[^'<]*'`;
const TAG = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:${VALUE}))*)\\s*(/?)>`, 'y');
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(${VALUE})`, 'g');
const DECLARATION =
  /^<\?xml\s+version\s*=\s*["']1\.0["'](?:\s+encoding\s*=\s*["']([\w-]+)["'])?(?:\s+standalone\s*=\s*["'](?:yes|no)["'])?\s*\?>/;

/**
 * Decodes a document in UTF-8.
 * @throws FileRefusalError
 */
export function decodeXml(bytes: Buffer): string {
  const [first, second] = bytes;
  const isWide = (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
  if (isWide) throw new FileRefusalError('other_charset');

  const text = decodeUtf8(bytes);
  if (!/^\s*</.test(text)) throw new FileRefusalError('not_xml');

  const encoding = DECLARATION.exec(text)?.[1] ?? 'UTF-8';
  if (encoding.toUpperCase() !== 'UTF-8') throw new FileRefusalError('other_charset');

  return text;
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const isMarkup = /^\s*</.test(bytes.toString('latin1'));
    throw new FileRefusalError(isMarkup ? 'other_charset' : 'not_xml');
  }
}

/**
 * Reads a document more strictly than XML asks for, before any other parser sees it: two parsers
 * that read a document differently are what forgeries of signatures live on.
 * @throws FileRefusalError
 */
export function readStrictXml(xml: string): XmlElement {
  const open: Building[] = [];
  let root: XmlElement | null = null;
  let count = 0;
  let at = DECLARATION.exec(xml)?.[0].length ?? 0;

  for (;;) {
    const text = match(TEXT, xml, at)?.[0] ?? '';
    const parent = open.at(-1);
    if (parent) parent.text += decodeText(text);
    else if (text.trim() !== '') throw new FileRefusalError('malformed');

    at += text.length;
    if (at === xml.length) break;

    const tag = match(TAG, xml, at);
    if (!tag) throw new FileRefusalError(nameMarkup(xml.slice(at, at + 9)));
    const [whole, isClosing, name = '', attributes = '', isEmpty] = tag;

    if (isClosing) {
      const element = open.pop();
      if (element?.name !== name || attributes || isEmpty) throw new FileRefusalError('malformed');
      element.end = at + whole.length;
    } else {
      count += 1;
      if (count > MAX_ELEMENTS || open.length >= MAX_DEPTH)
        throw new FileRefusalError('too_many_elements');
      if (!parent && root) throw new FileRefusalError('malformed');

      const element: Building = {
        name,
        attributes: readAttributes(attributes),
        children: [],
        text: '',
        start: at,
        end: at + whole.length,
      };
      parent?.children.push(element);
      root ??= element;
      if (!isEmpty) open.push(element);
    }

    at += whole.length;
  }

  if (!root || open.length > 0) throw new FileRefusalError('malformed');
  return root;
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function nameMarkup(start: string): 'comment' | 'doctype' | 'malformed' {
  if (start.startsWith('<!--')) return 'comment';
  return start.startsWith('<!') && start !== '<![CDATA[' ? 'doctype' : 'malformed';
}

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', quoted = ''] of text.matchAll(ATTRIBUTE)) {
    if (attributes.has(name)) throw new FileRefusalError('malformed');
    attributes.set(name, decodeText(quoted.slice(1, -1)));
  }

  return attributes;
}

const NAMED: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

/** Characters that XML allows; others no parser agrees on. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are refused
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/u;

function decodeText(text: string): string {
  const plain = text.replace(/&([^;&]{0,10})(;?)/g, (_, name: string, end: string) => {
    const known = end === ';' ? (NAMED[name] ?? decodeNumber(name)) : null;
    if (known === null) throw new FileRefusalError('entity');
    return known;
  });
  if (FORBIDDEN.test(plain)) throw new FileRefusalError('malformed');

  return plain;
}

function decodeNumber(name: string): string | null {
  const [, decimal, hex] = /^#(?:(\d{1,7})|x([\da-fA-F]{1,6}))$/.exec(name) ?? [];
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : null;
}
