import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { inlineStyles } from '../../build/inline-styles-plugin.ts';
import { buildFiles } from './build-files.ts';

/**
 * Contract with Vite: `viteMetadata.importedCss` names the style sheets of a chunk before the
 * bundle is written.
 */

const FILES = {
  'main.js': "document.title = 'app'; import('./screen.js');",
  'screen.js': "import './screen.css'; export const screen = () => document.body;",
  'screen.css': '.screen { color: rgb(1, 2, 3) }',
};

const listSheets = (output: Rolldown.RolldownOutput['output']) =>
  output.filter(({ fileName }) => fileName.endsWith('.css'));

it('moves the style sheet of a screen into its script and out of the build', async () => {
  expect(listSheets(await buildFiles(FILES))).toHaveLength(1);

  const output = await buildFiles(
    FILES,
    inlineStyles(({ facadeModuleId }) => facadeModuleId?.endsWith('screen.js') ?? false),
  );
  expect(listSheets(output)).toEqual([]);

  const screen = output.find(
    (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('screen.js'),
  );
  expect(screen).toMatchObject({
    type: 'chunk',
    code: expect.stringMatching(/^document\.head\.append\(.*\.screen/),
  });
  // Nothing waits for the removed style sheet.
  for (const file of output)
    if (file.type === 'chunk') expect(file.code).not.toMatch(/-[\w-]{8}\.css/);

  const map = (screen as Rolldown.OutputChunk).map;
  expect(map?.mappings.startsWith(';')).toBe(true);
});
