import type { Messages } from '@lingui/core';
import type { Language } from '@noren/contract/languages';
import type { Boot } from '@noren/contract/public';

type Texts = () => Promise<{ default: Messages }>;
/** What the first screens say, what those of every day say, and all else: see catalogue-plugin.ts. */
export type Part = 'first' | 'daily' | 'rest';

const CATALOGUES: Record<Language, Record<Part, Texts>> = {
  en: {
    first: () => import('virtual:messages/en'),
    daily: () => import('virtual:messages/daily-en'),
    rest: () => import('virtual:messages/rest-en'),
  },
  hi: {
    first: () => import('virtual:messages/hi'),
    daily: () => import('virtual:messages/daily-hi'),
    rest: () => import('virtual:messages/rest-hi'),
  },
  es: {
    first: () => import('virtual:messages/es'),
    daily: () => import('virtual:messages/daily-es'),
    rest: () => import('virtual:messages/rest-es'),
  },
  id: {
    first: () => import('virtual:messages/id'),
    daily: () => import('virtual:messages/daily-id'),
    rest: () => import('virtual:messages/rest-id'),
  },
  vi: {
    first: () => import('virtual:messages/vi'),
    daily: () => import('virtual:messages/daily-vi'),
    rest: () => import('virtual:messages/rest-vi'),
  },
  th: {
    first: () => import('virtual:messages/th'),
    daily: () => import('virtual:messages/daily-th'),
    rest: () => import('virtual:messages/rest-th'),
  },
};

let given: { language: Language; parts: Partial<Record<Part, Messages>> } | undefined;

/** Gives the texts that came with the page: nothing is asked for them. */
export function provideTexts(
  { language, messages }: NonNullable<Boot['texts']>,
  daily: Record<string, unknown> | undefined,
): void {
  given = { language, parts: { first: messages as Messages, ...(daily && { daily: daily as Messages }) } };
}

/** One part of a language's texts: as given, or its file. @throws when that does not load */
export async function loadPart(of: Language, part: Part): Promise<{ default: Messages }> {
  const messages = given?.language === of ? given.parts[part] : undefined;
  return messages ? { default: messages } : CATALOGUES[of][part]().catch(loadByAnotherName);
}

let names = 0;

/** Once more, and at once: many a browser asks again for a module that it lost only by another address. */
function loadByAnotherName(cause: Error): Promise<{ default: Messages }> {
  // Chrome and Firefox end their message with it; Safari names none.
  const [url] = /https?:\S+\.js$/.exec(cause.message) ?? [];
  if (!url) throw cause;
  names += 1;
  return import(/* @vite-ignore */ `${url}?${names}`);
}
