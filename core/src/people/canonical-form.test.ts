import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillForm, toForm } from './canonical-form.ts';
import { canonicalJson } from './canonical-json.ts';

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

const document = {
  rows: [
    { id: 'fee', value: 300 },
    { id: 'due', value: '2026-12-01' },
  ],
  form: 'a "form"',
  at: 1,
};

describe('a form', () => {
  test('has a hole for each number and each text that is filled in, its keys in order', () => {
    const form = toForm(document, isDay);
    expect(form.text).toBe(
      '{"at":\u001f,"form":"a \\"form\\"","rows":[{"id":"fee","value":\u001f},{"id":"due","value":\u001f}]}',
    );
    expect(form.findValues(document)).toEqual([1, 300, '2026-12-01']);
  });

  test.each<[string, unknown]>([
    ['another text', { ...document, form: 'another' }],
    ['a key more', { ...document, more: null }],
    ['a key less', { rows: document.rows, form: document.form }],
    ['a row more', { ...document, rows: [...document.rows, { id: 'x', value: 1 }] }],
    ['a list for a record', { ...document, rows: [[], document.rows[1]] }],
    ['a fraction', { ...document, at: 0.5 }],
    ['nothing', null],
  ])('is not that of a document with %s', (_what, other) => {
    expect(toForm(document, isDay).findValues(other)).toBeNull();
  });

  test.each([[0.5], [undefined], [new Date(0)], [[() => 1]], [{ a: Number.NaN }]])(
    'there is none of %#',
    (value) => {
      expect(() => toForm(value, isDay)).toThrow(TypeError);
    },
  );

  test.each([[[]], [[1, 2]]])('with two holes is not filled by %j more or less', (values) => {
    expect(() => fillForm(toForm([1, 2], isDay).text, [...values, 3])).toThrow(RangeError);
  });
});

test('filled with a document’s values it is that document’s canonical text, also of another of the form', () => {
  const leaf = fc.oneof(
    fc.string(),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.constant('2026-01-31'),
  );
  const value = fc.dictionary(
    fc.string(),
    fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.string(), leaf)),
    {
      noNullPrototype: true,
    },
  );

  const another = (of: unknown): unknown => {
    if (typeof of === 'number') return of === 7 ? 8 : 7;
    if (typeof of === 'string') return isDay(of) ? '“filled"\n' : of;
    if (Array.isArray(of)) return of.map(another);

    return of && typeof of === 'object'
      ? Object.fromEntries(Object.entries(of).map(([k, v]) => [k, another(v)]))
      : of;
  };

  fc.assert(
    fc.property(value, (one) => {
      const form = toForm(one, isDay);
      for (const like of [one, another(one)])
        expect(fillForm(form.text, form.findValues(like) ?? [])).toBe(canonicalJson(like));
    }),
  );
});
