import { parseArgs } from 'node:util';

/** The calls that are measured beside the floor's. */
export const CALL_PARTS = ['status', 'detail', 'quote', 'apply', 'pay'] as const;
export type CallPart = (typeof CALL_PARTS)[number];

/**
 * Reads what `npm run bench -- --name=value` sets: all measurements take the same and use their own.
 * @throws TypeError for one that is not known or not a positive number
 */
export function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      runs: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '10' },
      users: { type: 'string', default: '100000' },
      parts: { type: 'string', default: CALL_PARTS.join(',') },
      orders: { type: 'string', default: '10000,100000,1000000' },
      processes: { type: 'string', default: '1,2' },
      checks: { type: 'boolean', default: true },
      lighthouse: { type: 'boolean', default: false },
      keep: { type: 'string' },
      write: { type: 'boolean', default: true },
    },
  });
  const { checks, lighthouse, write, keep } = values;

  const one = (name: 'runs' | 'rounds' | 'seconds' | 'connections' | 'users'): number =>
    toPositive(name, values[name]);
  const list = (name: 'orders' | 'processes'): number[] =>
    values[name].split(',').map((text) => toPositive(name, text));

  return {
    /** Loads of each page, cold and warm, at each speed of the processor. */
    runs: one('runs'),
    rounds: one('rounds'),
    /** Length of each part of a round. */
    seconds: one('seconds'),
    connections: one('connections'),
    /** Users in each of the two databases. */
    users: one('users'),
    parts: values.parts.split(',').map(toPart),
    /** Orders in the database, one size after the other. */
    orders: list('orders'),
    /** Processes that close a day together, one number after the other. */
    processes: list('processes'),
    /** Whether the self-checks after a close of day are measured too. */
    checks,
    /** Whether Lighthouse judges the pages too. */
    lighthouse,
    /** Folder of a database that is filled once, and used again; a temporary one by default. */
    keep,
    /** Whether the result in `bench/results` is rewritten. */
    write,
  };
}

function toPart(text: string): CallPart {
  const part = CALL_PARTS.find((known) => known === text);
  if (!part) throw new TypeError(`--parts takes some of ${CALL_PARTS.join(',')}, not "${text}"`);
  return part;
}

function toPositive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new TypeError(`--${name} takes positive numbers, not "${text}"`);
  return value;
}
