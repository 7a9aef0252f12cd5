import { userStatus } from '@noren/contract/login';
import type { Client } from 'pg';
import { noteCodeEntered } from '../load-model/sessions.ts';
import { namedStatement } from '../named-statement.ts';
import type { CallPart } from '../options.ts';
import type { Side } from './call-report.ts';
import type { FireResult, RequestBytes } from './fire.ts';
import { floorPayments, floorRequests } from './floor-side.ts';
import type { SeedData } from './our-seed.ts';
import { type OurSide, requireGranted, spreadUsers } from './our-side.ts';
import type { PendingCall } from './phone.ts';

/** Reads can be repeated: this many different ones are prepared per round. */
const READS = 20_000;
/**
 * Sent before anything is measured: code is compiled and statements planned only when much used.
 */
export const FEW = 2_000;
/** The number of changes prepared for the floor, which is faster. */
const FLOOR_WRITES = 40_000;

/** The journal that each request of a part must have written: without it, it would cost less. */
const BOOKED: Partial<Record<CallPart, string>> = { apply: 'hold', pay: 'payment' };

const COUNT_BOOKED = namedStatement<'kind'>(
  'select count(*)::int as n from journals where kind = :kind',
);

/** The requests of one part to both sides, and a check of our responses. */
export interface CallRequests {
  readonly requests: Readonly<Record<Side, readonly RequestBytes[]>>;
  /** Whether they may be sent again when all have been sent. */
  readonly mayRepeat: boolean;
  /** @throws Error when an answer is no success, or a change is not in the database */
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
  const { db, seeded, next } = stock;
  const { users } = seeded;
  const mayRepeat = part === 'status' || part === 'detail';
  const [ours, floors] =
    writes === 'few' ? [FEW, FEW] : mayRepeat ? [READS, READS] : [writes, FLOOR_WRITES];
  const firstLoan = next.loan;
  const pending = await holdOurs(stock, part, ours);
  const kind = BOOKED[part];

  const countBooked = async (): Promise<number> =>
    kind ? (await db.query(COUNT_BOOKED({ kind }))).rows[0].n : 0;
  const before = await countBooked();

  return {
    requests: {
      our: pending.map(({ bytes }) => bytes),
      floor:
        part === 'pay'
          ? floorPayments(firstLoan, Math.min(floors, users - firstLoan))
          : floorRequests(part, floors, users),
    },
    mayRepeat,
    async check(our) {
      await requireGranted<never>(pending, our);

      const booked = (await countBooked()) - before;
      if (kind && booked !== our.answered)
        throw new Error(`${our.answered} requests were answered and ${booked} ${kind}s booked`);
    },
  };
}

async function holdOurs(
  { db, side, seeded, next }: Stock,
  part: CallPart,
  count: number,
): Promise<readonly PendingCall<never>[]> {
  const { users, loans, daysAhead } = seeded;

  switch (part) {
    case 'status':
      return side.hold(userStatus, spreadUsers(count, users), () => ({}));
    case 'detail': {
      // The loans paid last, so that they stay active as long as possible.
      const last = loans.slice(-(users >> 1)).toReversed();
      const running = Array.from({ length: count }, (_, index) => last[index % last.length]!);
      return side.detailRequests(running);
    }
    case 'quote':
      return side.quoteRequests(spreadUsers(count, users));
    case 'apply': {
      const from = take(next, 'user', { count, most: users });
      await noteCodeEntered(db, from, from + count - 1);
      return side.applyRequests(Array.from({ length: count }, (_, index) => from + index));
    }
    case 'pay': {
      const from = take(next, 'loan', { count, most: users });
      return side.payRequests(loans.slice(from - 1, from - 1 + count), daysAhead);
    }
  }
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
