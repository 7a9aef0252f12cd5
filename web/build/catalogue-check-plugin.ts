import { fileURLToPath } from 'node:url';
import { LANGUAGE_CODES } from '@noren/contract/languages';
import type { Plugin } from 'vite';
import { checkCatalogues, readCatalogues } from '../../tools/lint-rules/catalogues.ts';
import { describeProblem } from '../../tools/lint-rules/source.ts';

/**
 * Fails the build with language and id when a text is missing, surplus or not translated, or when its placeholders differ
 * from the English text's.
 * @param root of the repository; a test passes its own
 */
export function checkedCatalogues(root = fileURLToPath(new URL('../..', import.meta.url))): Plugin {
  return {
    name: 'noren-catalogue-check',
    apply: 'build',
    buildStart() {
      // The build of the server-rendered screens uses the same texts.
      if (this.environment.name !== 'client') return;
      const problems = checkCatalogues(readCatalogues(root), LANGUAGE_CODES);
      if (problems.length > 0) this.error(`The texts have errors:\n${problems.map(describeProblem).join('\n')}`);
    },
  };
}
