import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inlineStyles } from '../../build/inline-styles-plugin.ts';

/**
 * Contract with Vite: `viteMetadata.importedCss` names the style sheets of a chunk before the
 * bundle is written.
 */

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'inline-styles-'));
  writeFileSync(join(root, 'main.js'), "document.title = 'app'; import('./screen.js');");
  writeFileSync(
    join(root, 'screen.js'),
    "import './screen.css'; export const screen = () => document.body;",
  );
  writeFileSync(join(root, 'screen.css'), '.screen { color: rgb(1, 2, 3) }');
});

afterEach(() => rmSync(root, { recursive: true }));

async function buildApp(
  plugins: ReturnType<typeof inlineStyles>[],
): Promise<Rolldown.RolldownOutput['output']> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins,
    build: { write: false, sourcemap: 'hidden', rolldownOptions: { input: join(root, 'main.js') } },
  })) as Rolldown.RolldownOutput;
  return built.output;
}

const listSheets = (output: Rolldown.RolldownOutput['output']) =>
  output.filter(({ fileName }) => fileName.endsWith('.css'));

it('moves the style sheet of a screen into its script and out of the build', async () => {
  expect(listSheets(await buildApp([]))).toHaveLength(1);

  const output = await buildApp([
    inlineStyles(({ facadeModuleId }) => facadeModuleId?.endsWith('screen.js') ?? false),
  ]);
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
