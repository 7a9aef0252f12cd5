import type { Messages } from '@lingui/core';
import type { Language } from '@noren/contract/languages';
import type { Boot } from '@noren/contract/public';

type Texts = () => Promise<{ default: Messages }>;
/** Texts of the first screens, of the daily screens, and all others: see catalogue-plugin.ts. */
export type CatalogueSection = 'first' | 'daily' | 'rest';

const CATALOGUES: Record<Language, Record<CatalogueSection, Texts>> = {
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

let fromPage:
  | { language: Language; sections: Partial<Record<CatalogueSection, Messages>> }
  | undefined;

/** Sets the texts that the page contains, so that they are not requested. */
export function provideTexts(
  { language, messages }: NonNullable<Boot['texts']>,
  daily: Record<string, unknown> | undefined,
): void {
  fromPage = {
    language,
    sections: { first: messages as Messages, ...(daily && { daily: daily as Messages }) },
  };
}

/** @throws when the section is not in the page and its file does not load */
export async function loadSection(
  of: Language,
  section: CatalogueSection,
): Promise<{ default: Messages }> {
  const messages = fromPage?.language === of ? fromPage.sections[section] : undefined;
  return messages ? { default: messages } : CATALOGUES[of][section]().catch(retryUnderAnotherUrl);
}

let retries = 0;

/**
 * Retries at once under another URL: some browsers never fetch a lost module again under the same
 * one.
 */
function retryUnderAnotherUrl(cause: Error): Promise<{ default: Messages }> {
  // Chrome and Firefox end their message with the URL; Safari does not name it.
  const [url] = /https?:\S+\.js$/.exec(cause.message) ?? [];
  if (!url) throw cause;
  retries += 1;
  return import(/* @vite-ignore */ `${url}?${retries}`);
}
