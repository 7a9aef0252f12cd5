import { code128 } from 'bwip-js/generic';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCode128 } from './code-128.ts';

/**
 * The bars that another implementation draws for the same text: each a line with its middle and its
 * width.
 */
function reference(text: string): number[] {
  const bars: { from: number; to: number }[] = [];
  const nothing = () => undefined;

  code128(
    { bcid: 'code128', text, scale: 2, height: 10 },
    {
      setopts: nothing,
      scale: () => null,
      measure: () => ({ width: 0, ascent: 0, descent: 0 }),
      init: nothing,
      line: (x: number, _y: number, _x1: number, _y1: number, width: number) =>
        bars.push({ from: (x - width / 2) / 2, to: (x + width / 2) / 2 }),
      polygon: nothing,
      hexagon: nothing,
      ellipse: nothing,
      fill: nothing,
      text: nothing,
      end: nothing,
    },
  );

  return bars.flatMap(({ from, to }, index) => [
    to - from,
    ...(bars[index + 1] ? [bars[index + 1]!.from - to] : []),
  ]);
}

describe('Code 128', () => {
  // The reference may switch code sets within a text; these texts give it no reason to.
  it.each([
    ['of digits in pairs', /^([0-9]{2}){2,12}$/],
    ['of letters and signs', /^[A-Z-]{1,24}$/],
    ['of letters among digits', /^([A-Z][0-9]){1,12}$/],
  ])('%s has the bars that another implementation draws', (_, texts) => {
    fc.assert(
      fc.property(fc.stringMatching(texts), (text) => {
        expect(encodeCode128(text)).toEqual(reference(text));
      }),
    );
  });

  it.each(['', 'é', 'a\nb'])('is not drawn of %j', (text) => {
    expect(() => encodeCode128(text)).toThrow(RangeError);
  });
});
