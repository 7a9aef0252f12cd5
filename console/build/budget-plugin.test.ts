import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { type BuiltScript, checkBudget } from './budget-plugin.ts';

/** A script that no compression makes smaller. */
const script = (fileName: string, kib: number, more: Partial<BuiltScript> = {}): BuiltScript => ({
  fileName,
  text: randomBytes(kib * 768).toString('base64'),
  imports: [],
  isEntry: false,
  facade: null,
  ...more,
});

test('the first screen counts the start, what it imports and the work screen, each once', async () => {
  const { exceeded, firstKib } = await checkBudget([
    script('main.js', 60, { isEntry: true, imports: ['kit.js'] }),
    script('kit.js', 80, { imports: ['main.js'] }),
    script('work.js', 70, { facade: '/console/src/features/work/work.tsx', imports: ['kit.js'] }),
  ]);
  expect(firstKib).toBeGreaterThan(150);
  expect(firstKib).toBeLessThan(215);
  expect(exceeded).toEqual([]);
});

test('a start or a screen above its limit is named', async () => {
  const { exceeded } = await checkBudget([
    script('main.js', 290, { isEntry: true }),
    script('books.js', 90, {
      facade: '/console/src/features/books/books.tsx',
      imports: ['main.js'],
    }),
  ]);
  expect(exceeded).toHaveLength(2);
  expect(exceeded[0]).toMatch(/^The first screen loads .* at most 176\.$/);
  expect(exceeded[1]).toMatch(/^books\.js loads .* at most 60\.$/);
});
