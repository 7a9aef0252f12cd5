import { fileURLToPath } from 'node:url';
import { LANGUAGE_CODES } from '@noren/contract/languages';
import type { Plugin } from 'vite';
import { checkCatalogues, readCatalogues } from '../../tools/tidy/catalogues.ts';
import { describeProblem } from '../../tools/tidy/source.ts';

/**
 * Fails the build before it begins, naming language and id, where a text is missing, surplus or not translated, or has
 * other values than the English one.
 * @param root another project's, for a test of this
 */
export function checkedCatalogues(root = fileURLToPath(new URL('../..', import.meta.url))): Plugin {
  return {
    name: 'noren-catalogues-checked',
    apply: 'build',
    buildStart() {
      // The screens that the server writes are built of the same texts.
      if (this.environment.name !== 'client') return;
      const problems = checkCatalogues(readCatalogues(root), LANGUAGE_CODES);
      if (problems.length > 0) this.error(`The texts are not right:\n${problems.map(describeProblem).join('\n')}`);
    },
  };
}
