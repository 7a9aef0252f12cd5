import { firstSupported, LANGUAGE_COOKIE, type Language } from '@noren/contract/languages';
import { cookieName, readCookie } from '../browser/cookies.ts';

const STORED = 'noren.language';
const YEAR_SECONDS = 31_536_000;

/** The language to start with: the user's choice, else the browser's first supported language, else English. */
export function detectLanguage(): Language {
  return firstSupported([readStored() ?? readCookie(LANGUAGE_COOKIE) ?? undefined, ...navigator.languages]) ?? 'en';
}

/** Stores the user's choice, also in a cookie for the server, which renders the first screens. */
export function saveLanguageChoice(next: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve
  document.cookie = `${cookieName(LANGUAGE_COOKIE)}=${next}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
  try {
    localStorage.setItem(STORED, next);
  } catch (cause) {
    // Storage may be refused (private mode); the cookie remains.
    console.warn('The language could not be stored', cause);
  }
}

function readStored(): string | undefined {
  try {
    return localStorage.getItem(STORED) ?? undefined;
  } catch (cause) {
    console.warn('The stored language could not be read', cause);
    return undefined;
  }
}
