import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

const page = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');

const commands = [...page.matchAll(/^ {4}npm run bench -- (.*?)(?: {2,}.*)?$/gm)].map(
  (found) => found[1] ?? '',
);

test('bench/README.md shows a command for every measurement', () => {
  const reports = readdirSync(join(import.meta.dirname, 'results')).map((name) =>
    name.replace('.json', ''),
  );
  const shown = new Set(commands.map((command) => command.split(' ')[0]));
  expect([...shown].toSorted()).toEqual(reports.toSorted());
});

test.each(commands)('npm run bench -- %s can be run', (command) => {
  const words = command.split(' ').filter((word) => word !== '');
  const names = words.filter((word) => !word.startsWith('-'));
  expect(names.filter((name) => !existsSync(join(import.meta.dirname, `${name}.ts`)))).toEqual([]);
  expect(() => readOptions(words.filter((word) => word.startsWith('-')))).not.toThrow();
});
