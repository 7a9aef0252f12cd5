/**
 * The texts of the app.
 *
 * To add a text: put its id and its ICU message into en.json AND, translated, into the file of every other language
 * (contract/src/languages.ts has the list), under your feature's prefix ('login.', 'loans.', …), keys sorted within the file
 * (`node web/build/sort-catalogues.ts`, Node 24, sorts them). English carries the specification's exact texts. One thing has
 * one word: tools/lint-rules/text-glossaries has each language's, and the words that are not to be used. Then:
 *   const t = useT();  t('login.resend_in', { seconds: 42 })         in a component
 *   t('ui.copied')                                                    elsewhere (a toast)
 *   <Rich id="login.agree" parts={{ link: (text) => <a …>{text}</a> }} />   for <link>…</link> in a message
 * The texts of a Key Facts Statement's rows are in contract/src/loan-words, and those of the privacy policy in
 * contract/src/policy-words, for the screen and the documents alike.
 * Money, rates and dates are values: format them with format.ts, never inside the message.
 */
import { i18n, type Messages } from '@lingui/core';
import { LANGUAGES, type Language } from '@noren/contract/languages';
import type { KfsWordId } from '@noren/contract/loan-words';
import type { PolicyWordId } from '@noren/contract/policy-words';
import { useSyncExternalStore } from 'react';
import { type CatalogueSection, loadSection } from './catalogues.ts';
import { isLanguageChosen, saveLanguageChoice } from './choice.ts';
import type en from './en.json';

export { provideTexts } from './catalogues.ts';
export { detectLanguage } from './choice.ts';

/** Ids of the app's texts, and of those it shares with the documents. */
export type TextId = keyof typeof en | KfsWordId | PolicyWordId | Weekday;
/** The short name of a day, Monday first. */
export type Weekday = `weekday.${1 | 2 | 3 | 4 | 5 | 6 | 7}`;
export type Values = Record<string, string | number>;
export type Translate = (id: TextId, values?: Values) => string;

/** Fonts that a phone may lack, loaded after the texts. */
const FONTS: Partial<Record<Language, () => Promise<unknown>>> = {
  hi: () => import('./devanagari.css'),
  th: () => import('./thai.css'),
};

const plurals = new Map<Language, Intl.PluralRules>();

/**
 * Adds the plural category of each number as `<name>#`, by which the compiled texts select (see
 * catalogue-plugin.ts). The number itself is written in digits without separators, in every
 * language (decision 029).
 */
function withPluralCategories(values: Values): Values {
  const all = { ...values };
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'number') all[`${name}#`] = pluralCategory(value);
  return all;
}

function pluralCategory(value: number): string {
  const now = language();
  const rules = plurals.get(now) ?? new Intl.PluralRules(LANGUAGES[now].locale);
  plurals.set(now, rules);
  return rules.select(value);
}

// A new function for each language, so that components using the old one render again.
const createTranslate = (): Translate => (id, values) =>
  i18n._(id, values && withPluralCategories(values));
let current = createTranslate();

const readCurrent = (): Translate => current;

/**
 * The text of `id` in the current language. In a component use `useT`, which follows the language.
 */
export const t: Translate = (id, values) => current(id, values);

/** The translating function, which changes (and so renders again) when the language does. */
export function useT(): Translate {
  return useSyncExternalStore(subscribe, readCurrent, readCurrent);
}

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language, language);
}

export function language(): Language {
  return i18n.locale as Language;
}

/** The texts of the first and of the daily screens, for the server-rendered page. */
export async function loadFirstTexts(of: Language): Promise<[first: Messages, daily: Messages]> {
  const [first, daily] = await Promise.all([loadSection(of, 'first'), loadSection(of, 'daily')]);
  return [first.default, daily.default];
}

/** The loaded sections; another language is loaded with the same ones. */
const loadedSections = new Set<CatalogueSection>(['first']);

export const loadAllTexts = (): Promise<void> => loadSections('daily', 'rest');

export const loadDailyTexts = (): Promise<void> => loadSections('daily');

/**
 * Loads all texts in the background.
 * @returns whether they loaded
 */
export async function prefetchAllTexts(): Promise<boolean> {
  const wanted = language();
  try {
    await Promise.all([loadSection(wanted, 'daily'), loadSection(wanted, 'rest')]);
    return true;
  } catch {
    return false;
  }
}

async function loadSections(...parts: readonly CatalogueSection[]): Promise<void> {
  for (;;) {
    const missing = parts.filter((part) => !loadedSections.has(part));
    if (missing.length === 0) return;

    const wanted = language();
    try {
      const texts = await Promise.all(missing.map((part) => loadSection(wanted, part)));
      for (const { default: messages } of texts) i18n.load(wanted, messages);
      // The language may have changed meanwhile.
      if (wanted === language()) for (const part of missing) loadedSections.add(part);
    } catch (cause) {
      if (wanted === 'en') throw cause;
      console.warn('Some texts of the language did not load', cause);
      await fallBackToEnglish(wanted, missing);
    }
  }
}

/**
 * Switches the whole app to English when texts of its language do not load, and back once they do:
 * a screen reader cannot read a screen in two languages.
 * @throws when English does not load either
 */
async function fallBackToEnglish(
  lost: Language,
  parts: readonly CatalogueSection[],
): Promise<void> {
  const messages = await loadTexts('en', parts);
  // Another caller, or the user's choice, was faster.
  if (language() !== lost) return;

  for (const part of parts) loadedSections.add(part);
  showLanguage('en', messages);
  if (latestRequest?.language === lost) waitFor(latestRequest);
}

/** @param more sections to load beside the loaded ones */
async function loadTexts(of: Language, more: readonly CatalogueSection[] = []): Promise<Messages> {
  const parts = new Set([...loadedSections, ...more]);
  const texts = await Promise.all([...parts].map((part) => loadSection(of, part)));

  // Another screen may have loaded more sections meanwhile.
  return [...loadedSections].every((part) => parts.has(part))
    ? Object.assign({}, ...texts.map((text) => text.default))
    : loadTexts(of, more);
}

/** Switches the app to a language whose texts are loaded. */
export function showLanguage(next: Language, messages: Messages): void {
  current = createTranslate();
  i18n.loadAndActivate({ locale: next, locales: LANGUAGES[next].locale, messages });

  if (typeof document === 'undefined') return;

  document.documentElement.lang = next;
  FONTS[next]?.().catch((cause: unknown) =>
    console.warn('The font of the language did not load', cause),
  );
}

/**
 * Loads a language and switches the app to it, without leaving the screen.
 * @throws when its texts do not load; the language stays as it is
 */
export async function activateLanguage(next: Language): Promise<void> {
  showLanguage(next, await loadTexts(next));
}

/** The language chosen last, and what to call when its texts do not load. */
type LanguageRequest = { language: Language; onFailure: () => void };
let latestRequest: LanguageRequest | undefined;

/**
 * Switches to a language as soon as its texts load; until then the app stays in its language, or in
 * English at the start.
 * @param onFailure called when its texts, or later those of a screen, did not load and are retried
 */
export async function switchLanguage(next: Language, onFailure: () => void): Promise<void> {
  const it = { language: next, onFailure };
  latestRequest = it;

  if (await showIfCurrent(it)) return;

  if (!i18n.locale) await activateLanguage('en');
  waitFor(it);
}

function waitFor(it: LanguageRequest): void {
  it.onFailure();
  void retry(it);
}

/** @returns whether the request is done: the language is shown, or another was chosen meanwhile */
async function showIfCurrent(it: LanguageRequest): Promise<boolean> {
  try {
    const messages = await loadTexts(it.language);
    if (latestRequest === it) showLanguage(it.language, messages);
    return true;
  } catch (cause) {
    console.warn('The texts of the language did not load', cause);
    return latestRequest !== it;
  }
}

async function retry(it: LanguageRequest): Promise<void> {
  let waitMs = 2000;
  do {
    await new Promise((resolve) => {
      setTimeout(resolve, waitMs);
      addEventListener('online', resolve, { once: true });
    });
    waitMs = Math.min(waitMs * 2, 60_000);
  } while (latestRequest === it && !(await showIfCurrent(it)));
}

/** Stores the user's choice and switches to it. */
export async function setLanguage(
  next: Language,
  onFailure: () => void = () => undefined,
): Promise<void> {
  saveLanguageChoice(next);
  await switchLanguage(next, onFailure);
}

/**
 * Switches to the language of the account that was signed in to, unless somebody chose one on this
 * phone.
 */
export async function adoptLanguage(next: Language): Promise<void> {
  if (isLanguageChosen() || next === language()) return;
  saveLanguageChoice(next, 'account');
  await switchLanguage(next, () => undefined);
}

/**
 * Calls a listener when another language is shown.
 * @returns a function that stops it
 */
export function subscribe(listener: () => void): () => void {
  return i18n.on('change', listener);
}
