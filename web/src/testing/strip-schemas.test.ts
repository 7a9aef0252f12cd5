import { expect, test } from 'vitest';
import { bare } from '../../build/strip-schemas-plugin.ts';

const run = (code: string): unknown => {
  const made: string[] = [];
  const z = {
    string: () => ({ check: () => made.push('chain') }),
    object: (shape: object) => made.push(Object.keys(shape).join()),
  };
  const call = (shape: object) => shape;
  return new Function(
    'z',
    'call',
    'made',
    `${bare(code)}; return { kept: typeof saved === 'undefined' ? null : saved, made };`,
  )(z, call, made);
};

test.each([
  [
    'of a call stays what the app sends by',
    `const saved = call({ ...{ who: 'user', changes: true }, method: 'POST', path: '/api/x', encoding: 'form',
       query: z.object({ a: z.string() }), body: z.object({}), response: z.object({}), codes: [404] });`,
    { kept: { who: 'user', changes: true, method: 'POST', path: '/api/x', encoding: 'form' }, made: [] },
  ],
  [
    'a schema of its own keeps its fields',
    'const saved = z.object({ body: 1, codes: 2 });',
    { kept: 1, made: ['body,codes'] },
  ],
])('%s', (_, code, expected) => {
  expect(run(code)).toEqual(expected);
});

test('what makes a constant is marked, inside as well, and what runs later is not', () => {
  expect(bare('const a = z.string().check(z.min(1)); const f = () => z.string();')).toBe(
    'const a = /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.min(1)); const f = () => z.string();',
  );
});

test('lines stay where they were', () => {
  const code =
    "const a = call({\n  method: 'GET',\n  path: '/api/x',\n  response: z.object({\n    a: z.string(),\n  }),\n});\nexport function late() {}";
  expect(bare(code).split('\n')[7]).toBe('export function late() {}');
});
