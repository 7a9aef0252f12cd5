import { parseArgs } from 'node:util';

/** The calls that are measured beside the floor's. */
export const CALL_PARTS = ['status', 'detail', 'quote', 'apply', 'pay'] as const;
export type CallPart = (typeof CALL_PARTS)[number];

const text = (value: string) => ({ type: 'string', default: value }) as const;
const flag = (value: boolean) => ({ type: 'boolean', default: value }) as const;

/**
 * Reads what `npm run bench -- --name=value` sets: all measurements take the same and use their own.
 * @throws TypeError for one that is not known or not a positive number
 */
export function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      // Loads of each page, cold and warm, at each speed of the processor.
      runs: text('5'),
      rounds: text('3'),
      // Length of each part of a round.
      seconds: text('4'),
      connections: text('10'),
      // Users of each kind in each of the two databases.
      users: text('100000'),
      parts: text(CALL_PARTS.join(',')),
      // Orders in the database, one size after the other.
      orders: text('10000,100000,1000000'),
      // Processes that run the jobs together, one number after the other.
      processes: text('1,2'),
      // Whether the self-checks after a close of day are measured too.
      checks: flag(true),
      // Whether Lighthouse judges the pages too.
      lighthouse: flag(false),
      // Folder of a database that is filled once, and used again; a temporary one by default.
      keep: { type: 'string' },
      // Whether the result in `bench/results` is rewritten.
      write: flag(true),
    },
  });

  return {
    ...values,
    runs: toPositive(values.runs),
    rounds: toPositive(values.rounds),
    seconds: toPositive(values.seconds),
    connections: toPositive(values.connections),
    users: toPositive(values.users),
    parts: values.parts.split(',').map(toPart),
    orders: values.orders.split(',').map(toPositive),
    processes: values.processes.split(',').map(toPositive),
  };
}

function toPart(word: string): CallPart {
  const part = CALL_PARTS.find((known) => known === word);
  if (!part) throw new TypeError(`--parts takes some of ${CALL_PARTS.join(',')}, not "${word}"`);
  return part;
}

function toPositive(word: string): number {
  const value = Number(word);
  if (!(value > 0)) throw new TypeError(`an option takes positive numbers, not "${word}"`);
  return value;
}
