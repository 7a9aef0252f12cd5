import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type PluginOption, type Rolldown } from 'vite';

/**
 * Builds `main.js` of the given files with Vite and the plugin alone, with source maps.
 * @param files texts by path
 */
export async function buildFiles(
  files: Readonly<Record<string, string>>,
  plugin?: PluginOption,
): Promise<Rolldown.RolldownOutput['output']> {
  const root = mkdtempSync(join(tmpdir(), 'noren-build-'));

  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }

    const built = await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [plugin],
      build: {
        write: false,
        sourcemap: 'hidden',
        rolldownOptions: { input: join(root, 'main.js') },
      },
    });

    return (built as Rolldown.RolldownOutput).output;
  } finally {
    rmSync(root, { recursive: true });
  }
}
