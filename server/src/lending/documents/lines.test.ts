import { expect, test } from 'vitest';
import { replaceUndrawable, splitRuns } from './fonts.ts';
import { breakLines, needsOwnLayout } from './lines.ts';

// Combining marks have no width of their own.
const measureWidth = ({ text }: { text: string }) => text.replace(/\p{M}/gu, '').length;
const lines = (text: string, width: number) =>
  breakLines(text, width, measureWidth).map((runs) => runs.map((run) => run.text).join(''));

test.each([
  ['no space parts Thai words', 'คุณชำระคืนสินเชื่อ', 8, 'คุณชําระคืน|สินเชื่อ'],
  ['an amount keeps its sign', 'จ่าย ₹9,646.00', 9, 'จ่าย|₹9,646.00'],
  ['an address stays whole', 'อีเมล a@lender.example', 17, 'อีเมล|a@lender.example'],
  ['what is wider than a line is broken between letters', 'ก 123456', 4, 'ก 12|3456'],
  ['a line as long as its width holds', 'abc def', 7, 'abc def'],
  ['a new line stays one', 'ก\nข', 9, 'ก|ข'],
])('%s', (_, text, width, expected) => {
  const broken = lines(text, width);
  for (const line of broken) expect(measureWidth({ text: line })).toBeLessThanOrEqual(width);
  expect(broken.join('|')).toBe(expected);
});

test('the ring of Thai "sara am" is placed below the tone mark', () => {
  expect(lines('น้ำ', 9)).toEqual(['น\u0e4d\u0e49า']);
});

test.each([
  ['Noren ₹300', [['wide', 'Noren ₹300']]],
  [
    'ยอด ₹300',
    [
      ['thai', 'ยอด '],
      ['wide', '₹300'],
    ],
  ],
  ['हिन्दी', [['wide', 'हिन्दी']]],
  ['Trần', [['wide', 'Trần']]],
])('"%s" uses the face that covers it', (text, runs) => {
  expect(splitRuns(replaceUndrawable(text)).map(({ face, text: run }) => [face, run])).toEqual(
    runs,
  );
});

test('only texts that pdfkit lays out wrongly use our own layout', () => {
  expect([needsOwnLayout('ไทย'), needsOwnLayout('हिन्दी'), needsOwnLayout('₹300')]).toEqual([
    true,
    false,
    false,
  ]);
});
