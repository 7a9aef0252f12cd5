import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** docs/asvs.md answers every row of the audit once, by a test that exists or by a reason. */

const root = join(import.meta.dirname, '..');

/** The rows that the audit found partly held or not held. */
const ROWS = `
  2.1.2 2.1.3 2.2.3 2.3.2 2.4.1 3.3.1 3.3.3 3.3.4 3.4.1 3.4.3 3.4.4 3.4.6 3.5.3 5.1.1 5.2.1 5.4.3 6.3.1 6.3.3
  6.4.4 6.5.2 6.5.4 6.6.1 6.6.3 7.1.1 7.1.2 7.2.4 7.3.2 7.4.5 7.5.2 7.6.2 8.1.1 8.1.2 8.2.1 11.1.1 11.1.2 11.2.2
  11.5.1 12.1.1 12.1.2 12.2.1 12.2.2 12.3.1 12.3.3 13.1.1 13.2.1 13.2.2 13.2.5 13.3.1 13.3.2 14.1.1 14.1.2
  14.2.1 14.2.4 14.3.3 15.1.1 15.1.2 15.1.3 15.2.1 15.2.2 15.2.3 16.1.1 16.2.1 16.3.1 16.3.2 16.3.3 16.4.2
  16.4.3
`
  .trim()
  .split(/\s+/);

const answers = readFileSync(join(root, 'docs', 'asvs.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
  .map(([row = '', level = '', lacking = '', answer = '']) => ({ row, level, lacking, answer }));

test('each row of the audit has one line', () => {
  expect(answers.map(({ row }) => row)).toEqual(ROWS);
  for (const { row, level, lacking } of answers)
    expect([level, lacking.length > 10], row).toEqual([expect.stringMatching(/^[12]$/), true]);
});

test('each line has one answer: tests that are there, or a reason', () => {
  for (const { row, answer } of answers) {
    expect(answer.match(/\b(Test|Reason): /g), row).toHaveLength(1);

    const [, named = ''] = /^Test: ((?:`[^`]+`(?: "[^"]+")?(?:, )?)+)/.exec(answer) ?? [];
    const tests = [...named.matchAll(/`([^`]+)`(?: "([^"]+)")?/g)];

    if (answer.startsWith('Test: ')) expect(tests.length, row).toBeGreaterThan(0);
    else expect(answer.length, row).toBeGreaterThan('Reason: '.length + 20);

    for (const [, path = '', title] of tests) {
      expect(path, row).toMatch(/\.test\.tsx?$/);
      expect(existsSync(join(root, path)), `${row}: ${path}`).toBe(true);

      const text = readFileSync(join(root, path), 'utf8');
      expect(
        text.match(/^\s*(?:test|it|walk)\b/gm)?.length ?? 0,
        `${row}: ${path}`,
      ).toBeGreaterThan(0);
      if (title) expect(text, `${row}: ${path}`).toContain(`'${title}'`);
    }
  }
});
