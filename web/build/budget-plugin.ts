import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin } from 'vite';

/** A file of the build, as far as its weight goes. */
export interface BuiltFile {
  readonly fileName: string;
  readonly text: string;
  /** Files it cannot begin without. */
  readonly imports: readonly string[];
  /** Sources in it. */
  readonly modules: readonly string[];
  /** The screen it is loaded for, where it is loaded for one. */
  readonly facade: string | null;
}

/** How much may be, in KiB of brotli. Source: issue of the speed on a cheap phone. */
const MOST_KIB = {
  /** All script before the first screen answers. */
  first: 90,
  /** The page as it is built; what the server writes into it is about 3 KiB more, and all but a tail is to come at once. */
  page: 10.5,
  /** What the screens of every day share, and what sends a call. */
  base: 33,
  /** What forms and ways to pay share. */
  forms: 24.5,
  /** What a screen of every day needs beside the first: with what these screens share. */
  daily: 40,
  /** What one screen needs beside these. */
  screen: 35,
};
/** Files of script before the first screen answers; the page and its sign are two more requests. */
const MOST_FILES = 3;

const DAILY = /[\\/](loans[\\/]home|orders[\\/]order|repayment[\\/]repay)\.tsx$/;
const SCREEN = /[\\/]web[\\/]src[\\/](?:features[\\/])?\w[\w-]*[\\/][\w-]+\.tsx$/;
const ENGINE = /@vladmandic|@tensorflow|certification[\\/]face[\\/]/;
const KIB = 1_024;
const SHARED = ['base', 'forms'] as const;

/** Fails the build when what a phone must load has grown beyond what was agreed. */
export function budgets(): Plugin {
  return {
    name: 'noren-budgets',
    apply: 'build',
    async writeBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      const all = Object.values(bundle);
      const files = all.flatMap((file): BuiltFile[] =>
        file.type === 'chunk'
          ? [
              {
                ...file,
                text: file.code,
                modules: file.moduleIds,
                facade: file.isDynamicEntry ? file.facadeModuleId : null,
              },
            ]
          : [],
      );
      const page = all.find(({ fileName }) => fileName === 'index.html');
      if (page?.type !== 'asset') throw new Error('The build has no page');
      const broken = await listBroken(String(page.source), files);
      if (broken.length > 0) this.error(`The app outgrew its budget:\n${broken.join('\n')}`);
    },
  };
}

/** Each budget that is broken, in words. */
export async function listBroken(page: string, files: readonly BuiltFile[]): Promise<string[]> {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const closure = (names: readonly string[], without: ReadonlySet<string> = new Set()): Set<string> => {
    const found = new Set<string>();
    const visit = (name: string): void => {
      if (found.has(name) || without.has(name) || !byName.has(name)) return;
      found.add(name);
      for (const imported of byName.get(name)?.imports ?? []) visit(imported);
    };
    names.forEach(visit);
    return found;
  };
  const kib = async (names: Iterable<string>): Promise<number> => {
    const sizes = [...names].map(async (name) => (await compress(byName.get(name)?.text ?? '')).length);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / KIB;
  };
  const shared = (kind: (typeof SHARED)[number]): string[] =>
    files.flatMap(({ fileName }) => (fileName.startsWith(`assets/${kind}-`) ? [fileName] : []));

  const first = closure(
    [...page.matchAll(/<link rel="modulepreload"[^>]* href="\/([^"]+)"/g)].map(([, name]) => name ?? ''),
  );
  const common = new Set([...first, ...SHARED.flatMap(shared)]);
  const broken: string[] = [];
  const judge = (what: string, measured: number, most: number): void => {
    if (measured > most) broken.push(`- ${what}: ${measured.toFixed(1)} KiB, at most ${most}`);
  };
  if (first.size === 0 || first.size > MOST_FILES) broken.push(`- the first screen: ${first.size} files of script`);
  judge('the first screen', await kib(first), MOST_KIB.first);
  judge('the page', (await compress(page)).length / KIB, MOST_KIB.page);
  for (const kind of SHARED) judge(kind, await kib(shared(kind)), MOST_KIB[kind]);
  for (const { fileName, facade } of files) {
    if (!facade || !SCREEN.test(facade)) continue;
    judge(facade, await kib(closure([fileName], common)), MOST_KIB.screen);
    if (DAILY.test(facade)) judge(`${facade}, all of it`, await kib(closure([fileName], first)), MOST_KIB.daily);
  }
  for (const name of common)
    if (byName.get(name)?.modules.some((id) => ENGINE.test(id))) broken.push(`- the face engine is in ${name}`);
  return broken;
}

const compress = promisify(brotliCompress);
