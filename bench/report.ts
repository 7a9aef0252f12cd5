import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeVersion } from './machine.ts';

const README = join(import.meta.dirname, 'README.md');
/** Read as the measurement starts: hours later the files may be others. */
const VERSION = describeVersion(import.meta.dirname, new Date());

/** Prints a measurement's report and, unless disabled, puts it with its day and version between its marks in bench/README.md. */
export function publish(
  name:
    | 'page'
    | 'api'
    | 'growth'
    | 'close'
    | 'plans'
    | 'ocr'
    | 'certify'
    | 'uploads'
    | 'console'
    | 'monitoring'
    | 'load'
    | 'distributed',
  report: string,
  write: boolean,
): void {
  const dated = `${VERSION} ${report}`;
  console.log(`\n${dated}\n`);
  if (!write) return;
  writeFileSync(README, putBetweenMarks(readFileSync(README, 'utf8'), name, dated));
  console.log('bench/README.md now has these figures.');
}

function putBetweenMarks(text: string, name: string, report: string): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`bench/README.md has lost its marks ${begin} and ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${report}\n\n${text.slice(to)}`;
}
