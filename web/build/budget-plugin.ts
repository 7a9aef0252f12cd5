import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin } from 'vite';

/** A script of the build. */
export interface BuiltFile {
  readonly fileName: string;
  readonly text: string;
  /** Static imports. */
  readonly imports: readonly string[];
  /** Ids of the modules it contains. */
  readonly modules: readonly string[];
  /** The module it is loaded for by a dynamic import. */
  readonly facade: string | null;
}

/** Upper bounds in KiB of Brotli, set for a cheap phone on a slow network (decision 030). */
const LIMITS_KIB = {
  /**
   * All script before the first screen is interactive. It grew by 0.3 for the addresses and words
   * of payment links, AutoPay, e-mail and the update of details.
   */
  first: 84.2,
  /**
   * The built page. The server adds about 3 KiB; nearly all of it should fit into the first TCP
   * window.
   */
  page: 10.5,
  /**
   * What the first view needs at the end of a signed-in user's page: its script, and the daily
   * screens' style sheet.
   */
  signedIn: 6,
  /**
   * The chunk that daily screens share, with the API client. It grew by 0.1 for answers that arrive
   * slowly and requests that are repeated late.
   */
  base: 23,
  /** The chunk that forms share. It grew by 0.1 for a form that stays after it was saved. */
  forms: 15,
  /** The chunk that the ways to pay share. */
  channels: 9,
  /** A daily screen with the shared chunk, without the first load. */
  daily: 28,
  /** Any screen, without the first load and the shared chunks. */
  screen: 35,
};

/** Scripts before the first screen is interactive; the page and its icon are two more requests. */
const FILES_LIMIT = 3;

const DAILY = /[\\/](loans[\\/]home|orders[\\/]order|repayment[\\/]repay)\.tsx$/;
const SCREEN = /[\\/]web[\\/]src[\\/](?:features[\\/])?\w[\w-]*[\\/][\w-]+\.tsx$/;
const ENGINE = /@vladmandic|@tensorflow|certification[\\/]face[\\/]/;
const KIB = 1_024;
const SHARED = ['base', 'forms', 'channels'] as const;

/** Fails the build when the app exceeds a size limit. */
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

      const exceeded = await listExceeded(String(page.source), files);
      if (exceeded.length > 0)
        this.error(`The app exceeds its size budget:\n${exceeded.join('\n')}`);
    },
  };
}

/** A line of text for each limit that is exceeded. */
export async function listExceeded(page: string, files: readonly BuiltFile[]): Promise<string[]> {
  const byName = new Map(files.map((file) => [file.fileName, file]));

  const closure = (
    names: readonly string[],
    without: ReadonlySet<string> = new Set(),
  ): Set<string> => {
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
    const sizes = [...names].map(
      async (name) => (await compress(byName.get(name)?.text ?? '')).length,
    );
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / KIB;
  };

  const shared = (kind: (typeof SHARED)[number]): string[] =>
    files.flatMap(({ fileName }) => (fileName.startsWith(`assets/${kind}-`) ? [fileName] : []));

  const [signedInPart = ''] = /<!--noren-signed-in .*?-->/.exec(page) ?? [];
  const visitorsPage = page.replace(signedInPart, '');
  const first = closure(
    [...visitorsPage.matchAll(/<link rel="modulepreload"[^>]* href="\/([^"]+)"/g)].map(
      ([, name]) => name ?? '',
    ),
  );
  const common = new Set([...first, ...SHARED.flatMap(shared)]);
  const exceeded: string[] = [];
  const check = (what: string, measured: number, limit: number): void => {
    if (measured > limit) exceeded.push(`- ${what}: ${measured.toFixed(1)} KiB, at most ${limit}`);
  };

  if (first.size === 0 || first.size > FILES_LIMIT)
    exceeded.push(`- the first screen: ${first.size} files of script`);
  check('the first screen', await kib(first), LIMITS_KIB.first);
  check('the page', (await compress(visitorsPage)).length / KIB, LIMITS_KIB.page);
  check(
    'the end of a signed-in page',
    (await compress(signedInPart)).length / KIB,
    LIMITS_KIB.signedIn,
  );
  for (const kind of SHARED) check(kind, await kib(shared(kind)), LIMITS_KIB[kind]);

  for (const { fileName, facade } of files) {
    if (!facade || !SCREEN.test(facade)) continue;
    check(facade, await kib(closure([fileName], common)), LIMITS_KIB.screen);
    if (DAILY.test(facade))
      check(`${facade}, all of it`, await kib(closure([fileName], first)), LIMITS_KIB.daily);
  }

  for (const name of common)
    if (byName.get(name)?.modules.some((id) => ENGINE.test(id)))
      exceeded.push(`- the face engine is in ${name}`);

  return exceeded;
}

const compress = promisify(brotliCompress);
