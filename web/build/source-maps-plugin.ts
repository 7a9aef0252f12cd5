import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Moves the source maps out of the served files to `.vite/maps`, where the server reads them to
 * locate a script error, and removes the source text, which it does not need. The scripts do not
 * reference their maps (`sourcemap: 'hidden'`).
 */
export function sourceMaps(): Plugin {
  return {
    name: 'noren-source-maps',
    apply: 'build',
    // Not `closeBundle`, which also runs after a failed build and would hide its error behind a
    // missing folder.
    async writeBundle() {
      const { root, build } = this.environment.config;
      const dist = join(root, build.outDir);
      const maps = join(dist, '.vite', 'maps');
      const found = (await readdir(dist, { recursive: true })).filter(
        (path) => path.endsWith('.js.map') && !path.startsWith('.vite'),
      );

      await mkdir(maps, { recursive: true });

      for (const path of found) {
        const { sourcesContent: _text, ...map } = JSON.parse(
          await readFile(join(dist, path), 'utf8'),
        ) as Record<string, unknown>;
        await writeFile(join(maps, basename(path)), JSON.stringify(map));
        await rm(join(dist, path));
      }
    },
  };
}
