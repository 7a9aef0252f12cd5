import type { PluginOption } from 'vite';
import { expect, it } from 'vitest';
import { compileHints } from '../../build/compile-hints-plugin.ts';
import { buildFiles } from './build-files.ts';

/** Contract with Vite and V8: the hint is the first line, and the source map counts it. */

const FILES = {
  'main.js': "import('./web/src/features/loans/home.tsx'); import('./web/src/other.js');",
  'web/src/features/loans/home.tsx': "import('../../other.js'); export const home = () => 'home';",
  'web/src/other.js': "export const other = () => 'other';",
};

async function buildChunks(plugin?: PluginOption) {
  const output = await buildFiles(FILES, plugin);

  return (name: string) => {
    const chunk = output.find((file) => file.type === 'chunk' && file.name === name);
    const map = output.find(({ fileName }) => fileName === `${chunk?.fileName}.map`);
    if (chunk?.type !== 'chunk' || map?.type !== 'asset') throw new Error(`no chunk ${name}`);

    return { code: chunk.code, mappings: JSON.parse(String(map.source)).mappings as string };
  };
}

it('a daily screen begins with the hint, and any other screen does not', async () => {
  const [plain, hinted] = [await buildChunks(), await buildChunks(compileHints())];

  expect(hinted('home').code).toBe(`//# allFunctionsCalledOnLoad\n${plain('home').code}`);
  expect(hinted('home').mappings).toBe(`;${plain('home').mappings}`);
  expect(hinted('other')).toEqual(plain('other'));
});
