import PDFDocument from 'pdfkit';

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
}

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
    source: font as unknown as Buffer,
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
  };
}
