import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from './figures.ts';
import { describeMachine, describeOtherWork, describeVersion } from './machine.ts';

/** A measurement's result. */
export interface Result {
  /** What was measured, and how, beside the machine. */
  readonly conditions: object;
  readonly tables: Readonly<Record<string, readonly object[]>>;
  readonly targets: readonly Target[];
  /** A row that is kept with those of earlier runs. */
  readonly history?: object;
}

/** Read as the measurement starts: hours later the files may be others. */
const TAKEN = describeVersion(import.meta.dirname, new Date());
const OTHER_WORK = describeOtherWork();

/** Two runs do not agree on more digits. What is not known becomes null. */
const DIGITS = 4;

const shorten = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value;

/** Prints a measurement's result and, if `write` is set, keeps it in `bench/results`. */
export function publish(name: string, measured: Result, write: boolean): void {
  const { history, ...result }: Result = JSON.parse(JSON.stringify(measured, shorten));
  const { conditions, tables, targets } = result;
  console.log(TAKEN, conditions);

  for (const [title, rows] of Object.entries(tables)) {
    console.log(title);
    console.table(rows);
  }

  console.table(targets);
  if (!write) return;

  const file = join(import.meta.dirname, 'results', `${name}.json`);
  const former = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const whole = {
    taken: TAKEN,
    machine: describeMachine(),
    otherWork: OTHER_WORK,
    ...result,
    ...(history && { history: [...(former.history ?? []), { taken: TAKEN, ...history }] }),
  };

  writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`);
  console.log(`${file} now has these figures.`);
}
