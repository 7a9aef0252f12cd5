import { readFileSync } from 'node:fs';
import type { Language } from '@noren/contract/languages';
import { policyWords } from '@noren/contract/policy-words';
import { pseudo } from '../screens/pseudo.ts';

/** The text of an id with its values filled in; an unknown id is an error. */
export type TextOf = (id: string, values?: Readonly<Record<string, string | number>>) => string;

/**
 * The app's texts from its catalogues, the privacy policy's among them; `pseudo` are the English
 * ones made longer.
 */
export function textsIn(language: Language | 'pseudo'): TextOf {
  const source = language === 'pseudo' ? 'en' : language;
  const texts: Record<string, string> = {
    ...readTexts(`web/src/i18n/${source}.json`),
    ...policyWords(source),
  };

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

function readTexts(path: string): Record<string, string> {
  const file = new URL(`../../${path}`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}
