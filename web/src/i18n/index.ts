/**
 * The texts of the app.
 *
 * To add a text: put its id and its ICU message into en.json AND into every other language file
 * (es.json now), under your room's prefix ('login.', 'loans.', …), keys sorted within the file
 * (`node web/sort-catalogues.ts`, Node 24, sorts them). English carries the specification's exact texts. Then:
 *   const t = useT();  t('login.resend_in', { seconds: 42 })         in a component
 *   t('ui.copied')                                                    elsewhere (a toast)
 *   <Rich id="login.agree" parts={{ link: (text) => <a …>{text}</a> }} />   for <link>…</link> in a message
 * The words of a Key Facts Statement's rows stand in contract/src/loan-words, for the screen and the documents alike.
 * Money, rates and dates are values: format them with format.ts, never inside the message.
 */
import { i18n, type Messages } from '@lingui/core';
import type { KfsWordId } from '@noren/contract/loan-words';
import { useSyncExternalStore } from 'react';
import type en from './en.json';

/** Of this app's own texts, and of those it shares with the documents. */
export type MessageId = keyof typeof en | KfsWordId;
export type Values = Record<string, string | number>;
export type Translate = (id: MessageId, values?: Values) => string;
export type Language = keyof typeof CATALOGUES;

const CATALOGUES = {
  en: { first: () => import('virtual:messages/en'), rest: () => import('virtual:messages/en/rest') },
  es: { first: () => import('virtual:messages/es'), rest: () => import('virtual:messages/es/rest') },
} satisfies Record<string, Record<'first' | 'rest', () => Promise<{ default: Messages }>>>;

/** Each language under its own name, as the switch shows it. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', es: 'Español' };

const STORED = 'noren.language';

// A new function for each language: what was rendered with the old one is rendered again.
let current: Translate = (id, values) => i18n._(id, values);

/** The text of `id` in the current language. In a component use `useT`, which follows the language. */
export const t: Translate = (id, values) => current(id, values);

/** The translating function, which changes (and so renders again) when the language does. */
export function useT(): Translate {
  return useSyncExternalStore(subscribe, () => current);
}

/** The current language; renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language);
}

export function language(): Language {
  return i18n.locale as Language;
}

/** The language to start with: the stored choice, else the first the browser wants that we speak, else English. */
export function detectLanguage(preferred?: string): Language {
  const wanted = [readStored(), preferred, ...navigator.languages];
  for (const tag of wanted) {
    const primary = tag?.split('-')[0]?.toLowerCase();
    if (primary && Object.hasOwn(CATALOGUES, primary)) return primary as Language;
  }
  return 'en';
}

let isWhole = false;

/** Loads what the screens behind the first ones say; a language activated later comes whole. */
export async function loadAllTexts(): Promise<void> {
  if (isWhole) return;
  const { default: messages } = await CATALOGUES[language()].rest();
  i18n.load(language(), messages);
  isWhole = true;
}

/** Loads a language and shows the app in it, without leaving the screen. */
export async function activateLanguage(next: Language): Promise<void> {
  const parts = [CATALOGUES[next].first(), ...(isWhole ? [CATALOGUES[next].rest()] : [])];
  const messages = Object.assign({}, ...(await Promise.all(parts)).map((part) => part.default));
  current = (id, values) => i18n._(id, values);
  i18n.loadAndActivate({ locale: next, messages });
  document.documentElement.lang = next;
}

/** The user's own choice: activated and kept. */
export async function setLanguage(next: Language): Promise<void> {
  await activateLanguage(next);
  try {
    localStorage.setItem(STORED, next);
  } catch (cause) {
    // Storage may be refused (private mode): the choice then lasts for this visit only.
    console.warn('The language could not be kept', cause);
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

function subscribe(listener: () => void): () => void {
  return i18n.on('change', listener);
}
