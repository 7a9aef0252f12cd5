import { userStatus } from '@noren/contract/login';
import type { Client } from 'pg';
import type { FireResult } from '../load-model/fire.ts';
import { type OurSide, requireGranted, takeTurns } from '../load-model/our-side.ts';
import type { PendingCall } from '../load-model/phone.ts';
import type { Sample } from '../load-model/sample.ts';
import { openSessions } from '../load-model/sessions.ts';
import { namedStatement } from '../named-statement.ts';
import type { CallPart } from '../options.ts';
import { floorRequests } from './floor-side.ts';
import { LOAN_DAYS } from './our-seed.ts';

/** Reads can be repeated: this many different ones are prepared per round. */
const READS = 20_000;
/** The number of changes prepared for the floor, which is faster. */
const FLOOR_WRITES = 40_000;

/** The journal that each request of a part must have written: without it, it would cost less. */
const BOOKED: Partial<Record<CallPart, string>> = { apply: 'hold', pay: 'payment' };

const COUNT_BOOKED = namedStatement<'kind'>(
  'select count(*)::int as n from journals where kind = :kind',
);

/** What requests are made of: users who apply and loans that are paid are used up. */
export interface Stock extends Sample {
  readonly db: Client;
  readonly side: OurSide;
  readonly users: number;
}

/**
 * Makes the requests of a part to both sides.
 * @param few how many of each, for a warm-up
 * @param writes how many of ours, where each can be sent only once
 */
export async function prepare(
  stock: Stock,
  part: CallPart,
  { few, writes }: { few?: number | undefined; writes: number },
) {
  const { db, users } = stock;
  const mayRepeat = part === 'status' || part === 'detail';
  const pending = await holdOurs(stock, part, few ?? (mayRepeat ? READS : writes));
  const kind = BOOKED[part];

  const countBooked = async (): Promise<number> =>
    kind ? (await db.query(COUNT_BOOKED({ kind }))).rows[0].n : 0;
  const before = await countBooked();

  return {
    part,
    our: pending.map(({ bytes }) => bytes),
    floor: floorRequests(part, few ?? (mayRepeat ? READS : FLOOR_WRITES), users),
    /** Whether to send them again when all have been sent. */
    again: mayRepeat && !few,
    /** @throws Error when an answer of ours is no success, or a change is not in the database */
    async check(our: FireResult) {
      await requireGranted<never>(pending, our);

      const booked = (await countBooked()) - before;
      if (kind && booked !== our.answered)
        throw new Error(`${our.answered} requests were answered and ${booked} ${kind}s booked`);
    },
  };
}

async function holdOurs(
  { db, side, free, loans }: Stock,
  part: CallPart,
  count: number,
): Promise<readonly PendingCall<never>[]> {
  switch (part) {
    case 'status':
      return side.hold(userStatus, takeTurns(free, count), () => ({}));
    case 'detail':
      // Those that are paid last: payments are requested before details are sent.
      return side.detailRequests(takeTurns(loans.slice(-(loans.length >> 1)), count));
    case 'quote':
      return side.quoteRequests(takeTurns(free, count));
    case 'apply': {
      const applying = free.splice(0, count);
      await openSessions(db, applying);
      return side.applyRequests(applying);
    }
    case 'pay':
      return side.payRequests(loans.splice(0, count), LOAN_DAYS);
  }
}
