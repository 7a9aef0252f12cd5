import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { LANGUAGES, type Language } from '@noren/contract/languages';
import { LOAN_TEXT_VERSION, loanWords } from '@noren/contract/loan-words';
import { policyWords } from '@noren/contract/policy-words';
import type { Plugin } from 'vite';
import { checkedCatalogues } from './catalogue-check-plugin.ts';
import { dailyIds } from './daily-texts.ts';

const PREFIX = 'virtual:messages/';
/** Texts of the landing and login screens, of their components, and of the page's head. */
const FIRST = /^(api|login|noren|ui)\.|^app\.(description|no_script)$/;
/** Any Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

type Part = 'first' | 'daily' | 'rest';
type Token = string | [string, ...unknown[]];
type CompiledMessage = string | Token[];

/** Compiles the message catalogues, and checks them when the app is built. */
export const catalogues = (): Plugin[] => [checkedCatalogues(), compiledCatalogues()];

/**
 * Compiles `src/i18n/<language>.json` (flat, explicit ids, ICU messages) into three modules, so
 * that the browser needs no ICU parser: `virtual:messages/<language>` for the first screens,
 * `virtual:messages/daily-<language>` for the daily screens and `virtual:messages/rest-<language>`.
 * The words of a Key Facts Statement and of the privacy policy come from the contract, as in the
 * documents. A message that does not parse fails the build with its id.
 */
function compiledCatalogues(): Plugin {
  return {
    name: 'noren-catalogues',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;

      const [, part = 'first', language] =
        /^(?:(daily|rest)-)?(\w+)$/.exec(id.slice(PREFIX.length + 1)) ?? [];
      const file = fileURLToPath(new URL(`../src/i18n/${language}.json`, import.meta.url));

      this.addWatchFile(file);

      const texts = readTexts(language as Language, file);
      const daily = dailyIds(texts.keys());
      const pickPart = (key: string): Part =>
        FIRST.test(key) ? 'first' : daily.has(key) ? 'daily' : 'rest';
      const selected = [...texts].filter(([key]) => pickPart(key) === part);

      return {
        code: `export default ${JSON.stringify(compileAll(selected, file))}`,
        moduleType: 'js',
      };
    },
  };
}

/** All texts of a language, by id. */
function readTexts(language: Language, file: string): Map<string, string> {
  const source = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const shared = Object.entries(loanWords(LOAN_TEXT_VERSION, language));

  return new Map([
    ...Object.entries(source),
    ...shared.filter(([key]) => key.startsWith('kfs.')),
    ...Object.entries(policyWords(language)),
    ...weekdays(LANGUAGES[language].locale),
  ]);
}

/**
 * The short names of the days, Monday first, as `weekday.1` to `weekday.7`. Compiled in, because
 * the first use of Intl takes a slow phone a tenth of a second.
 */
function weekdays(locale: string): [string, string][] {
  const name = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => [
    `weekday.${day + 1}`,
    name.format(MONDAY + day * DAY_MS),
  ]);
}

function compileAll(
  source: readonly [string, string][],
  file: string,
): Record<string, CompiledMessage> {
  const compiled: Record<string, CompiledMessage> = {};
  for (const [id, message] of source) {
    try {
      const tokens = compileMessageOrThrow(message) as CompiledMessage;
      compiled[id] = typeof tokens === 'string' ? tokens : tokens.flatMap(withoutNumberFormat);
    } catch (cause) {
      throw new Error(`${file}: the message '${id}' is not valid ICU`, { cause });
    }
  }

  return compiled;
}

/**
 * Turns a plural into a select by `<name>#`, the plural category that the app passes with each
 * number, and `#` into the number itself. Lingui's own plural creates an Intl.NumberFormat, which
 * is slow and would only write digits here.
 */
function withoutNumberFormat(token: Token): Token[] {
  if (typeof token === 'string' || token.length < 3) return [token];

  const [name, kind] = token;
  const { offset, ...rules } = token[2] as Record<string, CompiledMessage>;
  if (offset !== undefined) throw new Error('a plural with an offset is not supported');

  const inside = (part: Token): Token[] =>
    part === '#' && kind === 'plural' ? [[name]] : withoutNumberFormat(part);
  const cases = Object.entries(rules).map(([which, text]): [string, CompiledMessage] => [
    which,
    typeof text === 'string' ? text : text.flatMap(inside),
  ]);
  if (kind === 'select') return [[name, kind, Object.fromEntries(cases)]];
  if (kind !== 'plural') throw new Error(`a ${kind}: numbers and dates are formatted by the app`);

  const exact = cases.filter(([which]) => /^\d+$/.test(which));
  const kinds = Object.fromEntries(cases.filter(([which]) => !/^\d+$/.test(which)));
  if (kinds.other === undefined) throw new Error('a plural without "other"');

  const byKind: CompiledMessage =
    Object.keys(kinds).length === 1 ? kinds.other : [[`${name}#`, 'select', kinds]];
  if (exact.length > 0) return [[name, 'select', { ...Object.fromEntries(exact), other: byKind }]];

  return typeof byKind === 'string' ? [byKind] : byKind;
}
