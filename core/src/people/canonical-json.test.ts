import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test.each<[unknown, string]>([
  [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
  [{ a: undefined, b: {} }, '{"b":{}}'],
  ['नोरेन"\n', '"नोरेन\\"\\n"'],
  [-0, '0'],
])('%j', (value, expected) => expect(canonicalJson(value)).toBe(expected));

test.each([
  [0.5],
  [Number.NaN],
  [2 ** 53],
  [undefined],
  [[undefined]],
  [new Date(0)],
  [() => 1],
  [1n],
])('case %# is refused', (value) => {
  expect(() => canonicalJson(value)).toThrow(TypeError);
});

test('it reads back as it was, and the order of keys does not matter', () => {
  const leaf = fc.oneof(
    fc.string(),
    fc.maxSafeInteger().map((n) => n + 0),
    fc.boolean(),
    fc.constant(null),
  );
  const flat = fc.dictionary(
    fc.string(),
    fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.string(), leaf)),
    {
      noNullPrototype: true,
    },
  );
  fc.assert(
    fc.property(flat, (value) => {
      const text = canonicalJson(value);
      const turned = Object.fromEntries(Object.entries(value).reverse());
      expect(JSON.parse(text)).toEqual(value);
      expect(canonicalJson(turned)).toBe(text);
    }),
  );
});
