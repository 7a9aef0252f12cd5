import type { Problem } from './source.ts';

/**
 * A path with a folder and one of our file endings; paths with patterns or variables are not
 * matched.
 */
const MENTION =
  /(?<![\w./*{}@$-])(?:[\w-]+\/)+[\w.-]*\w\.(?:tsx?|mts|mjs|cjs|css|sql|md|html)(?![\w*{-])/g;

/** Made by a build, an install or a run; or a package's own. */
const MADE = /(^|\/)(dist|node_modules|\.noren|screens)\/|^pdfjs-dist\//;

/** Samples name files that do not exist. */
const SAMPLES = /^tools\/lint-rules\/|\/source-locations\.test\.ts$/;

/**
 * Mentions of files, in prose, comments and lists, that are not in the project: whole paths, or the
 * end of one.
 */
export function checkPaths(
  texts: readonly { path: string; text: string }[],
  files: readonly string[],
): Problem[] {
  const ends = new Set(
    files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
  );
  return texts
    .filter(({ path }) => !SAMPLES.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) =>
        (line.match(MENTION) ?? [])
          .filter((mention) => !MADE.test(mention) && !ends.has(mention))
          .map((mention) => ({
            path,
            line: index + 1,
            rule: 'path',
            message: `${mention} does not exist`,
          })),
      ),
    );
}
