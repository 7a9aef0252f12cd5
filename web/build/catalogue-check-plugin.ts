import { join } from 'node:path';
import { LANGUAGE_CODES } from '@noren/contract/languages';
import { LOAN_TEXT_VERSION } from '@noren/contract/loan-words';
import type { Plugin } from 'vite';
import { checkCatalogues, readCatalogues } from '../../tools/lint-rules/catalogues.ts';
import { describeProblem } from '../../tools/lint-rules/source.ts';
import { checkTextGlossaries, readGlossaries } from '../../tools/lint-rules/text-glossaries.ts';

const repository = join(import.meta.dirname, '..', '..');

/**
 * Fails the build with language and id when a text is missing, surplus or not translated, when its
 * placeholders differ from the English text's, or when it uses a word that its language's glossary
 * rules out.
 * @param root of the repository; a test passes its own
 */
export function checkedCatalogues(root = repository): Plugin {
  return {
    name: 'noren-catalogue-check',
    apply: 'build',
    buildStart() {
      // The build of the server-rendered screens uses the same texts.
      if (this.environment.name !== 'client') return;

      const catalogues = readCatalogues(root);
      const problems = [
        ...checkCatalogues(catalogues, LANGUAGE_CODES),
        ...checkTextGlossaries(
          catalogues,
          readGlossaries(repository, LANGUAGE_CODES),
          LOAN_TEXT_VERSION,
        ),
      ];

      if (problems.length > 0)
        this.error(`The texts have errors:\n${problems.map(describeProblem).join('\n')}`);
    },
  };
}
