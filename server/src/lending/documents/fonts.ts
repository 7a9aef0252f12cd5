import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ParsedFont, parseFont } from './parsed-font.ts';

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

function readFont(file: string): ParsedFont {
  return parseFont(readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/${file}`))));
}

const fontCache = new Map<string, ParsedFont>();

/** Loaded on first use. */
export function documentFont(face: Face, weight: Weight): ParsedFont {
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
    .map((character) =>
      canDraw('wide', character) || canDraw('thai', character) ? character : REPLACEMENT,
    )
    .join('');
}

/** A stretch of text in one face. */
export interface Run {
  readonly face: Face;
  readonly text: string;
}

/** Splits a text into runs by face, changing the face only when it lacks a character. */
export function splitRuns(text: string): Run[] {
  const runs: { face: Face; text: string }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    if (last && canDraw(last.face, character)) last.text += character;
    else runs.push({ face: canDraw('wide', character) ? 'wide' : 'thai', text: character });
  }

  return runs;
}
