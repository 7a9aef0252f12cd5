import { describe, expect, test } from 'vitest';
import { browserFamily, parseFrames, scrubMessage, toScreen } from './script-fault.ts';

test.each([
  [
    "Cannot read properties of undefined (reading 'length')",
    "Cannot read properties of undefined (reading 'length')",
  ],
  ['x is not a function', 'x is not a function'],
  ['Maximum call stack size exceeded', 'Maximum call stack size exceeded'],
  [
    `Unexpected token 'A', "Asha Example" is not valid JSON`,
    'Unexpected token …, … is not valid JSON',
  ],
  ['"phone":"9000000011" broken off', '…:… broken off'],
  ['no order for Asha Example', 'no order for … …'],
  ['no account 123456789012 of asha@mail.example', 'no account … of …'],
  ['no loan of 2,000', 'no loan of …'],
  ['नाम आशा मिला', '… … …'],
  ['failed: https://noren.example/#/repay/AB12?token=abc', 'failed: …'],
  ['first line\nsecond: Asha', 'first line'],
  [
    'Minified React error #185; visit https://react.dev/errors/185',
    'Minified React error #185; visit …',
  ],
  ['open "Asha Example', 'open …'],
  [
    "Cannot set properties of null (setting 'Asha Example')",
    'Cannot set properties of null (setting …)',
  ],
  ['x'.repeat(500), 'x'.repeat(200)],
])('%s', (message, scrubbed) => {
  expect(scrubMessage(message)).toBe(scrubbed);
});

test('scrubbed again, words stay as they are', () => {
  const scrubbed = scrubMessage(`no "Asha" in undefined (reading 'name')`);
  expect(scrubMessage(scrubbed)).toBe(scrubbed);
});

describe('a stack', () => {
  const chrome = `TypeError: x is not a function
    at save (http://127.0.0.1:3000/assets/main-Ab1_-x.js:3:1205)
    at async chrome-extension://abcdef/inject.js:1:2
    at http://127.0.0.1:3000/assets/home-Cd2.js?v=9:10:44`;
  const safari = `save@https://noren.example/assets/main-Ab1_-x.js:3:1205
global code@https://noren.example/assets/home-Cd2.js:10:44`;

  test.each([
    ['Chrome', chrome],
    ['Safari', safari],
  ])('of %s is the places in our own files', (_, stack) => {
    expect(parseFrames(stack)).toEqual([
      { file: 'main-Ab1_-x.js', line: 3, column: 1205 },
      { file: 'home-Cd2.js', line: 10, column: 44 },
    ]);
  });

  test('of another site’s code are none, of a deep stack only the top eight', () => {
    expect(parseFrames('at x (https://ads.example/lib.js:1:2)')).toEqual([]);
    expect(parseFrames(Array(50).fill(chrome).join('\n'))).toHaveLength(8);
  });
});

test.each([
  ['#/noren', '/noren'],
  ['#/repay/AB12CD?channel=upi', '/repay/:id'],
  ['#/facial-auth/step-one', '/facial-auth/step-one'],
  ['#/asha@mail.example/9000000011', '/:id/:id'],
  ['', '/'],
])('the screen of %s', (hash, screen) => {
  expect(toScreen(hash)).toBe(screen);
});

test.each([
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'chrome 141',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    'samsung 25',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 Version/17.2 Mobile/15E148 Safari/604.1',
    'safari 17',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0', 'firefox 130'],
  ['something else', 'other'],
])('%s', (userAgent, family) => {
  expect(browserFamily(userAgent)).toBe(family);
});
