import type { Client } from 'pg';
import { noteCodeEntered } from '../load-model/sessions.ts';
import type { CallPart } from '../options.ts';
import type { Side } from './call-report.ts';
import type { FireResult, RequestBytes } from './fire.ts';
import { floorPayments, floorRequests } from './floor-side.ts';
import { countBooked, type SeedData } from './our-seed.ts';
import type { OurSide } from './our-side.ts';
import type { PendingCall } from './phone.ts';

/** Reads can be repeated: this many different ones are prepared per round. */
const READS = 20_000;
/**
 * Sent before anything is measured: code is compiled and statements planned only when much used.
 */
export const FEW = 2_000;
/** The number of changes prepared for the floor, which is faster. */
const FLOOR_WRITES = 40_000;

/** The requests of one part to both sides, and a check of our responses. */
export interface CallRequests {
  readonly requests: Readonly<Record<Side, readonly RequestBytes[]>>;
  /** Whether they may be sent again when all have been sent. */
  readonly mayRepeat: boolean;
  /**
   * @throws Error when an answer is no success, or a change is not in the database: it would have
   * cost less
   */
  check(our: FireResult): Promise<void>;
}

/**
 * The seeded data that requests use up: the next user without an application, and the next unpaid
 * loan.
 */
export interface Stock {
  readonly db: Client;
  readonly side: OurSide;
  readonly seeded: SeedData;
  next: { user: number; loan: number };
}

/**
 * Makes the requests of a part.
 * @param writes how many of ours, where each can be sent only once
 */
export async function prepare(
  stock: Stock,
  part: CallPart,
  writes: number | 'few',
): Promise<CallRequests> {
  const count = writes === 'few' ? FEW : writes;
  const reads = writes === 'few' ? FEW : READS;
  const floorWrites = writes === 'few' ? FEW : FLOOR_WRITES;
  const { side, seeded } = stock;
  const { users, loans } = seeded;

  switch (part) {
    case 'status':
      return reading(await side.statusRequests(reads), floorRequests('/status', reads, users));
    case 'detail': {
      // The loans paid last, so that they stay active as long as possible.
      const running = Array.from(
        { length: reads },
        (_, index) => loans[loans.length - 1 - (index % (users >> 1))]!,
      );
      return reading(await side.detailRequests(running), floorRequests('/detail', reads, users));
    }
    case 'quote': {
      const userNumbers = Array.from(
        { length: count },
        (_, index) => 1 + Math.floor((index * users) / count),
      );
      const pending = await side.quoteRequests(userNumbers);
      const floor = floorRequests('/quote', floorWrites, users);

      return {
        requests: { our: listBytes(pending), floor },
        mayRepeat: false,
        check: (our) => requireGranted(pending, our),
      };
    }
    case 'apply':
      return prepareApplications(stock, count, floorWrites);
    case 'pay':
      return preparePayments(stock, count, floorWrites);
    default: {
      const missing: never = part;
      throw new RangeError(`unknown part: ${missing}`);
    }
  }
}

function reading(
  pending: readonly PendingCall<never>[],
  floor: readonly RequestBytes[],
): CallRequests {
  return {
    requests: { our: listBytes(pending), floor },
    mayRepeat: true,
    check: (our) => requireGranted(pending, our),
  };
}

async function prepareApplications(
  stock: Stock,
  count: number,
  floorWrites: number,
): Promise<CallRequests> {
  const { db, side, seeded, next } = stock;
  const from = take(next, 'user', { count, most: seeded.users });

  await noteCodeEntered(db, from, from + count - 1);

  const pending = await side.applyRequests(
    Array.from({ length: count }, (_, index) => from + index),
  );
  const before = await countBooked(db);

  return {
    requests: {
      our: listBytes(pending),
      floor: floorRequests('/apply', floorWrites, seeded.users),
    },
    mayRepeat: false,
    async check(our) {
      await requireGranted(pending, our);
      requireAll(our, (await countBooked(db)).holds - before.holds, 'orders made');
    },
  };
}

async function preparePayments(
  stock: Stock,
  count: number,
  floorWrites: number,
): Promise<CallRequests> {
  const { db, side, seeded, next } = stock;
  const from = take(next, 'loan', { count, most: seeded.users });
  const loans = seeded.loans.slice(from - 1, from - 1 + count);
  const requests = await side.payRequests(loans, seeded.daysAhead);
  const before = await countBooked(db);

  return {
    requests: {
      our: requests,
      floor: floorPayments(from, Math.min(floorWrites, seeded.users - from)),
    },
    mayRepeat: false,
    async check(our) {
      const other = [...our.bodies.values()].find((body) => body !== 'done');
      if (other !== undefined) throw new Error(`unexpected answer to a payment: ${other}`);
      requireAll(our, (await countBooked(db)).payments - before.payments, 'payments booked');
    },
  };
}

/** @returns the first number of that many unused ones */
function take(
  next: Stock['next'],
  what: 'user' | 'loan',
  { count, most }: { count: number; most: number },
): number {
  const from = next[what];
  if (from + count - 1 > most)
    throw new Error(`${most} users are too few: give --users=${most * 2}`);

  next[what] += count;

  return from;
}

function requireAll({ answered }: FireResult, booked: number, what: string): void {
  if (booked !== answered)
    throw new Error(`${answered} requests were answered and ${booked} ${what}`);
}

function listBytes(pending: readonly PendingCall<never>[]): RequestBytes[] {
  return pending.map(({ bytes }) => bytes);
}

/**
 * Opens the sampled answers as the app would.
 * @throws Error when one is no success
 */
async function requireGranted(
  pending: readonly PendingCall<never>[],
  { bodies }: FireResult,
): Promise<void> {
  for (const [index, body] of bodies) {
    const { code, msg } = await pending[index]!.answer(body);
    if (code !== 200) throw new Error(`a request measured was refused: ${code} ${msg}`);
  }
}
