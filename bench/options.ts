import { parseArgs } from 'node:util';

/** The calls that are measured beside the floor's. */
export const CALL_PARTS = ['status', 'detail', 'quote', 'apply', 'pay'] as const;
export type CallPart = (typeof CALL_PARTS)[number];

/**
 * What `npm run bench -- --name=value` may set; all measurements take the same list and use their
 * own.
 */
export interface Options {
  /** Loads of each page, cold and warm, at each slowing of the processor. */
  readonly runs: number;
  /** How many times slower than this machine the processor is made, one after the other. */
  readonly cpu: readonly number[];
  /**
   * The pages are measured too with the processor so slow that a bare React page is ready after so
   * many milliseconds.
   */
  readonly react: number;
  readonly rounds: number;
  /** Length of each part of a round. */
  readonly seconds: number;
  readonly connections: readonly number[];
  /** Users in each of the two databases. */
  readonly users: number;
  /** The calls that are measured beside the floor's. */
  readonly parts: readonly CallPart[];
  /** Orders in the database, one size after the other. */
  readonly orders: readonly number[];
  /** Processes that close a day together, one number after the other. */
  readonly processes: readonly number[];
  /** Whether the self-checks after a close of day are measured too. */
  readonly checks: boolean;
  /** Whether Lighthouse judges the pages too. */
  readonly lighthouse: boolean;
  /** Folder for a profile of our server's processor time; none by default. */
  readonly profile: string | undefined;
  /**
   * Folder in which the console's database is filled, kept and used again; a temporary one by
   * default.
   */
  readonly keep: string | undefined;
  /** Whether the report in `bench/results` is rewritten. */
  readonly write: boolean;
}

/**
 * Reads the options of the command line.
 * @throws TypeError for one that is not known or not a positive number
 */
export function readOptions(args: readonly string[]): Options {
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
  return {
    runs: positive('runs', values.runs),
    cpu: values.cpu.split(',').map((text) => positive('cpu', text)),
    react: positive('react', values.react),
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    connections: values.connections.split(',').map((text) => positive('connections', text)),
    users: positive('users', values.users),
    parts: values.parts.split(',').map((text) => parsePart(text)),
    orders: values.orders.split(',').map((text) => positive('orders', text)),
    processes: values.processes.split(',').map((text) => positive('processes', text)),
    checks: values.checks,
    lighthouse: values.lighthouse,
    profile: values.profile,
    keep: values.keep,
    write: values.write,
  };
}

function parsePart(text: string): CallPart {
  const part = CALL_PARTS.find((known) => known === text);
  if (!part) throw new TypeError(`--parts takes some of ${CALL_PARTS.join(',')}, not "${text}"`);
  return part;
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new TypeError(`--${name} takes positive numbers, not "${text}"`);
  return value;
}
