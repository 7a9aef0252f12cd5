import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { LANGUAGE_CODES, LANGUAGES } from '@noren/contract/languages';
import { expect, it } from 'vitest';
import { formatDay, formatWeekday } from './format.ts';
import { activateLanguage, type TextId, t } from './index.ts';

const sources = import.meta.glob<Record<string, string>>('./??.json', {
  import: 'default',
  eager: true,
});

it.each(LANGUAGE_CODES)(
  'count in %s as the library does that the texts are written for',
  async (code) => {
    await activateLanguage(code);

    const library = setupI18n({ locale: code, locales: LANGUAGES[code].locale });
    library.setMessagesCompiler(compileMessage);

    const counting = Object.entries(sources[`./${code}.json`] ?? {}).filter(([, text]) =>
      text.includes(', plural,'),
    );
    expect(counting.length).toBeGreaterThan(20);

    for (const [id, text] of counting) {
      const names = [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name ?? '');
      for (const count of [0, 1, 2, 4, 5, 11, 21, 100]) {
        const values = Object.fromEntries(names.map((name) => [name, count]));
        library.load(code, { [id]: text });
        expect([id, t(id as TextId, values)]).toEqual([id, library._(id, values)]);
      }
    }
  },
);

it.each(LANGUAGE_CODES)(
  'the days of the week in %s are those that the browser has',
  async (code) => {
    await activateLanguage(code);

    const browsers = new Intl.DateTimeFormat(LANGUAGES[code].locale, {
      weekday: 'short',
      timeZone: 'UTC',
    });
    for (let date = 22; date <= 28; date += 1)
      expect(formatWeekday(`2026-11-${date}`)).toBe(
        `${browsers.format(Date.UTC(2026, 10, date))}, ${formatDay(`2026-11-${date}`)}`,
      );
  },
);
