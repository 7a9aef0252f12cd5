import { expect, test } from 'vitest';
import { type BuiltFile, listExceeded } from '../../build/budget-plugin.ts';

/** Text that Brotli compresses to about this many KiB. */
function noise(kib: number): string {
  let seed = 1;

  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return String.fromCharCode(33 + (seed % 64));
  };

  return Array.from({ length: Math.round((kib * 1_024 * 8) / 6) }, next).join('');
}

const file = (fileName: string, kib: number, more: Partial<BuiltFile> = {}): BuiltFile => ({
  fileName,
  text: noise(kib),
  imports: [],
  modules: [],
  facade: null,
  ...more,
});

const PAGE = '<link rel="modulepreload" crossorigin href="/assets/shell-1.js" />';
const shell = file('assets/shell-1.js', 20, { imports: ['assets/react-1.js'] });
const react = file('assets/react-1.js', 60);
const base = file('assets/base-1.js', 20);

const home = (kib: number): BuiltFile =>
  file('assets/home-1.js', kib, {
    facade: '/app/web/src/loans/home.tsx',
    imports: ['assets/base-1.js', 'assets/react-1.js', 'assets/panel-1.js'],
  });

const panel = file('assets/panel-1.js', 5);

test('a build within all limits reports nothing', async () => {
  expect(await listExceeded(PAGE, [shell, react, base, home(2), panel])).toEqual([]);
});

test.each<[string, string, BuiltFile[], RegExp]>([
  [
    'the first screen with its imports',
    PAGE,
    [{ ...shell, text: noise(40) }, react],
    /^- the first screen: 100/,
  ],
  ['a page larger than the first TCP window', PAGE + noise(12), [shell, react], /^- the page: 12/],
  [
    'a screen with the chunks only it imports',
    PAGE,
    [
      shell,
      react,
      file('assets/base-1.js', 1),
      { ...home(32), facade: '/app/web/src/loans/loan.tsx' },
      panel,
    ],
    /loan\.tsx: 37/,
  ],
  [
    'a daily screen with the shared chunk',
    PAGE,
    [shell, react, base, home(24), panel],
    /home\.tsx, all of it: 49/,
  ],
  ['the shared chunk', PAGE, [shell, react, file('assets/base-2.js', 60)], /^- base: 60/],
  ['a page without a script', '<p></p>', [shell, react], /0 files of script/],
  [
    'the face engine in the first load',
    PAGE,
    [{ ...shell, modules: ['/node_modules/@vladmandic/human/x.js'] }, react],
    /face engine is in assets\/shell/,
  ],
])('%s is reported', async (_, page, files, words) => {
  const exceeded = await listExceeded(page, files);
  expect(exceeded).toHaveLength(1);
  expect(exceeded[0]).toMatch(words);
});
