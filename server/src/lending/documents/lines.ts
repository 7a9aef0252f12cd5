import { type Run, splitRuns } from './fonts.ts';

const wordSegmenter = new Intl.Segmenter('th', { granularity: 'word' });
const graphemeSegmenter = new Intl.Segmenter('th', { granularity: 'grapheme' });
const ENDS_IN_THAI = /[\u0e01-\u0e7f]$/;
const BEGINS_IN_THAI = /^[\u0e01-\u0e7f]/;

/**
 * Whether a text needs `breakLines`: pdfkit's own layout uses one face and cannot break text
 * without spaces.
 */
export function needsOwnLayout(text: string): boolean {
  return /[\u0e00-\u0e7f]/.test(text);
}

/**
 * Breaks a text into lines of at most `width`, at spaces and between Thai words. A word that is too
 * wide is broken between letters.
 * @param measureWidth the width of a run in points
 */
export function breakLines(
  text: string,
  width: number,
  measureWidth: (run: Run) => number,
): Run[][] {
  const measure = (piece: string) =>
    splitRuns(inRenderOrder(piece)).reduce((sum, run) => sum + measureWidth(run), 0);
  const lines = text.split('\n').flatMap((paragraph) => {
    const lines = [''];
    let usedWidth = 0;

    const append = (piece: string) => {
      // A trailing space may exceed the width.
      if (usedWidth > 0 && usedWidth + measure(piece.trimEnd()) > width) {
        lines.push('');
        usedWidth = 0;
      }

      lines[lines.length - 1] += piece;
      usedWidth += measure(piece);
    };

    for (const word of splitWords(paragraph)) {
      if (measure(word.trimEnd()) <= width) append(word);
      else for (const { segment } of graphemeSegmenter.segment(word)) append(segment);
    }

    return lines;
  });

  return lines.map((line) => splitRuns(inRenderOrder(line.trimEnd())));
}

/** Unbreakable pieces: a word with its punctuation and trailing space. */
function splitWords(paragraph: string): string[] {
  const words: string[] = [];
  for (const { segment } of wordSegmenter.segment(paragraph)) {
    const before = words.at(-1) ?? ' ';
    const mayBreak =
      /\s$/.test(before) || (ENDS_IN_THAI.test(before) && BEGINS_IN_THAI.test(segment));
    if (mayBreak && segment.trim() !== '') words.push(segment);
    else words[Math.max(words.length - 1, 0)] = `${words.at(-1) ?? ''}${segment}`;
  }

  return words;
}

/**
 * Splits Thai "sara am" into its two marks and puts the ring below the tone mark; pdfkit's shaper
 * does not.
 */
function inRenderOrder(text: string): string {
  return text.replace(/([\u0e48-\u0e4b]?)\u0e33/g, '\u0e4d$1\u0e32');
}
