import {
  firstSupported,
  LANGUAGE_COOKIE,
  LANGUAGE_PARAMETER,
  type Language,
} from '@noren/contract/languages';
import { cookieName, readCookie } from '../browser/cookies.ts';
import { withStorage } from '../browser/storage.ts';

/**
 * Set while the stored language is that of an account: the next one on this phone brings its own.
 */
const OF_ACCOUNT = 'noren.language.account';
const YEAR_SECONDS = 31_536_000;

/**
 * The language to start with: the user's choice, else that of the link they followed, else English
 * (specification §1).
 */
export function detectLanguage(): Language {
  return readChoice() ?? readLinkLanguage() ?? 'en';
}

/**
 * Whether the user or the link chose the language; else it is the one that the app starts in, or an
 * account's.
 */
export const isLanguageChosen = (): boolean =>
  readLinkLanguage() !== undefined ||
  (readChoice() !== undefined &&
    withStorage('localStorage', (storage) => storage.getItem(OF_ACCOUNT)) === null);

function readLinkLanguage(): Language | undefined {
  return firstSupported([new URLSearchParams(location.search).get(LANGUAGE_PARAMETER)]);
}

/** The stored language. */
export function readChoice(): Language | undefined {
  return firstSupported([readCookie(LANGUAGE_COOKIE)]);
}

/**
 * Stores a language, in a cookie: the server renders the first screens in it.
 * @param chooser who chose it: the person at this phone, or the account that was signed in to
 */
export function saveLanguageChoice(next: Language, chooser: 'user' | 'account' = 'user'): void {
  writeCookie(next);

  withStorage('localStorage', (storage) => {
    if (chooser === 'account') storage.setItem(OF_ACCOUNT, 'yes');
    else storage.removeItem(OF_ACCOUNT);
  });
}

/** Stores the choice for another year. Safari keeps a cookie that a script wrote for a week only. */
export function renewLanguageChoice(): void {
  const choice = readChoice();
  if (choice) writeCookie(choice);
}

function writeCookie(language: Language): void {
  const attributes = `Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve
  document.cookie = `${cookieName(LANGUAGE_COOKIE)}=${language}; ${attributes}${secure}`;
}
