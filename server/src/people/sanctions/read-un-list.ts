import { isBusinessDay } from '@noren/core/money/time';
import { buildBirth, requireShortNames, splitList } from '@noren/core/people/sanctions-csv';
import type { ListedBirth, ListedName, SanctionsEntry } from '@noren/core/people/sanctions-entry';
import { LIST_BOUNDS, ListFaultError } from '@noren/core/people/sanctions-fault';
import { SaxesParser } from 'saxes';

/** A list as it was read. */
export interface ReadList {
  /** The day that the list itself bears. */
  readonly listDay: string;
  readonly entries: readonly SanctionsEntry[];
}

const ROOT = 'CONSOLIDATED_LIST';
/** The list itself goes five deep. */
const MOST_DEPTH = 30;

/**
 * Reads the consolidated list of the United Nations Security Council while it arrives.
 * @param bytes the file, in pieces
 * @throws ListFaultError with the line where the reading stopped
 */
export async function readUnList(
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes }: { maxBytes: number },
): Promise<ReadList> {
  const reader = new UnListReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;

  for await (const piece of bytes) {
    size += piece.length;
    if (size > maxBytes) throw new ListFaultError('too_large', reader.line);
    reader.write(decode(decoder, reader.line, piece));
  }

  reader.write(decode(decoder, reader.line));

  return reader.end();
}

function decode(decoder: TextDecoder, line: number, piece?: Uint8Array): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch {
    throw new ListFaultError('not_utf8', line);
  }
}

/** The elements of one alias or birth date, and of the entry itself, by name. */
type Texts = Map<string, string>;

interface OpenEntry {
  readonly kind: SanctionsEntry['kind'];
  readonly texts: Texts;
  readonly names: ListedName[];
  readonly births: ListedBirth[];
}

/** Parts of an entry with elements of their own; of all others nothing is read. */
const ALIASES = ['INDIVIDUAL_ALIAS', 'ENTITY_ALIAS'];
const BIRTH = 'INDIVIDUAL_DATE_OF_BIRTH';
const NAME_PARTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

class UnListReader {
  readonly #parser = new SaxesParser();
  readonly #entries = new Map<string, SanctionsEntry>();
  /** The elements that are open, the root first. */
  readonly #path: string[] = [];
  #listDay: string | null = null;
  #entry: OpenEntry | null = null;
  #part: Texts | null = null;
  #text = '';
  #isClosed = false;

  constructor() {
    const parser = this.#parser;
    parser.on('error', () => this.#stop('not_xml'));
    parser.on('doctype', () => this.#stop('doctype'));
    parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes));
    parser.on('text', (text) => this.#add(text));
    parser.on('cdata', (text) => this.#add(text));
    parser.on('closetag', () => this.#close());
  }

  get line(): number {
    return this.#parser.line;
  }

  write(text: string): void {
    if (text !== '') this.#parser.write(text);
  }

  end(): ReadList {
    if (!this.#isClosed) this.#stop(this.#path.length > 0 ? 'cut_off' : 'not_xml');

    this.#parser.close();
    if (this.#listDay === null) throw new ListFaultError('day_missing', 1);

    return { listDay: this.#listDay, entries: [...this.#entries.values()] };
  }

  #stop(fault: ConstructorParameters<typeof ListFaultError>[0]): never {
    throw new ListFaultError(fault, this.line);
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#path.length === 0) this.#openRoot(name, attributes);
    if (this.#path.length >= MOST_DEPTH) this.#stop('too_deep');

    const parent = this.#path.join('/');
    if (parent === `${ROOT}/INDIVIDUALS` && name === 'INDIVIDUAL') this.#openEntry('person');
    if (parent === `${ROOT}/ENTITIES` && name === 'ENTITY') this.#openEntry('entity');
    if (this.#path.length === 3 && (name === BIRTH || ALIASES.includes(name)))
      this.#part = new Map();

    this.#path.push(name);
    this.#text = '';
  }

  #openRoot(name: string, { dateGenerated }: Readonly<Record<string, string>>): void {
    if (name !== ROOT) this.#stop('other_root');
    this.#listDay = /^\d{4}-\d{2}-\d{2}/.exec(dateGenerated ?? '')?.[0] ?? null;
    if (dateGenerated && !isBusinessDay(this.#listDay ?? '')) this.#stop('day_impossible');
  }

  #openEntry(kind: OpenEntry['kind']): void {
    if (this.#entries.size >= LIST_BOUNDS.entries) this.#stop('too_many_entries');
    this.#entry = { kind, texts: new Map(), names: [], births: [] };
  }

  #add(text: string): void {
    if (this.#entry) this.#text += text;
  }

  #close(): void {
    const name = this.#path.pop()!;
    const depth = this.#path.length;
    const entry = this.#entry;
    const text = this.#text.trim().replace(/\s+/g, ' ');
    this.#text = '';

    if (depth === 0) this.#isClosed = true;
    if (!entry) return;

    if (depth === 2) this.#closeEntry(entry);
    else if (depth === 3 && this.#part) this.#closePart(entry, name, this.#part);
    else if (depth === 3) entry.texts.set(name, text);
    else if (depth === 4) this.#part?.set(name, text);
  }

  #closePart(entry: OpenEntry, name: string, part: Texts): void {
    this.#part = null;
    if (name === BIRTH) entry.births.push(...this.#readBirth(part));
    else {
      const quality = part.get('QUALITY')?.toLowerCase() === 'low' ? 'low' : 'good';
      const texts = splitList(part.get('ALIAS_NAME') ?? '');
      entry.names.push(...texts.map((text) => ({ text, quality }) as const));
    }
  }

  /** An empty birth date says nothing; one that cannot be read stops the list. */
  #readBirth(part: Texts): ListedBirth[] {
    const value = (name: string): string => part.get(name) ?? '';
    const day = value('DATE').slice(0, 10);
    const from = value('FROM_YEAR') || value('YEAR') || day.slice(0, 4);
    const to = value('TO_YEAR') || from;
    if (from === '' && to === '') return [];
    if (!/^\d{4}$/.test(from) || !/^\d{4}$/.test(to)) this.#stop('birth_unreadable');

    const isAbout = value('TYPE_OF_DATE').toUpperCase() === 'APPROXIMATELY';
    const years = { from: Number(from), to: Number(to), isAbout };

    return [buildBirth(years, { day: day === '' ? null : day, line: this.line })];
  }

  #closeEntry({ kind, texts, names, births }: OpenEntry): void {
    this.#entry = null;

    const entryId = texts.get('DATAID') ?? '';
    if (entryId === '' || entryId.length > 60) this.#stop('id_missing');
    if (this.#entries.has(entryId)) this.#stop('id_twice');

    const text = NAME_PARTS.map((part) => texts.get(part) ?? '')
      .filter((part) => part !== '')
      .join(' ');
    if (text === '') this.#stop('name_missing');

    const all: ListedName[] = [{ text, quality: 'primary' }, ...names];
    requireShortNames(all, this.line);
    this.#entries.set(entryId, { entryId, kind, names: all, births });
  }
}
