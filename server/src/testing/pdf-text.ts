import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The visible and accessible content of a PDF. */
export interface ReadPdf {
  /** The text of each page: single spaces between runs, none after a hyphen that ends a line. */
  readonly pages: readonly string[];
  readonly text: string;
  /** The accessible text where glyphs are drawn in another order than written. */
  readonly alternatives: string;
  readonly title: string;
  readonly language: string | null;
  readonly createdAt: string;
  /** The distinct roles of the structure tree. */
  readonly roles: ReadonlySet<string>;
  /** Number of glyphs missing in the font, shown as empty boxes. */
  readonly missingGlyphs: number;
}

interface Node {
  readonly role?: string;
  readonly children?: readonly Node[];
}

const listRoles = ({ role, children = [] }: Node): string[] => [
  ...(role ? [role] : []),
  ...children.flatMap(listRoles),
];

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function alternativeTexts(bytes: Buffer): string {
  const texts = bytes.toString('latin1').matchAll(/\/ActualText \(\xfe\xff((?:\\.|[^\\)])*)\)/gs);
  return [...texts]
    .map(([, escaped = '']) =>
      escaped.replace(/\\(.)/gs, (_, sign: string) => ESCAPES[sign] ?? sign),
    )
    .map((text) => Buffer.from(text, 'latin1').swap16().toString('utf16le'))
    .join(' ');
}

/** Parses a PDF as a viewer does. */
export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const pages: string[] = [];
  const roles = new Set<string>();

  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const runs = items.map((item) => ('str' in item ? item.str : ''));

    pages.push(
      runs
        .join(' ')
        .replace(/\s+/g, ' ')
        .replace(/(?<=\p{L}-) (?=\p{L})/gu, ''),
    );
    for (const role of listRoles(((await page.getStructTree()) ?? {}) as Node)) roles.add(role);
  }

  const { info } = await document.getMetadata();
  const facts = info as { Title?: string; Language?: string | null; CreationDate?: string };

  await loading.destroy();

  const text = pages.join(' ');
  return {
    pages,
    text,
    alternatives: alternativeTexts(bytes),
    title: facts.Title ?? '',
    language: facts.Language ?? null,
    createdAt: facts.CreationDate ?? '',
    roles,
    missingGlyphs: text.split('\0').length - 1,
  };
}
