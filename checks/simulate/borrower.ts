import { randomUUID } from 'node:crypto';
import type { AnswerOf, Call } from '@noren/contract/call';
import type { SendOptions } from '@noren/contract/client';
import type { Envelope } from '@noren/contract/envelope';
import { UserStatus } from '@noren/core/people/status';
import { openSession } from '@noren/server/src/platform/http/session-store.ts';
import { aSignedInUser, type SignedInUser } from '@noren/server/src/testing/users.ts';
import { AppDropError } from './app-runs.ts';
import type { Chance } from './chance.ts';
import type { World } from './world.ts';

/** How a borrower pays. */
export type Character =
  | 'early'
  | 'punctual'
  | 'late'
  | 'in parts'
  | 'extends'
  | 'returns'
  | 'never pays';

const CHARACTERS: readonly Character[] = [
  ...Array<Character>(6).fill('punctual'),
  ...Array<Character>(3).fill('late'),
  ...Array<Character>(3).fill('in parts'),
  ...Array<Character>(3).fill('early'),
  ...Array<Character>(2).fill('extends'),
  ...Array<Character>(2).fill('returns'),
  'never pays',
];

/** A borrower of the simulation. */
export interface Borrower extends SignedInUser {
  readonly index: number;
  readonly character: Character;
  /** A payment started late last night, to be paid after midnight. */
  tonight: { code: string; amountPaise: number } | null;
  /** When a code was last entered. */
  signedInAt: number;
}

/** How many are created concurrently. */
const PARALLEL_CLOSES = 6;

/**
 * Creates borrowers, each with a character decided by the seed, a second apart so that every run
 * has the same order.
 */
export async function makeBorrowers(
  world: World,
  count: number,
  chance: Chance,
): Promise<Borrower[]> {
  const borrowers: Borrower[] = [];
  const from = world.clock();
  const waiting = Array.from({ length: count }, (_, index) => index).values();

  const line = async (): Promise<void> => {
    for (const index of waiting) {
      const own = chance.of('character', index);
      const then = { ...world, deps: { ...world.deps, now: () => from + index * 1_000 } };
      const phone = `9${String(index).padStart(9, '0')}`;
      const user = await aSignedInUser(then, {
        phone,
        bizStatus: own.percent(30) ? UserStatus.regular : UserStatus.certified,
      });

      borrowers[index] = {
        ...user,
        index,
        character: own.pick(CHARACTERS),
        tonight: null,
        signedInAt: 0,
      };
    }
  };

  await Promise.all(Array.from({ length: PARALLEL_CLOSES }, line));

  return borrowers;
}

/** Signs a borrower in with a code just now. */
async function signIn(world: World, who: Borrower): Promise<void> {
  const { client, userId } = who;
  const now = world.clock();
  const opened = await openSession(world.deps.db, {
    userId,
    deviceId: client.deviceId,
    assurance: 'otp',
    now,
  });

  client.token = opened.token;
  client.cookie = `__Host-noren=${opened.cookie}`;
  who.signedInAt = now;
}

/**
 * Sends a call as the app does: signed in with a fresh code, and repeated with the same id if the
 * server ended meanwhile.
 * @throws Error for a fault of the server
 */
export async function send<C extends Call>(
  world: World,
  who: Borrower,
  declared: C,
  options: Omit<SendOptions<C>, 'requestId'>,
): Promise<Envelope<AnswerOf<C>>> {
  if (who.signedInAt !== world.clock()) await signIn(world, who);

  const requestId = randomUUID();
  for (let tries = 0; tries < 4; tries += 1) {
    try {
      const answer = await who.client.send(declared, { ...options, requestId } as SendOptions<C>);
      if (answer.code !== 500) return answer;
      if (!world.isDropped())
        throw new Error(`${declared.path} answered ${answer.code}: ${answer.msg}`);
    } catch (error) {
      if (!world.isDropped() && !(error instanceof AppDropError)) throw error;
    }

    await world.restart();
  }

  throw new Error(`${declared.path} was never answered`);
}
