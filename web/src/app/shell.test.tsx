import { LANGUAGE_CODES, type Language } from '@noren/contract/languages';
import { afterEach, expect, it } from 'vitest';
import { activateLanguage } from '../i18n/index.ts';
import { sampleConfig } from '../testing/sample-config.ts';
import { writeShell } from './shell.tsx';

afterEach(() => activateLanguage('en'));

const catalogues = import.meta.glob<Record<string, string>>('../i18n/*.json', {
  eager: true,
  import: 'default',
});

const textIn = (language: Language, id: string) =>
  catalogues[`../i18n/${language}.json`]?.[id] ?? id;

it.each(LANGUAGE_CODES)(
  'the page speaks %s before any script runs, and where none does',
  async (language) => {
    const { templates, waiting, noScript, description, texts, daily } = await writeShell(language, {
      sealKey: null,
      config: sampleConfig,
    } as never);
    expect(noScript).toBe(`<noscript>${textIn(language, 'app.no_script')}</noscript>`);

    const page = new DOMParser().parseFromString(templates, 'text/html');
    const written = [...page.querySelectorAll('template')].map(({ id, content }) => [
      id,
      content.textContent,
    ]);

    expect(written).toEqual([
      ['shell-/noren', expect.stringContaining(textIn(language, 'noren.borrow_up_to'))],
      ['shell-/login', expect.stringContaining(textIn(language, 'login.title'))],
    ]);

    const [meanwhile] = new DOMParser()
      .parseFromString(waiting, 'text/html')
      .querySelectorAll('template');
    expect([meanwhile?.id, meanwhile?.content.textContent]).toEqual([
      'shell-waiting',
      textIn(language, 'ui.loading'),
    ]);
    expect([description, texts.language]).toEqual([textIn(language, 'app.description'), language]);
    expect(daily['orders.to_pay_today']).toEqual([textIn(language, 'orders.to_pay_today')]);
  },
);
