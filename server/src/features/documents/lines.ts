import { type Run, runsOf } from './fonts.ts';

const words = new Intl.Segmenter('th', { granularity: 'word' });
const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' });
const ENDS_IN_THAI = /[\u0e01-\u0e7f]$/;
const BEGINS_IN_THAI = /^[\u0e01-\u0e7f]/;

/** Whether a text is to be set by `breakLines`: the PDF's own setting knows one face, and no words without spaces. */
export function isSetByUs(text: string): boolean {
  return /[\u0e00-\u0e7f]/.test(text);
}

/**
 * A text in lines no wider than asked, broken at spaces and between Thai words, which no space parts.
 * @param widthOf the width of a run; what alone is too wide is broken where its letters allow it
 */
export function breakLines(text: string, width: number, widthOf: (run: Run) => number): Run[][] {
  const measure = (piece: string) => runsOf(inDrawnOrder(piece)).reduce((sum, run) => sum + widthOf(run), 0);
  const lines = text.split('\n').flatMap((paragraph) => {
    const filled = [''];
    let taken = 0;
    const put = (piece: string) => {
      // The space after a word may hang over the edge.
      if (taken > 0 && taken + measure(piece.trimEnd()) > width) {
        filled.push('');
        taken = 0;
      }
      filled[filled.length - 1] += piece;
      taken += measure(piece);
    };
    for (const word of wordsOf(paragraph)) {
      if (measure(word.trimEnd()) <= width) put(word);
      else for (const { segment } of graphemes.segment(word)) put(segment);
    }
    return filled;
  });
  return lines.map((line) => runsOf(inDrawnOrder(line.trimEnd())));
}

/** What may stand alone on a line: a word with the signs and the space that belong to it. */
function wordsOf(paragraph: string): string[] {
  const found: string[] = [];
  for (const { segment } of words.segment(paragraph)) {
    const before = found.at(-1) ?? ' ';
    const mayBreak = /\s$/.test(before) || (ENDS_IN_THAI.test(before) && BEGINS_IN_THAI.test(segment));
    if (mayBreak && segment.trim() !== '') found.push(segment);
    else found[Math.max(found.length - 1, 0)] = `${found.at(-1) ?? ''}${segment}`;
  }
  return found;
}

/** "Am" as its two parts, the ring below the tone, as a shaper of text for screens does and the PDF's does not. */
function inDrawnOrder(text: string): string {
  return text.replace(/([\u0e48-\u0e4b]?)\u0e33/g, '\u0e4d$1\u0e32');
}
