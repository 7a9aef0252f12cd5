import { parseArgs } from 'node:util';

/** What `npm run bench -- --name=value` may set; all measurements take the same list and use their own. */
export interface Options {
  /** Loads of each page, cold and warm, at each slowing of the processor. */
  readonly runs: number;
  /** How many times slower than this machine the processor is made, one after the other. */
  readonly cpu: readonly number[];
  readonly rounds: number;
  /** Length of each part of a round. */
  readonly seconds: number;
  readonly connections: readonly number[];
  /** Users in each of the two databases. */
  readonly users: number;
  /** Photos of cards that are read. */
  readonly photos: number;
  /** Certifications walked through at each slowing of the processor. */
  readonly walks: number;
  /** Cards, and face checks, sent at once. */
  readonly uploads: number;
  /** Status calls a second that go on meanwhile. */
  readonly rates: readonly number[];
  /** Folder for a profile of our server's processor time; none by default. */
  readonly profile: string | undefined;
  /** Whether bench/README.md is rewritten. */
  readonly write: boolean;
}

/** Reads the options of the command line. @throws TypeError for one that is not known or not a positive number */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      runs: { type: 'string', default: '5' },
      cpu: { type: 'string', default: '4,10' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '10,50' },
      users: { type: 'string', default: '100000' },
      photos: { type: 'string', default: '240' },
      walks: { type: 'string', default: '1' },
      uploads: { type: 'string', default: '20' },
      rates: { type: 'string', default: '200,1000' },
      profile: { type: 'string' },
      write: { type: 'boolean', default: true },
    },
  });
  return {
    runs: positive('runs', values.runs),
    cpu: values.cpu.split(',').map((text) => positive('cpu', text)),
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    connections: values.connections.split(',').map((text) => positive('connections', text)),
    users: positive('users', values.users),
    photos: positive('photos', values.photos),
    walks: positive('walks', values.walks),
    uploads: positive('uploads', values.uploads),
    rates: values.rates.split(',').map((text) => positive('rates', text)),
    profile: values.profile,
    write: values.write,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new TypeError(`--${name} takes positive numbers, not "${text}"`);
  return value;
}
