import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

/** A font cached for all documents: parsing it takes twenty times as long as drawing a page. */
export interface Font {
  /** What pdfkit accepts as a font. It embeds only the glyphs used. */
  readonly source: Buffer;
  has(codePoint: number): boolean;
}

/** pdfkit's parsed font; `font()` accepts it in place of the file. */
interface PdfkitFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** `wide` covers Latin, Vietnamese, Devanagari and the rupee sign, which `thai` lacks. */
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
  const { font } = (reader as unknown as { _font: { font: PdfkitFont } })._font;
  return { source: font as unknown as Buffer, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
}

const fontCache = new Map<string, Font>();

/** Loaded on first use. */
export function documentFont(face: Face, weight: Weight): Font {
  const key = `${face} ${weight}`;
  const font = fontCache.get(key) ?? readFont(FILES[face][weight]);
  fontCache.set(key, font);
  return font;
}

/** Shown for characters no font covers, such as a name in an unsupported script. */
const REPLACEMENT = '\uFFFD';

const drawableCache: Record<Face, Map<string, boolean>> = { wide: new Map(), thai: new Map() };

function canDraw(face: Face, character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  const result =
    drawableCache[face].get(character) ??
    (['regular', 'bold'] as const).every((weight) => documentFont(face, weight).has(code));
  drawableCache[face].set(character, result);
  return result;
}

/** Replaces characters that no font can draw. */
export function replaceUndrawable(text: string): string {
  return [...text.normalize('NFC')]
    .map((character) => (canDraw('wide', character) || canDraw('thai', character) ? character : REPLACEMENT))
    .join('');
}

/** A stretch of text in one face. */
export interface Run {
  readonly face: Face;
  readonly text: string;
}

/** Splits a text into runs by face, changing the face only when it lacks a character. */
export function runsOf(text: string): Run[] {
  const runs: { face: Face; text: string }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    if (last && canDraw(last.face, character)) last.text += character;
    else runs.push({ face: canDraw('wide', character) ? 'wide' : 'thai', text: character });
  }
  return runs;
}
