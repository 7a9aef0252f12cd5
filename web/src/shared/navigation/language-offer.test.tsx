import { LANGUAGES, type Language } from '@noren/contract/languages';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { saveLanguageChoice } from '../../i18n/choice.ts';
import { activateLanguage, language } from '../../i18n/index.ts';
import { LanguageOffer } from './language-offer.tsx';

afterEach(() => activateLanguage('en'));

const show = (...wanted: string[]): HTMLElement | null => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(wanted);
  render(<LanguageOffer />);
  return screen.queryByRole('button');
};

it.each<[string, Language]>([
  ['hi-IN', 'hi'],
  ['es-MX', 'es'],
  ['in', 'id'],
  ['vi', 'vi'],
  ['th-TH', 'th'],
])(
  'a browser in %s is offered its language in one line of that language',
  async (wanted, offered) => {
    const line = show(wanted, 'en');
    expect([line?.textContent, line?.lang]).toEqual([LANGUAGES[offered].offer, offered]);
    await userEvent.click(line!);
    await expect.poll(language).toBe(offered);
    expect(screen.queryByRole('button')).toBeNull();
  },
);

it.each([[['en-IN', 'hi']], [['fr']], [[]]])(
  'a browser that wants %j is offered nothing',
  (wanted) => {
    expect(show(...wanted)).toBeNull();
  },
);

it('nothing is offered once the user has chosen, English too', () => {
  saveLanguageChoice('en');
  expect(show('hi')).toBeNull();
});

it('English is offered where a link chose another language', async () => {
  await activateLanguage('hi');
  expect(show('en-IN')?.textContent).toBe('Read this in English');
});
