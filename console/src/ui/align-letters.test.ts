import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignLetters } from './align-letters.ts';

test('one letter changed and one added are found where they are', () => {
  const pairs = alignLetters('Sunita', 'SUNEETA');
  expect(pairs.map(([one]) => one || '_').join('')).toMatch(/^SUN(I_|_I)TA$/);
  expect(pairs.map(([, other]) => other).join('')).toBe('SUNEETA');
  expect(pairs.filter(([one, other]) => one !== other)).toHaveLength(2);
});

test('each text is whole, whatever the other is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'ABC ') }),
      fc.string({ unit: fc.constantFrom(...'ABC ') }),
      (a, b) => {
        const pairs = alignLetters(a, b);
        const clean = (text: string): string => text.trim().replace(/\s+/g, ' ');

        expect(pairs.map(([one]) => one).join('')).toBe(clean(a));
        expect(pairs.map(([, other]) => other).join('')).toBe(clean(b));
        expect(pairs).not.toContainEqual(['', '']);
      },
    ),
  );
});
