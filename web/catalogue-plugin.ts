import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Language } from '@noren/contract/languages';
import { LOAN_TEXT_VERSION, loanWords } from '@noren/contract/loan-words';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:messages/';
const REST = 'rest-';
/** Texts of the landing and sign-in screens, of the components they stand on, and of the page's head; all others come with the first other screen. */
const FIRST = /^(api|login|noren|ui)\.|^app\.(description|no_script)$/;

/**
 * Compiles `src/i18n/<language>.json` (flat, explicit ids, ICU messages) into the module
 * `virtual:messages/<language>` (what the first screens say) and `virtual:messages/rest-<language>`, so that the browser gets ready messages and no ICU parser.
 * The words of a Key Facts Statement come from the contract: the documents say the same.
 * A message that does not parse fails the build and names its id.
 */
export function catalogues(): Plugin {
  const fileOf = (language: string) => fileURLToPath(new URL(`./src/i18n/${language}.json`, import.meta.url));
  return {
    name: 'noren-catalogues',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const name = id.slice(PREFIX.length + 1);
      const isRest = name.startsWith(REST);
      const language = isRest ? name.slice(REST.length) : name;
      const file = fileOf(language);
      this.addWatchFile(file);
      const source = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
      const shared = Object.entries(loanWords(LOAN_TEXT_VERSION, language as Language));
      const all = [...Object.entries(source), ...shared.filter(([key]) => key.startsWith('kfs.'))];
      const wanted = all.filter(([key]) => FIRST.test(key) !== isRest);
      return { code: `export default ${JSON.stringify(compileAll(wanted, file))}`, moduleType: 'js' };
    },
  };
}

function compileAll(source: readonly [string, string][], file: string): Record<string, unknown> {
  const compiled: Record<string, unknown> = {};
  for (const [id, message] of source) {
    try {
      compiled[id] = compileMessageOrThrow(message);
    } catch (cause) {
      throw new Error(`${file}: the message '${id}' is not valid ICU`, { cause });
    }
  }
  return compiled;
}
