import { LANGUAGE_CODES } from '@noren/contract/languages';
import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isLanguageChosen, renewLanguageChoice, saveLanguageChoice } from './choice.ts';
import en from './en.json';
import {
  formatDay,
  formatMoment,
  formatMoney,
  formatPercent,
  formatRate,
  formatWeekday,
} from './format.ts';
import { formatList } from './format-list.ts';
import hi from './hi.json';
import {
  activateLanguage,
  adoptLanguage,
  detectLanguage,
  language,
  setLanguage,
  switchLanguage,
  t,
} from './index.ts';
import { Rich } from './rich.tsx';

/** Makes these catalogue files fail to load, and resets the loaded ones. */
function failLoading(...names: readonly string[]): void {
  for (const name of ['hi', 'daily-hi', 'rest-hi', 'rest-en'])
    vi.doUnmock(`virtual:messages/${name}`);

  for (const name of names)
    vi.doMock(`virtual:messages/${name}`, () => {
      throw new Error('the connection was lost');
    });

  vi.resetModules();
}

afterEach(async () => {
  vi.unstubAllGlobals();
  await activateLanguage('en');
});

describe('catalogues', () => {
  it('count by the rules of the language', async () => {
    expect(t('ui.results', { count: 1 })).toBe('1 result');
    await activateLanguage('es');
    expect(t('ui.results', { count: 2 })).toBe('2 resultados');
  });
});

describe('the language', () => {
  it.each([
    ['/', 'en'],
    ['/?language=hi', 'hi'],
    ['/?language=hi-IN#/login', 'hi'],
    ['/?language=fr', 'en'],
    ['/?language=constructor', 'en'],
    ['/?language=', 'en'],
  ])('at %s is %s, whatever the browser wants', (address, language) => {
    history.replaceState(null, '', address);
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['th']);
    expect(detectLanguage()).toBe(language);
    history.replaceState(null, '', '/');
  });

  it('is the one chosen before, whatever the link says', async () => {
    await setLanguage('es');
    history.replaceState(null, '', '/?language=hi');
    expect(detectLanguage()).toBe('es');
    history.replaceState(null, '', '/');
    expect(document.documentElement.lang).toBe('es');
  });

  it('is that of each account in turn on a shared phone, until somebody chooses one', async () => {
    for (const ofAccount of ['es', 'id'] as const) {
      await adoptLanguage(ofAccount);
      expect([language(), detectLanguage(), isLanguageChosen()]).toEqual([
        ofAccount,
        ofAccount,
        false,
      ]);
    }

    await setLanguage('hi');
    await adoptLanguage('es');
    expect([language(), isLanguageChosen()]).toEqual(['hi', true]);
  });

  it.each([
    ['is refused', { getItem: refuse, setItem: refuse }],
    ['is full', { getItem: (): null => null, setItem: refuse, removeItem: () => undefined }],
  ])('is the one chosen last also where the storage %s', (_, storage) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.stubGlobal('localStorage', storage);
    saveLanguageChoice('th');
    expect(detectLanguage()).toBe('th');
  });

  it('is stored for another year at each start', () => {
    saveLanguageChoice('hi');
    const write = vi.spyOn(document, 'cookie', 'set');
    renewLanguageChoice();
    expect(write).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/language=hi;.*Max-Age=31536000/),
    );
  });
});

function refuse(): never {
  throw new DOMException('refused', 'SecurityError');
}

/** One text of each section: first, daily, rest. */
const ONE_OF_EACH = ['ui.language', 'home.available', 'test.title'] as const;

describe('a language whose texts do not load', () => {
  afterEach(() => failLoading());

  it('reports the failure, and switches when the connection is back', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    failLoading('hi');

    const onFailure = vi.fn();
    await setLanguage('hi', onFailure);
    expect([language(), onFailure.mock.calls.length, detectLanguage()]).toEqual(['en', 1, 'hi']);
    failLoading();
    dispatchEvent(new Event('online'));
    await expect.poll(language).toBe('hi');
    expect(onFailure).toHaveBeenCalledOnce();
  });

  it('is not switched to after another was chosen', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    failLoading('hi');

    const coming = switchLanguage('hi', () => undefined);
    await switchLanguage('es', () => undefined);
    await coming;
    expect(language()).toBe('es');
  });

  /** The texts' module as a new page loads it, in Hindi. */
  const startInHindi = async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.resetModules();

    const app = await import('./index.ts');
    const onFailure = vi.fn();

    await app.switchLanguage('hi', onFailure);

    return { app, onFailure };
  };

  it.each(['daily', 'rest'])(
    'falls back to English when its section "%s" does not load',
    async (part) => {
      const { app, onFailure } = await startInHindi();
      failLoading(`${part}-hi`);
      // Prefetching changes nothing on the screen.
      expect([await app.prefetchAllTexts(), app.language()]).toEqual([false, 'hi']);
      await Promise.all([app.loadAllTexts(), app.loadDailyTexts(), app.loadAllTexts()]);
      expect([app.language(), document.documentElement.lang]).toEqual(['en', 'en']);
      for (const id of ONE_OF_EACH) expect(app.t(id)).toBe(en[id]);
      expect(onFailure).toHaveBeenCalledOnce();
      failLoading();
      dispatchEvent(new Event('online'));
      await expect
        .poll(() => [app.language(), document.documentElement.lang])
        .toEqual(['hi', 'hi']);
      for (const id of ONE_OF_EACH) expect(app.t(id)).toBe(hi[id]);
      expect(onFailure).toHaveBeenCalledOnce();
    },
  );

  it('is not left for English where a part of that does not load either', async () => {
    const { app, onFailure } = await startInHindi();
    failLoading('rest-hi', 'rest-en');
    await expect(app.loadAllTexts()).rejects.toThrow();
    expect([app.language(), onFailure.mock.calls.length]).toEqual(['hi', 0]);
  });
});

describe('values', () => {
  it.each([
    [() => formatMoney(10_000_000, 'whole'), '₹1,00,000'],
    [() => formatMoney(12_345_678), '₹1,23,456.78'],
    [() => formatMoney(964_600), '₹9,646.00'],
    [() => formatMoney(10_050, 'whole'), '₹100.50'],
    [() => formatPercent(1000), '0.10%'],
    [() => formatRate(30_000), '3%'],
    [() => formatRate(25_000), '2.5%'],
    [() => formatDay('2026-12-05'), '05/12/2026'],
    [() => formatMoment(Date.UTC(2026, 10, 20, 18, 30)), '21/11/2026, 00:00'],
  ])('%s is written alike in every language: %s', async (make, expected) => {
    for (const code of LANGUAGE_CODES) {
      await activateLanguage(code);
      expect(make()).toBe(expected);
    }
  });

  it.each(LANGUAGE_CODES)('a count is figures alone in %s', async (code) => {
    await activateLanguage(code);
    expect(t('repay.days_overdue', { days: 12_345 })).toContain('12345');
  });

  it.each([
    ['en', 'Mon, 23/11/2026'],
    ['hi', 'सोम, 23/11/2026'],
    ['th', 'จันทร์, 23/11/2026'],
  ] as const)('a weekday in %s is %s', async (code, expected) => {
    await activateLanguage(code);
    expect(formatWeekday('2026-11-23')).toBe(expected);
  });

  it.each([
    ['en', 'Noren, bank and shop', 'bank or shop'],
    ['es', 'Noren, bank y shop', 'bank o shop'],
    ['th', 'Noren bank และ shop', 'bank หรือ shop'],
  ] as const)('words are joined in %s', async (code, all, either) => {
    await activateLanguage(code);
    expect(formatList(['Noren', 'bank', 'shop'])).toBe(all);
    expect(formatList(['bank', 'shop'], 'or')).toBe(either);
  });
});

describe('Rich', () => {
  it('puts an element where the language has it', () => {
    render(
      <Rich
        id="noren.terms"
        values={{ from: 7, to: 30, rate: '0.08%' }}
        parts={{ rate: (text) => <b>{text}</b> }}
      />,
    );
    expect(screen.getByText('0.08%').tagName).toBe('B');
    expect(document.body.textContent).toBe('for 7 to 30 days, from 0.08% a day');
  });
});
