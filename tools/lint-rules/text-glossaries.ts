import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Catalogue } from './catalogues.ts';
import type { Problem } from './source.ts';

/** One thing that texts name: the words to use for it, and words that must not be used. */
export type GlossaryEntry = {
  term: string;
  use: string;
  not: string[];
  /** Beginnings of the ids that the entry is for; without them it is for every text. */
  only?: string[];
  /** Ids of texts that keep a word: the specification's own, or another meaning. */
  except?: string[];
};

export type Glossaries = Record<string, GlossaryEntry[]>;

/** Reads the glossary of each language. */
export function readGlossaries(root: string, languages: readonly string[]): Glossaries {
  const folder = join(root, 'tools', 'lint-rules', 'text-glossaries');
  return Object.fromEntries(
    languages.map((language) => [
      language,
      JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')),
    ]),
  );
}

/**
 * Texts of the app, the server's messages, SMS and documents that use a word which their language's
 * glossary rules out.
 * @param loanTextVersion the wording of loans in use; the older ones were agreed to, and stay as
 * they are
 */
export function checkTextGlossaries(
  catalogues: Catalogue[],
  glossaries: Glossaries,
  loanTextVersion: string,
): Problem[] {
  const inUse = catalogues.filter(
    ({ path }) =>
      !path.includes('/loan-words/') || path.includes(`/loan-words/${loanTextVersion}/`),
  );
  return inUse.flatMap(({ path, text }) => {
    const entries = glossaries[basename(path, '.json')] ?? [];
    const lines = text.split('\n');
    const texts = Object.entries(JSON.parse(text) as Record<string, string>);

    return texts.flatMap(([id, message]) =>
      entries
        .filter((entry) => appliesTo(entry, id))
        .flatMap(({ use, not }) =>
          not
            .filter((word) => uses(message, word))
            .map((word) => ({
              path,
              line: lines.findIndex((line) => line.includes(`"${id}":`)) + 1,
              rule: 'text glossary',
              message: `${id} says "${word}" for: ${use}`,
            })),
        ),
    );
  });
}

function appliesTo({ only, except }: GlossaryEntry, id: string): boolean {
  return (only?.some((start) => id.startsWith(start)) ?? true) && !except?.includes(id);
}

/** Thai does not part words; in other languages the word must be whole. */
function uses(message: string, word: string): boolean {
  const text = message.replace(/\{\w+\}|<\/?\w+>/g, '\u0000').toLowerCase();
  const wanted = word.toLowerCase();

  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const [before, after] = [text[at - 1] ?? '', text[at + wanted.length] ?? ''];
    if (isThai(wanted) || !(isLetter(before) && isLetter(wanted[0] ?? ''))) {
      if (isThai(wanted) || !(isLetter(after) && isLetter(wanted.at(-1) ?? ''))) return true;
    }
  }

  return false;
}

const isThai = (word: string): boolean => /\p{Script=Thai}/u.test(word);
const isLetter = (letter: string): boolean => /[\p{L}\p{M}]/u.test(letter);
