import { readFileSync } from 'node:fs';
import type { Language } from '@noren/contract/languages';
import { pseudo } from '../screens/pseudo.ts';

/** The text of an id with its values filled in; an unknown id is an error. */
export type TextOf = (id: string, values?: Readonly<Record<string, string | number>>) => string;

/** The app's texts from its catalogues; `pseudo` are the English ones made longer. */
export function textsIn(language: Language | 'pseudo'): TextOf {
  const file = new URL(
    `../../web/src/i18n/${language === 'pseudo' ? 'en' : language}.json`,
    import.meta.url,
  );
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;

  return (id, values = {}) => {
    const text = texts[id];
    if (text === undefined) throw new Error(`no text ${id} in ${language}`);

    return (language === 'pseudo' ? pseudo(text) : text)
      .replace(/<\/?\w+>/g, '')
      .replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = values[name];
        if (value === undefined) throw new Error(`the text ${id} needs ${name}`);
        return String(value);
      });
  };
}
