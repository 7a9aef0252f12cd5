import PDFDocument from 'pdfkit';
import { keepRecent } from './keep-recent.ts';

/** A font parsed once: parsing takes twenty times as long as drawing a page. */
export interface ParsedFont {
  /** What pdfkit accepts as a font in place of the file. It embeds only the glyphs used. */
  readonly source: Buffer;
  has(codePoint: number): boolean;
}

/** The font of fontkit, pdfkit's own parser, which the types of pdfkit omit. */
interface FontkitFont {
  readonly characterSet: readonly number[];
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): unknown;
  readonly unitsPerEm: number;
  layout(text: string, features?: unknown): unknown;
}

/** The units of an em in a PDF's text. */
const PDF_UNITS = 1_000;

/** Room for the words of the papers in six languages, and some thousand names and numbers. */
const WORDS_KEPT = 10_000;

/**
 * Parses a font file. pdfkit has no public way to parse a font without a document, nor to ask for
 * its glyphs. This file alone reads its `_font`; its test fails when an upgrade moves it.
 */
export function parseFont(file: Buffer): ParsedFont {
  const document = new PDFDocument({ autoFirstPage: false, font: '' });
  document.font(file);

  const font = (document as unknown as { _font?: { font?: FontkitFont } })._font?.font;
  if (typeof font?.hasGlyphForCodePoint !== 'function')
    throw new Error('this version of pdfkit gives no parsed font');

  // A glyph stays as it was first made, and one made as part of an accented letter has no
  // character: documents drawn after an "Á" would lose each "A" when their text is read, searched
  // or copied.
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);

  return {
    source: keepShapes(font) as unknown as Buffer,
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
  };
}

/**
 * The font, which shapes a word once for all documents: shaping takes longer than everything else,
 * above all in Devanagari. pdfkit scales the positions that it gets to a thousandth of the size, so
 * they stay as they are only in a font that counts in thousandths.
 */
function keepShapes(font: FontkitFont): FontkitFont {
  if (font.unitsPerEm !== PDF_UNITS)
    throw new RangeError('this font does not count in thousandths');

  const shapeOnce = keepRecent<unknown>(WORDS_KEPT);
  const layout = (text: string, features?: unknown): unknown =>
    features ? font.layout(text, features) : shapeOnce(text, () => font.layout(text));

  return Object.create(font, { layout: { value: layout } });
}
