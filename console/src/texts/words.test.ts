import { expect, test } from 'vitest';

const SOURCES: Readonly<Record<string, string>> = import.meta.glob(['./*.ts', '!./*.test.ts'], {
  eager: true,
  import: 'default',
  query: '?raw',
});

const COMMENT_LINE = /^\s*(?:\/\/|\/?\*).*$/gm;
const TEXT = /'(?:[^'\\\n]|\\.)*'|`[^`]*`/g;

/** One word for one thing, and those that an operations team says. */
const AVOIDED: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bnobody\b(?! else)/i, 'no one'],
  [/\bsomebody\b/i, 'someone'],
  [/\be-mail|\bmail address|\b(?:a|each) mail\b/i, 'email'],
  [/\b(?:force|use|recorded) already\b/, 'already before the verb'],
  [/\bday of the list\b/i, 'list date'],
  [
    /\b(?:hold runs|would owe: the same|let enrol|pass on|ready reply)\b/i,
    'the words of the trade',
  ],
];

test('the console speaks as its people do', () => {
  const texts = Object.entries(SOURCES).flatMap(([file, source]) =>
    (source.replaceAll(COMMENT_LINE, '').match(TEXT) ?? []).map((text) => `${file}: ${text}`),
  );
  expect(texts.length).toBeGreaterThan(1_000);

  const found = texts.flatMap((text) =>
    AVOIDED.filter(([word]) => word.test(text)).map(([, instead]) => `${text}: say ${instead}`),
  );
  expect(found).toEqual([]);
});
