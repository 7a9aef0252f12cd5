import { expect, test } from 'vitest';
import { csvFile } from './csv.ts';

const writeCell = (text: string): string =>
  csvFile(['Heading'], [[text]])
    .toString('utf8')
    .split('\r\n')
    .slice(1)
    .join('\r\n')
    .trimEnd();

test.each([
  ['=1+1', `"'=1+1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['a;=1+1', `"a;'=1+1"`],
  ['a; =1+1', `"a;' =1+1"`],
  ['a;"=1+1', `"a;'""=1+1"`],
  ['a\t-1', `"a\t'-1"`],
  ['a\n+1', `"a\n'+1"`],
  ['\tx', `"'\tx"`],
])('%j is text, also where semicolons, tabs and lines separate cells', (text, cell) => {
  expect(writeCell(text)).toBe(cell);
});

test.each(['a = b', 'asha@mail.example', '12-11-2026', 'one; two'])('%j stays as it is', (text) => {
  expect(writeCell(text)).toBe(text);
});
