import { firstSupported, LANGUAGE_COOKIE, LANGUAGE_PARAMETER, type Language } from '@noren/contract/languages';
import { cookieName, readCookie } from '../browser/cookies.ts';

const STORED = 'noren.language';
const YEAR_SECONDS = 31_536_000;

/** The language to start with: the user's choice, else that of the link they followed, else English (specification §1). */
export function detectLanguage(): Language {
  return readChoice() ?? readLinkLanguage() ?? 'en';
}

/** Whether the user or the link chose the language; else it is only the one that the app starts in. */
export const isLanguageChosen = (): boolean => (readChoice() ?? readLinkLanguage()) !== undefined;

function readLinkLanguage(): Language | undefined {
  return firstSupported([new URLSearchParams(location.search).get(LANGUAGE_PARAMETER)]);
}

/** The language that the user chose. */
export function readChoice(): Language | undefined {
  return firstSupported([readStored(), readCookie(LANGUAGE_COOKIE)]);
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
