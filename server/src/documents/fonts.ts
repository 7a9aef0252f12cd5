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

function readFont(file: string): Font {
  const path = fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${file}`));
  const reader = new PDFDocument({ autoFirstPage: false, font: '' });
  reader.font(readFileSync(path));
  const { font } = (reader as unknown as { _font: { font: ReadFont } })._font;
  return { source: font as unknown as Buffer, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
}

let fonts: { regular: Font; bold: Font } | undefined;

/** The two weights documents are set in; read at the first document. */
export function documentFonts(): { regular: Font; bold: Font } {
  fonts ??= {
    regular: readFont('400Regular/NotoSans_400Regular.ttf'),
    bold: readFont('600SemiBold/NotoSans_600SemiBold.ttf'),
  };
  return fonts;
}

/** Stands for a character that no font of ours draws, as in a name written in a script we do not set yet. */
const UNKNOWN = '\uFFFD';

/** A text with each character that the fonts cannot draw marked as such: an empty box would say nothing. */
export function drawable(text: string): string {
  const { regular, bold } = documentFonts();
  return [...text.normalize('NFC')]
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      return regular.has(code) && bold.has(code) ? character : UNKNOWN;
    })
    .join('');
}
