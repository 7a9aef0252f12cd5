/** Two places with the same lines; each is a path with its first line. */
export type Duplicate = readonly [first: string, second: string];

/**
 * So many lines in a row are a duplicate: blank lines, imports and single brackets are not counted.
 */
const LINES = 5;

/** Pairs of places that share five lines or more; a run of more lines counts once. */
export function findDuplicates(files: readonly { path: string; text: string }[]): Duplicate[] {
  const seen = new Map<string, { path: string; index: number; line: number }>();
  const runs = new Set<string>();
  const found: Duplicate[] = [];

  for (const { path, text } of files) {
    const lines = blankImports(text)
      .split('\n')
      .map((line, index) => ({ text: line.trim(), line: index + 1 }))
      .filter((line) => /[\p{L}\d]/u.test(line.text));

    for (let index = 0; index + LINES <= lines.length; index += 1) {
      const window = lines.slice(index, index + LINES);
      const key = window.map((line) => line.text).join('\n');
      const { line } = window[0]!;
      const first = seen.get(key);
      if (!first) {
        seen.set(key, { path, index, line });
        continue;
      }

      const run = (by: number): string => `${first.path}:${first.index + by} ${path}:${index + by}`;
      if (!runs.has(run(-1))) found.push([`${first.path}:${first.line}`, `${path}:${line}`]);
      runs.add(run(0));
    }
  }

  return found;
}

/** A file's text with its imports left empty, so that the lines keep their numbers. */
const blankImports = (text: string): string =>
  text.replace(/^import\s[^;]*;/gm, (statement) => statement.replace(/[^\n]/g, ''));
