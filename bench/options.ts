import { parseArgs } from 'node:util';

/** The calls that are measured beside the floor's. */
export const CALL_PARTS = ['status', 'detail', 'quote', 'apply', 'pay'] as const;
export type CallPart = (typeof CALL_PARTS)[number];

/** What `npm run bench -- --name=value` sets: all measurements take the same and use their own. */
export type Options = ReturnType<typeof readOptions>;

/**
 * Reads the options of the command line.
 * @throws TypeError for one that is not known or not a positive number
 */
export function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      runs: { type: 'string', default: '5' },
      cpu: { type: 'string', default: '4' },
      react: { type: 'string', default: '1800' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '10,50' },
      users: { type: 'string', default: '100000' },
      parts: { type: 'string', default: CALL_PARTS.join(',') },
      orders: { type: 'string', default: '10000,100000,1000000' },
      processes: { type: 'string', default: '1,2' },
      checks: { type: 'boolean', default: true },
      lighthouse: { type: 'boolean', default: false },
      profile: { type: 'string' },
      keep: { type: 'string' },
      write: { type: 'boolean', default: true },
    },
  });
  const { checks, lighthouse, write, profile, keep } = values;

  const one = (name: 'runs' | 'react' | 'rounds' | 'seconds' | 'users'): number =>
    toPositive(name, values[name]);
  const list = (name: 'cpu' | 'connections' | 'orders' | 'processes'): number[] =>
    values[name].split(',').map((text) => toPositive(name, text));

  return {
    /** Loads of each page, cold and warm, at each slowing of the processor. */
    runs: one('runs'),
    /** How many times slower than this machine the processor is made, one after the other. */
    cpu: list('cpu'),
    /**
     * The pages are measured too with the processor so slow that a bare React page is ready after
     * so many milliseconds.
     */
    react: one('react'),
    rounds: one('rounds'),
    /** Length of each part of a round. */
    seconds: one('seconds'),
    connections: list('connections'),
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
    /** Folder for a profile of our server's processor time; none by default. */
    profile,
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
