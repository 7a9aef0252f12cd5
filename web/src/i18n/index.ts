/**
 * The texts of the app.
 *
 * To add a text: put its id and its ICU message into en.json AND, translated, into the file of every other language
 * (contract/src/languages.ts has the list), under your room's prefix ('login.', 'loans.', …), keys sorted within the file
 * (`node web/build/sort-catalogues.ts`, Node 24, sorts them). English carries the specification's exact texts. Then:
 *   const t = useT();  t('login.resend_in', { seconds: 42 })         in a component
 *   t('ui.copied')                                                    elsewhere (a toast)
 *   <Rich id="login.agree" parts={{ link: (text) => <a …>{text}</a> }} />   for <link>…</link> in a message
 * The words of a Key Facts Statement's rows stand in contract/src/loan-words, for the screen and the documents alike.
 * Money, rates and dates are values: format them with format.ts, never inside the message.
 */
import { i18n, type Messages } from '@lingui/core';
import { LANGUAGES, type Language } from '@noren/contract/languages';
import type { KfsWordId } from '@noren/contract/loan-words';
import { useSyncExternalStore } from 'react';
import { loadPart, type Part } from './catalogues.ts';
import { saveLanguageChoice } from './choice.ts';
import type en from './en.json';

export { provideTexts } from './catalogues.ts';
export { detectLanguage } from './choice.ts';

/** Of this app's own texts, and of those it shares with the documents. */
export type MessageId = keyof typeof en | KfsWordId | Weekday;
/** The short name of a day, Monday first. */
export type Weekday = `weekday.${1 | 2 | 3 | 4 | 5 | 6 | 7}`;
export type Values = Record<string, string | number>;
export type Translate = (id: MessageId, values?: Values) => string;

/** Letters that a phone may lack. Nobody waits for them: they are asked for once the texts are there. */
const LETTERS: Partial<Record<Language, () => Promise<unknown>>> = {
  hi: () => import('./devanagari.css'),
  th: () => import('./thai.css'),
};

const plurals = new Map<Language, Intl.PluralRules>();

/**
 * Each number with the kind of plural that the language has for it, as `<name>#`: the texts choose by it (see
 * catalogue-plugin.ts). A count itself is figures alone, in every language (decision 029).
 */
function withKinds(values: Values): Values {
  const all = { ...values };
  for (const [name, value] of Object.entries(values)) if (typeof value === 'number') all[`${name}#`] = kindOf(value);
  return all;
}

function kindOf(value: number): string {
  const now = language();
  const rules = plurals.get(now) ?? new Intl.PluralRules(LANGUAGES[now].locale);
  plurals.set(now, rules);
  return rules.select(value);
}

// A new function for each language: what was rendered with the old one is rendered again.
const speak = (): Translate => (id, values) => i18n._(id, values && withKinds(values));
let current = speak();

const readCurrent = (): Translate => current;

/** The text of `id` in the current language. In a component use `useT`, which follows the language. */
export const t: Translate = (id, values) => current(id, values);

/** The translating function, which changes (and so renders again) when the language does. */
export function useT(): Translate {
  return useSyncExternalStore(subscribe, readCurrent, readCurrent);
}

/** The current language; renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language, language);
}

export function language(): Language {
  return i18n.locale as Language;
}

/** What the first screens say and those of every day, for the page that brings it along. */
export async function loadFirstTexts(of: Language): Promise<[first: Messages, daily: Messages]> {
  const [first, daily] = await Promise.all([loadPart(of, 'first'), loadPart(of, 'daily')]);
  return [first.default, daily.default];
}

/** The parts that are here; a language activated later comes with the same. */
const here = new Set<Part>(['first']);

/** Loads what all screens say. */
export const loadAllTexts = (): Promise<void> => loadParts('daily', 'rest');

/** Loads what the screens of every day say, and what they show at once. */
export const loadDailyTexts = (): Promise<void> => loadParts('daily');

/** Has come what all screens say while nobody waits for it. @returns whether it did */
export async function prefetchAllTexts(): Promise<boolean> {
  const asked = language();
  try {
    await Promise.all([loadPart(asked, 'daily'), loadPart(asked, 'rest')]);
    return true;
  } catch {
    return false;
  }
}

async function loadParts(...parts: readonly Part[]): Promise<void> {
  for (;;) {
    const missing = parts.filter((part) => !here.has(part));
    if (missing.length === 0) return;
    const asked = language();
    try {
      const texts = await Promise.all(missing.map((part) => loadPart(asked, part)));
      for (const { default: messages } of texts) i18n.load(asked, messages);
      // Another language may have been chosen meanwhile.
      if (asked === language()) for (const part of missing) here.add(part);
    } catch (cause) {
      if (asked === 'en') throw cause;
      console.warn('A part of the texts of a language did not load', cause);
      await standIn(asked, missing);
    }
  }
}

/**
 * English for all that the app says, where a part of its language does not load, and that language again once it does: a
 * screen in two languages is one that no voice reads out right.
 * @throws when English does not load either
 */
async function standIn(lost: Language, parts: readonly Part[]): Promise<void> {
  const messages = await loadTexts('en', parts);
  // Another who needs them, or the user's choice, was sooner.
  if (language() !== lost) return;
  for (const part of parts) here.add(part);
  showLanguage('en', messages);
  if (wanted?.language === lost) waitFor(wanted);
}

/** @param more what is asked for beside the parts that are here */
async function loadTexts(of: Language, more: readonly Part[] = []): Promise<Messages> {
  const parts = new Set([...here, ...more]);
  const texts = await Promise.all([...parts].map((part) => loadPart(of, part)));
  // A screen that says more may have been opened meanwhile.
  return [...here].every((part) => parts.has(part))
    ? Object.assign({}, ...texts.map((text) => text.default))
    : loadTexts(of, more);
}

/** Shows the app in a language whose texts are here. */
export function showLanguage(next: Language, messages: Messages): void {
  current = speak();
  i18n.loadAndActivate({ locale: next, locales: LANGUAGES[next].locale, messages });
  if (typeof document === 'undefined') return;
  document.documentElement.lang = next;
  LETTERS[next]?.().catch((cause: unknown) => console.warn('The letters of the language did not load', cause));
}

/**
 * Loads a language and shows the app in it, without leaving the screen.
 * @throws when its texts do not load: the app stays in the language it has
 */
export async function activateLanguage(next: Language): Promise<void> {
  showLanguage(next, await loadTexts(next));
}

/** The language chosen last, and who is told that it has to be waited for. */
type Wanted = { language: Language; onFailure: () => void };
let wanted: Wanted | undefined;

/**
 * Shows the app in a language as soon as its texts load, and until then in the one it has, or in English at the start.
 * @param onFailure told when the language has to be waited for: its texts did not load, or later those of a screen
 */
export async function switchLanguage(next: Language, onFailure: () => void): Promise<void> {
  const it = { language: next, onFailure };
  wanted = it;
  if (await showIfWanted(it)) return;
  if (!i18n.locale) await activateLanguage('en');
  waitFor(it);
}

function waitFor(it: Wanted): void {
  it.onFailure();
  void tryAgain(it);
}

/** @returns whether there is nothing left to do for it: it is shown, or another was chosen meanwhile */
async function showIfWanted(it: Wanted): Promise<boolean> {
  try {
    const messages = await loadTexts(it.language);
    if (wanted === it) showLanguage(it.language, messages);
    return true;
  } catch (cause) {
    console.warn('The texts of a language did not load', cause);
    return wanted !== it;
  }
}

async function tryAgain(it: Wanted): Promise<void> {
  let waitMs = 2000;
  do {
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs);
      addEventListener('online', resolve, { once: true });
    });
    waitMs = Math.min(waitMs * 2, 60_000);
  } while (wanted === it && !(await showIfWanted(it)));
}

/** The user's own choice: kept, told to the server that writes the first screens, and brought. */
export async function setLanguage(next: Language, onFailure: () => void = () => undefined): Promise<void> {
  saveLanguageChoice(next);
  await switchLanguage(next, onFailure);
}

function subscribe(listener: () => void): () => void {
  return i18n.on('change', listener);
}
