import { readdirSync, readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import type { Call } from '../src/call.ts';
import { CALLS } from '../src/index.ts';
import { STAFF_CALLS } from '../src/staff/index.ts';
import { makeDocument } from './document.ts';

/** Two calls may have one name, one of the app and one of the console. */
const calls: Readonly<Record<string, Call>> = {
  ...CALLS,
  ...Object.fromEntries(Object.entries(STAFF_CALLS).map(([name, call]) => [`staff.${name}`, call])),
};

const document = makeDocument(calls, readDescriptions());

/** The docstring above each `export const name = call({`, by the call's name. */
function readDescriptions(): Record<string, string> {
  const source = new URL('../src/', import.meta.url);
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, source), 'utf8');
      const calls = text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (\w+) = call\(/g);
      const prefix = file.startsWith('staff/') ? 'staff.' : '';
      return [...calls].map(([, comment = '', name = '']) => [prefix + name, plainText(comment)]);
    });

  return Object.fromEntries(found);
}

function plainText(comment: string): string {
  return comment
    .replace(/^\s*\* ?/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

// `npm run openapi` writes the file.
test('docs/openapi.json is what the declarations say', async () => {
  await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot(
    '../../docs/openapi.json',
  );
});

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('every call is an operation with its codes and a description', () => {
  const operations = Object.values(
    document.paths as Record<string, Record<string, Record<string, unknown>>>,
  ).flatMap((path) => Object.values(path));
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    Object.keys(calls).sort(),
  );
  expect(
    operations.filter(({ description }) => !description).map(({ operationId }) => operationId),
  ).toEqual([]);
});
