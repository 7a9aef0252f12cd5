import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin } from 'vite';

/** A script of the build. */
export interface BuiltScript {
  readonly fileName: string;
  readonly text: string;
  /** Static imports. */
  readonly imports: readonly string[];
  readonly isEntry: boolean;
  /** The module it is loaded for by a dynamic import. */
  readonly facade: string | null;
}

/** Upper bounds in KiB of Brotli. */
const LIMITS_KIB = {
  /** All script of the first screen, Work: start, shell, kit and the screen. */
  first: 176,
  /** Any other screen, without what the first has loaded. */
  screen: 60,
};

export const FIRST_SCREEN = /[\\/]features[\\/]work[\\/]/;
const KIB = 1_024;

/** Fails the build when the console exceeds a size limit. */
export function consoleBudget(): Plugin {
  return {
    name: 'noren-console-budget',
    apply: 'build',
    async writeBundle(_, bundle) {
      const scripts = Object.values(bundle).flatMap((file): BuiltScript[] =>
        file.type === 'chunk'
          ? [{ ...file, text: file.code, facade: file.isDynamicEntry ? file.facadeModuleId : null }]
          : [],
      );
      const { exceeded, firstKib } = await checkBudget(scripts);

      if (process.env.NOREN_SIZES)
        this.info(`The first screen loads ${firstKib.toFixed(1)} KiB of script.`);
      if (exceeded.length > 0)
        this.error(`The console exceeds its size budget:\n${exceeded.join('\n')}`);
    },
  };
}

/** A line of text for each limit that is exceeded, and the size of the first screen. */
export async function checkBudget(
  scripts: readonly BuiltScript[],
): Promise<{ exceeded: readonly string[]; firstKib: number }> {
  const byName = new Map(scripts.map((script) => [script.fileName, script]));

  const collect = (names: Iterable<string>, into = new Set<string>()): Set<string> => {
    for (const name of names) {
      const script = byName.get(name);
      if (script === undefined || into.has(name)) continue;
      into.add(name);
      collect(script.imports, into);
    }

    return into;
  };

  const first = collect(
    scripts
      .filter(({ isEntry, facade }) => isEntry || FIRST_SCREEN.test(facade ?? ''))
      .map(({ fileName }) => fileName),
  );

  const kib = async (names: Iterable<string>): Promise<number> => {
    const sizes = [...names].map(
      async (name) => (await promisify(brotliCompress)(byName.get(name)?.text ?? '')).length,
    );
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / KIB;
  };

  const firstKib = await kib(first);
  const exceeded =
    firstKib > LIMITS_KIB.first ? [describe('The first screen', firstKib, LIMITS_KIB.first)] : [];

  for (const { fileName, facade } of scripts) {
    if (facade === null || first.has(fileName)) continue;
    const size = await kib([...collect([fileName])].filter((name) => !first.has(name)));
    if (size > LIMITS_KIB.screen) exceeded.push(describe(fileName, size, LIMITS_KIB.screen));
  }

  return { exceeded, firstKib };
}

function describe(what: string, size: number, limit: number): string {
  return `${what} loads ${size.toFixed(1)} KiB, at most ${limit}.`;
}
