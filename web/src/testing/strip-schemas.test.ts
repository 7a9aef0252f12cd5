import { expect, test } from 'vitest';
import { stripCalls } from '../../build/strip-schemas-plugin.ts';

const run = (code: string): unknown => {
  const calls: string[] = [];
  const z = {
    string: () => ({ check: () => calls.push('chain') }),
    object: (shape: object) => calls.push(Object.keys(shape).join()),
  };
  const call = (shape: object) => shape;

  return new Function(
    'z',
    'call',
    'calls',
    `${stripCalls(code)}; return { kept: typeof saved === 'undefined' ? null : saved, calls };`,
  )(z, call, calls);
};

test.each([
  [
    'a call keeps the fields that the app sends with',
    `const saved = call({ ...{ who: 'user', changes: true }, method: 'POST', path: '/api/x', encoding: 'form',
       query: z.object({ a: z.string() }), body: z.object({}), response: z.object({}), codes: [404] });`,
    {
      kept: { who: 'user', changes: true, method: 'POST', path: '/api/x', encoding: 'form' },
      calls: [],
    },
  ],
  [
    'a schema outside a call keeps its fields',
    'const saved = z.object({ body: 1, codes: 2 });',
    { kept: 1, calls: ['body,codes'] },
  ],
])('%s', (_, code, expected) => {
  expect(run(code)).toEqual(expected);
});

test('calls in the initializer of a constant are marked pure, calls in functions are not', () => {
  expect(stripCalls('const a = z.string().check(z.min(1)); const f = () => z.string();')).toBe(
    'const a = /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.min(1)); const f = () => z.string();',
  );
});

test('line numbers stay the same', () => {
  const code =
    "const a = call({\n  method: 'GET',\n  path: '/api/x',\n  response: z.object({\n    a: z.string(),\n  }),\n});\nexport function late() {}";
  expect(stripCalls(code).split('\n')[7]).toBe('export function late() {}');
});
