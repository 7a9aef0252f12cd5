import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeVersion } from './machine.ts';

/** Read as the measurement starts: hours later the files may be others. */
const VERSION = describeVersion(import.meta.dirname, new Date());

const HISTORY = '#### By speed of the machine, the fastest first';

/**
 * Prints a measurement's report and, unless disabled, keeps it with its day and version in
 * `bench/results`.
 * @param line of its history, which starts with the processor's slowing
 */
export function publish(name: string, report: string, write: boolean, line?: string): void {
  const dated = `${VERSION} ${report}`;
  console.log(`\n${dated}\n`);

  if (!write) return;

  const page = join(import.meta.dirname, 'results', `${name}.md`);
  if (!existsSync(page))
    throw new Error(`${page} is missing: its first line is the title of this report`);

  const former = readFileSync(page, 'utf8');
  const [title = ''] = former.split('\n');
  const history =
    line === undefined ? '' : `\n${HISTORY}\n\n${addLine(former, `- ${line}. ${VERSION}`)}\n`;

  writeFileSync(page, `${title}\n\n${dated.trim()}\n${history}`);
  console.log(`${page} now has these figures.`);
}

/** The lines of a report's history with one more, in the order of the machines' speeds. */
function addLine(former: string, line: string): string {
  const lines =
    former
      .split(HISTORY)[1]
      ?.split('\n')
      .filter((one) => one.startsWith('- ×')) ?? [];
  return [...lines, line].toSorted((a, b) => slowingIn(b) - slowingIn(a)).join('\n');
}

const slowingIn = (line: string): number => Number.parseFloat(line.slice('- ×'.length));
