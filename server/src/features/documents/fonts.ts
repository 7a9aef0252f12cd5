import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

/** A font read once for all documents: reading it costs twenty times what drawing a page with it does. */
export interface Font {
  /** What pdfkit takes for a font; it draws with it, and puts into a document only the glyphs that were used. */
  readonly source: Buffer;
  /** Whether it can draw a character. */
  has(codePoint: number): boolean;
}

/** What pdfkit keeps of a font it has read: its own `font()` takes it as well as the file. */
interface ReadFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** `wide` draws Latin, Vietnamese and Devanagari, and the rupee's sign, which `thai` lacks. */
const FILES = {
  wide: {
    regular: 'noto-sans/400Regular/NotoSans_400Regular.ttf',
    bold: 'noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  },
  thai: {
    regular: 'noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
    bold: 'noto-sans-thai/600SemiBold/NotoSansThai_600SemiBold.ttf',
  },
} as const;
export type Face = keyof typeof FILES;
export type Weight = keyof (typeof FILES)[Face];

function readFont(file: string): Font {
  const path = fileURLToPath(import.meta.resolve(`@expo-google-fonts/${file}`));
  const reader = new PDFDocument({ autoFirstPage: false, font: '' });
  reader.font(readFileSync(path));
  const { font } = (reader as unknown as { _font: { font: ReadFont } })._font;
  return { source: font as unknown as Buffer, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
}

const read = new Map<string, Font>();

/** A face in a weight; read at the first document that needs it. */
export function documentFont(face: Face, weight: Weight): Font {
  const key = `${face} ${weight}`;
  const font = read.get(key) ?? readFont(FILES[face][weight]);
  read.set(key, font);
  return font;
}

/** Stands for a character that no font of ours draws, as in a name written in a script we do not set yet. */
const UNKNOWN = '\uFFFD';

const drawn: Record<Face, Map<string, boolean>> = { wide: new Map(), thai: new Map() };

function draws(face: Face, character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const can =
    drawn[face].get(character) ??
    (['regular', 'bold'] as const).every((weight) => documentFont(face, weight).has(code));
  drawn[face].set(character, can);
  return can;
}

/** A text with each character that the fonts cannot draw marked as such: an empty box would say nothing. */
export function drawable(text: string): string {
  return [...text.normalize('NFC')]
    .map((character) => (draws('wide', character) || draws('thai', character) ? character : UNKNOWN))
    .join('');
}

/** A stretch of a text that one face draws. */
export interface Run {
  readonly face: Face;
  readonly text: string;
}

/** A drawable text by the faces that draw it; a face goes on for as long as it can. */
export function runsOf(text: string): Run[] {
  const runs: { face: Face; text: string }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    if (last && draws(last.face, character)) last.text += character;
    else runs.push({ face: draws('wide', character) ? 'wide' : 'thai', text: character });
  }
  return runs;
}
