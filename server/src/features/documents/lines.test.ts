import { expect, test } from 'vitest';
import { drawable, runsOf } from './fonts.ts';
import { breakLines, isSetByUs } from './lines.ts';

// Marks above and below a letter take no width of their own.
const widthOf = ({ text }: { text: string }) => text.replace(/\p{M}/gu, '').length;
const lines = (text: string, width: number) =>
  breakLines(text, width, widthOf).map((runs) => runs.map((run) => run.text).join(''));

test.each([
  ['no space parts Thai words', 'คุณชำระคืนสินเชื่อ', 8, 'คุณชําระคืน|สินเชื่อ'],
  ['an amount keeps its sign', 'จ่าย ₹9,646.00', 9, 'จ่าย|₹9,646.00'],
  ['an address stays whole', 'อีเมล a@lender.example', 17, 'อีเมล|a@lender.example'],
  ['what is wider than a line is broken between letters', 'ก 123456', 4, 'ก 12|3456'],
  ['a line as long as its width holds', 'abc def', 7, 'abc def'],
  ['a new line stays one', 'ก\nข', 9, 'ก|ข'],
])('%s', (_, text, width, expected) => {
  const broken = lines(text, width);
  for (const line of broken) expect(widthOf({ text: line })).toBeLessThanOrEqual(width);
  expect(broken.join('|')).toBe(expected);
});

test('the ring of "am" stands below the tone', () => {
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
])('"%s" is drawn by the face that has it', (text, runs) => {
  expect(runsOf(drawable(text)).map(({ face, text: run }) => [face, run])).toEqual(runs);
});

test('only what the PDF would set wrong is set by us', () => {
  expect([isSetByUs('ไทย'), isSetByUs('हिन्दी'), isSetByUs('₹300')]).toEqual([true, false, false]);
});
