import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeVersion } from './machine.ts';

/** Read as the measurement starts: hours later the files may be others. */
const VERSION = describeVersion(import.meta.dirname, new Date());

/** Prints a measurement's report and, unless disabled, keeps it with its day and version in `bench/results`. */
export function publish(name: string, report: string, write: boolean): void {
  const dated = `${VERSION} ${report}`;
  console.log(`\n${dated}\n`);
  if (!write) return;

  const page = join(import.meta.dirname, 'results', `${name}.md`);
  if (!existsSync(page)) throw new Error(`${page} is missing: its first line is the title of this report`);
  const [title = ''] = readFileSync(page, 'utf8').split('\n');
  writeFileSync(page, `${title}\n\n${dated.trim()}\n`);
  console.log(`${page} now has these figures.`);
}
